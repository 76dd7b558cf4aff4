#include "sourdine/oracle/protocol_kind.h"

#include <fmt/format.h>

#include "sourdine/oracle/table.h"

namespace sourdine {
namespace {

std::shared_ptr<const Protocol> make(std::string_view json) { return make_oracle(spec_from_json(json)); }

// Every oracle × ε × k, small channels.
std::vector<AuditCase> audit_cases() {
  std::vector<AuditCase> cases;
  for (const OracleRow& row : oracle_table()) {
    for (const std::uint64_t k : {2U, 3U, 5U}) {
      for (const double epsilon : {0.1, 0.5, 1.0, 2.0, 4.0}) {
        std::shared_ptr<const Oracle> oracle = make_oracle(table_spec(row, Domain(k), epsilon, true));
        cases.push_back({.name = std::string(row.name),
                         .epsilon = epsilon,
                         .spends_less = std::string(row.spends_less),
                         .protocol = oracle,
                         .records = all_records(*oracle)});
      }
    }
  }
  return cases;
}

std::vector<BenchCase> bench_cases() {
  std::vector<BenchCase> cases;
  for (const OracleRow& row : oracle_table()) {
    for (const std::uint64_t k : {17U, 1024U}) {
      cases.push_back({fmt::format("{}/k={}", row.name, k), make_oracle(table_spec(row, Domain(k), 1))});
    }
  }
  return cases;
}

}  // namespace

ProtocolKind oracle_protocol_kind() {
  return {.kind = Oracle::protocol_kind,
          .title = "a frequency oracle: how many people hold each value",
          .make = make,
          .audit_cases = audit_cases,
          .bench_cases = bench_cases};
}

}  // namespace sourdine
