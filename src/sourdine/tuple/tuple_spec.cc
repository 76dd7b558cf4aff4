#include "sourdine/tuple/tuple_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"

namespace sourdine {
namespace {

constexpr std::array solutions{TupleSolution::spl, TupleSolution::smp, TupleSolution::rs_fd, TupleSolution::rs_rfd,
                               TupleSolution::joint};
constexpr std::array levels{TupleLevel::tuple, TupleLevel::attribute, TupleLevel::published};

template <class Enum, std::size_t n>
Enum enum_of_word(std::string_view word, const std::array<Enum, n>& all, std::string_view what) {
  std::string known;
  for (const Enum each : all) {
    if (word_of(each) == word) return each;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", word_of(each));
  }
  fail_input(fmt::format("'{}' is no {}; known: {}", word, what, known));
}

bool has_fake_data(TupleSolution solution) {
  return solution == TupleSolution::rs_fd || solution == TupleSolution::rs_rfd;
}

void require_prior(const TupleSpec& spec, std::size_t attribute) {
  const TupleAttribute& one = spec.attributes[attribute];
  if (spec.solution != TupleSolution::rs_rfd) {
    if (one.prior.empty()) return;
    fail_input(fmt::format("{} has a prior, which only 'rs+rfd' uses", attribute_title(spec, attribute)));
  }
  if (one.prior.size() != one.domain.size()) {
    fail_input(fmt::format("the prior of {} has {} weights for {} values", attribute_title(spec, attribute),
                           one.prior.size(), one.domain.size()),
               "'rs+rfd' needs a public prior of every attribute; 'rs+fd' needs none.");
  }
  std::uint64_t room = max_prior_weight;
  for (const std::uint64_t weight : one.prior) {
    if (weight == 0) {
      fail_input(fmt::format("the prior of {} has a weight of 0", attribute_title(spec, attribute)),
                 "A value that is never fake would prove that it is true: give it at least 1.");
    }
    if (weight > room) {
      fail_input(
          fmt::format("the weights of the prior of {} add up to more than 2^31", attribute_title(spec, attribute)));
    }
    room -= weight;
  }
}

nlohmann::json domain_json(const Domain& domain) {
  nlohmann::json json = {{"k", domain.size()}};
  if (!domain.labels().empty()) json["labels"] = domain.labels();
  return json;
}

Domain domain_from(const nlohmann::json& json) {
  const std::uint64_t k = whole_number(json.at("k"));
  if (!json.contains("labels")) return Domain(k);
  Domain domain(json.at("labels").get<std::vector<std::string>>());
  if (k != domain.size()) fail_input("the k of an attribute is not its number of labels");
  return domain;
}

}  // namespace

std::string_view word_of(TupleSolution solution) {
  switch (solution) {
    case TupleSolution::spl:
      return "spl";
    case TupleSolution::smp:
      return "smp";
    case TupleSolution::rs_fd:
      return "rs+fd";
    case TupleSolution::rs_rfd:
      return "rs+rfd";
    case TupleSolution::joint:
      return "joint";
  }
  fail_internal("a solution without a word");
}

std::string_view word_of(TupleLevel level) {
  switch (level) {
    case TupleLevel::tuple:
      return "tuple";
    case TupleLevel::attribute:
      return "attribute";
    case TupleLevel::published:
      return "published";
  }
  fail_internal("a level without a word");
}

TupleSolution tuple_solution_from(std::string_view word) {
  return enum_of_word(word, solutions, "way to report several attributes");
}
TupleLevel tuple_level_from(std::string_view word) { return enum_of_word(word, levels, "level of an epsilon"); }
std::span<const TupleSolution> all_tuple_solutions() { return solutions; }

std::string attribute_title(const TupleSpec& spec, std::size_t attribute) {
  const std::string& name = spec.attributes[attribute].name;
  return name.empty() ? fmt::format("attribute {}", attribute + 1)
                      : fmt::format("attribute {} ('{}')", attribute + 1, name);
}

void require_tuple_spec(const TupleSpec& spec) {
  if (spec.attributes.empty() || spec.attributes.size() > max_tuple_attributes) {
    fail_input(fmt::format("a tuple has 1 to {} attributes, not {}", max_tuple_attributes, spec.attributes.size()));
  }
  if (spec.level == TupleLevel::published && !has_fake_data(spec.solution)) {
    fail_input(fmt::format("the level 'published' is one of 'rs+fd' and 'rs+rfd', not of '{}'", word_of(spec.solution)),
               "Say whether epsilon is for the whole 'tuple' or for one 'attribute'.");
  }
  if (spec.pairs && spec.solution != TupleSolution::spl) {
    fail_input(fmt::format("'{}' does not count pairs of attributes", word_of(spec.solution)),
               "'spl' can, and 'joint' knows them without.");
  }
  for (std::size_t i = 0; i < spec.attributes.size(); ++i) {
    const TupleAttribute& one = spec.attributes[i];
    require_prior(spec, i);
    if (!one.parameters.empty() && spec.solution != TupleSolution::spl && spec.solution != TupleSolution::smp) {
      fail_input(
          fmt::format("{} has parameters, which '{}' does not use", attribute_title(spec, i), word_of(spec.solution)));
    }
    if (!one.oracle.empty() && spec.solution == TupleSolution::joint) {
      fail_input(fmt::format("{} has an oracle of its own, but 'joint' has one for all", attribute_title(spec, i)));
    }
    for (std::size_t other = 0; other < i && !one.name.empty(); ++other) {
      if (spec.attributes[other].name == one.name) fail_input(fmt::format("two attributes are named '{}'", one.name));
    }
  }
}

std::vector<std::uint64_t> prior_weights(std::span<const double> shares) {
  constexpr double whole = 1e6;
  const auto is_bad = [](double share) { return !(share >= 0) || !std::isfinite(share); };
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  if (std::any_of(shares.begin(), shares.end(), is_bad) || !(sum > 0) || !std::isfinite(sum)) {
    fail_input("the shares of a prior must be numbers from 0 on, not all 0");
  }
  std::vector<std::uint64_t> weights;
  for (const double share : shares) {
    weights.push_back(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(share / sum * whole))));
  }
  return weights;
}

