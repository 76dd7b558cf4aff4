// The row of the protocol table: what is audited, and what is measured.
#include <fmt/format.h>

#include "sourdine/tuple/tuple_protocol.h"

namespace sourdine {
namespace {

std::shared_ptr<const Protocol> make_recorded_tuple(std::string_view json) { return TupleProtocol::from_json(json); }

std::vector<TupleAttribute> sized(std::initializer_list<std::uint64_t> sizes) {
  std::vector<TupleAttribute> attributes;
  for (const std::uint64_t size : sizes) attributes.push_back({.domain = Domain(size)});
  return attributes;
}

// Few outcomes each: two or three attributes of two or three values.
std::vector<TupleSpec> small_tuples(double epsilon) {
  std::vector<TupleAttribute> skewed = sized({2, 3});
  skewed[0].prior = {1, 3};
  skewed[1].prior = {6, 3, 1};
  std::vector<TupleSpec> specs = {
      {.solution = TupleSolution::spl, .attributes = sized({2, 3}), .oracle = "grr"},
      {.solution = TupleSolution::smp, .attributes = sized({2, 3}), .oracle = "grr"},
      {.solution = TupleSolution::rs_fd, .attributes = sized({2, 2, 2}), .oracle = "grr"},
      {.solution = TupleSolution::rs_fd, .attributes = sized({2, 3}), .oracle = "oue-z"},
      {.solution = TupleSolution::rs_fd, .attributes = sized({2, 2}), .oracle = "sue-r"},
      {.solution = TupleSolution::rs_rfd, .attributes = skewed, .oracle = "grr"},
      {.solution = TupleSolution::joint, .attributes = sized({2, 3}), .oracle = "grr"},
  };
  for (TupleSpec& spec : specs) spec.epsilon = epsilon;
  return specs;
}

std::vector<AuditCase> tuple_audit_cases() {
  std::vector<AuditCase> cases;
  for (const double epsilon : {0.5, 1.0, 2.0}) {
    for (const TupleSpec& spec : small_tuples(epsilon)) {
      const std::string name = fmt::format("{}/{}", word_of(spec.solution), spec.oracle);
      const auto protocol = TupleProtocol::make(spec);
      cases.push_back({.name = name,
                       .epsilon = protocol->tuple_epsilon_asked(),
                       .spends_less = {},
                       .protocol = protocol,
                       .records = all_records(*protocol)});
    }
  }
  return cases;
}

std::vector<BenchCase> tuple_bench_cases() {
  std::vector<BenchCase> cases;
  for (const auto& [solution, oracle] :
       {std::pair{TupleSolution::spl, "adp"}, std::pair{TupleSolution::smp, "grr"},
        std::pair{TupleSolution::smp, "oue"}, std::pair{TupleSolution::rs_fd, "grr"},
        std::pair{TupleSolution::rs_fd, "oue-z"}, std::pair{TupleSolution::rs_fd, "oue-r"}}) {
    cases.push_back(
        {fmt::format("{}-{}/d=5,k=10", word_of(solution), oracle),
         TupleProtocol::make(
             {.solution = solution, .attributes = sized({10, 10, 10, 10, 10}), .epsilon = 1, .oracle = oracle})});
  }
  return cases;
}

}  // namespace

ProtocolKind tuple_protocol_kind() {
  return {.kind = TupleProtocol::protocol_kind,
          .title = "several attributes of a person, each with its shares",
          .make = make_recorded_tuple,
          .audit_cases = tuple_audit_cases,
          .bench_cases = tuple_bench_cases};
}

}  // namespace sourdine
