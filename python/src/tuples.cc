// Several attributes of a person (tuple/): protocols, what they promise, estimates of attributes and pairs, plans.
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "array_work.h"
#include "bound_protocol.h"
#include "estimates.h"
#include "long_work.h"
#include "sourdine/base/error.h"
#include "sourdine/tuple/tuple_estimate.h"
#include "sourdine/tuple/tuple_plan.h"
#include "sourdine/tuple/tuple_protocol.h"

namespace sourdine::python {
namespace {

// Name, number of values, labels (or none), oracle or entry, its parameters, shares of the prior.
using AttributeParts = std::tuple<std::string, std::uint64_t, std::vector<std::string>, std::string,
                                  std::map<std::string, double>, std::vector<double>>;

std::vector<TupleAttribute> attributes_of(std::vector<AttributeParts> parts) {
  std::vector<TupleAttribute> attributes;
  for (auto& [name, k, labels, oracle, parameters, prior] : parts) {
    attributes.push_back({.name = std::move(name),
                          .domain = labels.empty() ? Domain(k) : Domain(std::move(labels)),
                          .oracle = std::move(oracle),
                          .parameters = std::move(parameters),
                          .prior = prior.empty() ? std::vector<std::uint64_t>{} : prior_weights(prior)});
  }
  return attributes;
}

BoundProtocol make_tuple_protocol(const std::string& solution, std::vector<AttributeParts> attributes, double epsilon,
                                  const std::string& level, std::string oracle, bool pairs) {
  return without_lock([&] {
    return BoundProtocol(TupleProtocol::make({.solution = tuple_solution_from(solution),
                                              .attributes = attributes_of(std::move(attributes)),
                                              .epsilon = epsilon,
                                              .level = tuple_level_from(level),
                                              .oracle = std::move(oracle),
                                              .pairs = pairs}));
  });
}

const TupleProtocol& require_tuple(const BoundProtocol& protocol) {
  const auto* const tuple = dynamic_cast<const TupleProtocol*>(&*protocol);
  if (tuple == nullptr) fail_input(protocol->title() + " is not about several attributes");
  return *tuple;
}

nlohmann::json attributes_json(const TupleProtocol& protocol) {
  auto all = nlohmann::json::array();
  for (std::size_t i = 0; i < protocol.width(); ++i) {
    const TupleAttribute& one = protocol.tuple_spec().attributes[i];
    all.push_back({{"name", one.name},
                   {"k", one.domain.size()},
                   {"labels", one.domain.labels()},
                   {"oracle", one.oracle},
                   {"epsilon", protocol.privacy().attributes[i]}});
  }
  return all;
}

std::string tuple_facts(const BoundProtocol& protocol) {
  const TupleProtocol& tuple = require_tuple(protocol);
  const nlohmann::json facts = {{"solution", word_of(tuple.tuple_spec().solution)},
                                {"level", word_of(tuple.tuple_spec().level)},
                                {"epsilon_asked", tuple.tuple_spec().epsilon},
                                {"oracle", tuple.tuple_spec().oracle},
                                {"pairs", tuple.tuple_spec().pairs},
                                {"local_epsilon", tuple.local_epsilon()},
                                {"tuple_epsilon", tuple.privacy().tuple},
                                {"attribute_epsilon", tuple.privacy().attribute},
                                {"attributes", attributes_json(tuple)}};
  return facts.dump();
}

Tally tally_of(const TupleProtocol& tuple, std::uint64_t reports, std::vector<std::uint64_t> cells) {
  if (!tuple.is_consistent({reports, cells})) {
    fail_input(std::to_string(reports) + " reports of " + tuple.title() + " cannot add up to these cells");
  }
  return {tuple.spec(), reports, std::move(cells)};
}

Estimates with_total(std::uint64_t reports, std::vector<Estimate> counts, const EstimateOptions& applied) {
  double total = 0;
  for (const Estimate& count : counts) total += count.value;
  return {.reports = reports, .values = std::move(counts), .total = total, .applied = applied};
}

// Counts among all people; "reports" are those that tell of the attribute.
nb::dict estimate_of_attribute(const BoundProtocol& protocol, std::uint64_t reports, const AnyArray& cells,
                               std::size_t attribute, double confidence, const std::string& coverage,
                               const std::string& population, const std::string& consistency) {
  std::vector<std::uint64_t> counts = cells_of(cells);
  const EstimateOptions options = options_of(confidence, coverage, population, consistency);
  return dict_of(without_lock([&] {
    const TupleProtocol& tuple = require_tuple(protocol);
    auto found = estimate_attribute(tuple, tally_of(tuple, reports, std::move(counts)), attribute, options);
    return with_total(found.reports, std::move(found.counts), options);
  }));
}

nb::dict estimate_of_pair(const BoundProtocol& protocol, std::uint64_t reports, const AnyArray& cells,
                          std::size_t first, std::size_t second, double confidence, const std::string& coverage,
                          const std::string& population, const std::string& consistency) {
  std::vector<std::uint64_t> counts = cells_of(cells);
  const EstimateOptions options = options_of(confidence, coverage, population, consistency);
  return dict_of(without_lock([&] {
    const TupleProtocol& tuple = require_tuple(protocol);
    auto found = estimate_pair(tuple, tally_of(tuple, reports, std::move(counts)), first, second, options);
    return with_total(found.people, std::move(found.counts), options);
  }));
}

nlohmann::json rows_json(const std::vector<TuplePlanRow>& rows) {
  auto all = nlohmann::json::array();
  for (const TuplePlanRow& row : rows) {
    all.push_back({{"solution", word_of(row.spec.solution)},
                   {"oracle", row.oracle},
                   {"mse", row.error},
                   {"attribute_mse", row.attribute_errors},
                   {"epsilon", row.spec.epsilon},
                   {"level", word_of(row.spec.level)},
                   {"local_epsilon", row.local_epsilon},
                   {"tuple_epsilon", row.tuple_epsilon},
                   {"attribute_epsilon", row.attribute_epsilon},
                   {"report_bytes", row.report_bytes}});
  }
  return all;
}

std::string plan_of_tuple(std::vector<AttributeParts> attributes, std::uint64_t people, double epsilon,
                          std::vector<std::vector<double>> shares) {
  return without_lock([&] {
    const TuplePlan plan = tuple_plan({.attributes = attributes_of(std::move(attributes)),
                                       .people = people,
                                       .epsilon = epsilon,
                                       .shares = std::move(shares)});
    const nlohmann::json found = {{"tuple", rows_json(plan.equal_tuple)},
                                  {"attribute", rows_json(plan.equal_attribute)}};
    return found.dump();
  });
}

}  // namespace

void bind_tuples(nb::module_& module) {
  module.def("tuple_protocol", make_tuple_protocol, "solution"_a, "attributes"_a, "epsilon"_a, "level"_a, "oracle"_a,
             "pairs"_a,
             "Reports about several attributes; of each its name, k, labels, oracle, parameters and prior shares.");
  module.def("tuple_facts", tuple_facts, "protocol"_a, "What a tuple protocol is, and what it promises, as JSON.");
  module.def("estimate_attribute", estimate_of_attribute, "protocol"_a, "reports"_a, "cells"_a.noconvert(),
             "attribute"_a, "confidence"_a = 0.95, "coverage"_a = "per value", "population"_a = "fixed",
             "consistency"_a = "none",
             "Counts of one attribute's values among all people, as Protocol.estimate() gives them.");
  module.def("estimate_pair", estimate_of_pair, "protocol"_a, "reports"_a, "cells"_a.noconvert(), "first"_a, "second"_a,
             "confidence"_a = 0.95, "coverage"_a = "per value", "population"_a = "fixed", "consistency"_a = "none",
             "Counts of two attributes' values together, row by row.");
  module.def("tuple_plan", plan_of_tuple, "attributes"_a, "people"_a, "epsilon"_a, "shares"_a,
             "What error to expect of every way to report several attributes, as JSON.");
}

}  // namespace sourdine::python