std::string to_json(const TupleSpec& spec, std::span<const OracleSpec> oracles) {
  auto attributes = nlohmann::json::array();
  for (std::size_t i = 0; i < spec.attributes.size(); ++i) {
    const TupleAttribute& one = spec.attributes[i];
    nlohmann::json json = nlohmann::json::object();
    if (spec.solution == TupleSolution::spl || spec.solution == TupleSolution::smp) {
      json["oracle"] = nlohmann::json::parse(to_json(oracles[i]));
    } else {
      json = domain_json(one.domain);
    }
    if (has_fake_data(spec.solution)) json["entry"] = one.oracle;
    if (!one.prior.empty()) json["prior"] = one.prior;
    if (!one.name.empty()) json["name"] = one.name;
    attributes.push_back(std::move(json));
  }
  nlohmann::json json = {{"solution", word_of(spec.solution)},
                         {"attributes", std::move(attributes)},
                         {"epsilon", spec.epsilon},
                         {"level", word_of(spec.level)}};
  if (spec.solution == TupleSolution::joint) json["oracle"] = nlohmann::json::parse(to_json(oracles[0]));
  if (spec.pairs) json["pairs"] = true;
  return json.dump();
}

RecordedTuple tuple_spec_from_json(std::string_view text) {
  RecordedTuple recorded;
  TupleSpec& spec = recorded.spec;
  try {
    const auto json = parse_bounded_json(text);
    spec.solution = tuple_solution_from(json.at("solution").get<std::string>());
    spec.level = tuple_level_from(json.at("level").get<std::string>());
    json.at("epsilon").get_to(spec.epsilon);
    if (json.contains("pairs")) json.at("pairs").get_to(spec.pairs);
    for (const auto& item : json.at("attributes").get_ref<const nlohmann::json::array_t&>()) {
      TupleAttribute one;
      if (item.contains("name")) item.at("name").get_to(one.name);
      if (item.contains("prior")) one.prior = whole_numbers(item.at("prior"));
      if (spec.solution == TupleSolution::spl || spec.solution == TupleSolution::smp) {
        recorded.oracles.push_back(spec_from_json(item.at("oracle").dump()));
        one.domain = recorded.oracles.back().domain;
        one.oracle = recorded.oracles.back().oracle;
        one.parameters = recorded.oracles.back().parameters;
      } else {
        one.domain = domain_from(item);
        if (has_fake_data(spec.solution)) item.at("entry").get_to(one.oracle);
      }
      spec.attributes.push_back(std::move(one));
    }
    if (spec.solution == TupleSolution::joint) {
      recorded.oracles.push_back(spec_from_json(json.at("oracle").dump()));
      spec.oracle = recorded.oracles.back().oracle;
    }
  } catch (const nlohmann::json::exception& error) {
    fail_input(fmt::format("the spec is not valid: {}", error.what()));
  }
  return recorded;
}

}  // namespace sourdine
