// The oracle of a domain of one value: nothing to hide, nothing to send. Reports are empty, ε = 0, the answer certain.
#pragma once

#include <memory>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

std::unique_ptr<Oracle> make_constant(OracleSpec spec);

}  // namespace sourdine
