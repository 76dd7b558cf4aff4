// Every kind of protocol there is, in one place: a kind that is not here cannot be read from a file, and one that is
// here is audited and measured.
#include "sourdine/oracle/protocol_kind.h"
#include "sourdine/protocol/table.h"
#include "sourdine/range/local_protocol.h"
#include "sourdine/tuple/tuple_protocol.h"

namespace sourdine {

const ProtocolTable& protocol_table() {
  static const ProtocolTable table({oracle_protocol_kind(), tuple_protocol_kind(), range_protocol_kind()});
  return table;
}

}  // namespace sourdine
