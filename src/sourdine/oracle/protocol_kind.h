// The row of the protocol table for frequency oracles; oracle/table.h is what it looks names up in.
#pragma once

#include "sourdine/protocol/table.h"

namespace sourdine {

ProtocolKind oracle_protocol_kind();

}  // namespace sourdine
