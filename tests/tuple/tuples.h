// Tuples for tests: attributes of given sizes, and the exact law of small ones.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <vector>

#include "sourdine/tuple/tuple_protocol.h"

namespace sourdine::testing {

inline std::vector<TupleAttribute> sized_attributes(std::initializer_list<std::uint64_t> sizes) {
  std::vector<TupleAttribute> attributes;
  for (const std::uint64_t size : sizes) attributes.push_back({.domain = Domain(size)});
  return attributes;
}

inline std::shared_ptr<const TupleProtocol> tuple_of(TupleSolution solution, std::initializer_list<std::uint64_t> sizes,
                                                     double epsilon, std::string oracle,
                                                     TupleLevel level = TupleLevel::tuple) {
  return TupleProtocol::make({.solution = solution,
                              .attributes = sized_attributes(sizes),
                              .epsilon = epsilon,
                              .level = level,
                              .oracle = std::move(oracle)});
}

// The same with one prior for all attributes, which have its size.
inline std::shared_ptr<const TupleProtocol> tuple_with_prior(std::size_t attributes,
                                                             const std::vector<std::uint64_t>& prior, double epsilon,
                                                             std::string oracle, TupleLevel level) {
  TupleSpec spec{.solution = TupleSolution::rs_rfd, .epsilon = epsilon, .level = level, .oracle = std::move(oracle)};
  spec.attributes.assign(attributes, {.domain = Domain(prior.size()), .prior = prior});
  return TupleProtocol::make(spec);
}

// Every way there is, small enough to enumerate; sizes 2 and 3.
inline std::vector<std::shared_ptr<const TupleProtocol>> small_tuples(double epsilon,
                                                                      TupleLevel level = TupleLevel::tuple) {
  std::vector<std::shared_ptr<const TupleProtocol>> all;
  if (level != TupleLevel::published) {
    all = {tuple_of(TupleSolution::spl, {2, 3}, epsilon, "grr", level),
           tuple_of(TupleSolution::spl, {2, 3}, epsilon, "oue", level),
           tuple_of(TupleSolution::smp, {2, 3}, epsilon, "grr", level),
           tuple_of(TupleSolution::smp, {2, 3}, epsilon, "oue", level),
           tuple_of(TupleSolution::joint, {2, 3}, epsilon, "grr", level),
           tuple_of(TupleSolution::joint, {2, 2}, epsilon, "sue", level)};
  }
  for (const char* entry : {"grr", "oue-z", "sue-z", "oue-r", "sue-r", "adp"}) {
    all.push_back(tuple_of(TupleSolution::rs_fd, {2, 3}, epsilon, entry, level));
  }
  for (const char* entry : {"grr", "oue-r", "sue-r"}) {
    TupleSpec spec{.solution = TupleSolution::rs_rfd,
                   .attributes = sized_attributes({2, 3}),
                   .epsilon = epsilon,
                   .level = level,
                   .oracle = entry};
    spec.attributes[0].prior = {1, 3};
    spec.attributes[1].prior = {5, 4, 1};
    all.push_back(TupleProtocol::make(spec));
  }
  return all;
}

inline double path_probability(const Branches& branches) {
  double probability = 1;
  for (const Fraction& step : branches.path()) {
    probability *=
        static_cast<double>(step.numerator) / (step.denominator == 0 ? 0x1p64 : static_cast<double>(step.denominator));
  }
  return probability;
}

using Report = std::vector<std::uint8_t>;

// Pr[report | record], by the protocol's own code on every outcome.
inline std::map<Report, double> report_law(const Protocol& protocol, std::span<const Value> record) {
  std::map<Report, double> law;
  Branches branches;
  branches.explore([&](Branches& chance) {
    Report report(protocol.report_bytes());
    protocol.enumerate(record, chance, report);
    law[report] += path_probability(chance);
  });
  return law;
}

// Σ Pr[report | record] · function(tally of the report alone).
inline void for_each_tally(const Protocol& protocol, std::span<const Value> record,
                           const std::function<void(const Tally&, double)>& visit) {
  for (const auto& [report, probability] : report_law(protocol, record)) {
    Tally tally = protocol.empty_tally();
    protocol.tally({report, report.size(), 1}, tally);
    visit(tally, probability);
  }
}

}  // namespace sourdine::testing
