#include "sourdine/protocol/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine {

ProtocolTable ProtocolTable::with(const ProtocolKind& row) const {
  std::vector<ProtocolKind> rows = rows_;
  rows.push_back(row);
  return ProtocolTable(std::move(rows));
}

const ProtocolKind& ProtocolTable::find(std::string_view kind) const {
  const auto found =
      std::find_if(rows_.begin(), rows_.end(), [kind](const ProtocolKind& row) { return row.kind == kind; });
  if (found != rows_.end()) return *found;
  std::vector<std::string_view> kinds;
  for (const ProtocolKind& row : rows_) kinds.push_back(row.kind);
  fail_input(fmt::format("unknown kind of protocol '{}'; known: {}", kind, fmt::join(kinds, ", ")),
             "Use the program that made it, or a later one.");
}

std::shared_ptr<const Protocol> ProtocolTable::make_recorded(std::string_view kind, std::string_view json) const {
  auto protocol = find(kind).make(json);
  if (protocol->spec()->json() == json) return protocol;
  const std::string field = first_difference(*protocol->spec(), {std::string(kind), std::string(json)});
  fail_input(field == "spec" ? std::string("its JSON is not in canonical form")
                             : fmt::format("its spec does not record '{}'", field));
}

std::vector<std::vector<Value>> all_records(const Protocol& protocol) {
  std::vector<std::vector<Value>> records = {{}};
  for (std::size_t attribute = 0; attribute < protocol.width(); ++attribute) {
    std::vector<std::vector<Value>> longer;
    for (const std::vector<Value>& record : records) {
      for (Value value = 0; value < protocol.domain_size(attribute); ++value) {
        longer.push_back(record);
        longer.back().push_back(value);
      }
    }
    records = std::move(longer);
  }
  return records;
}

}  // namespace sourdine
