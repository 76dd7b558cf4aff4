#include "sourdine/oracle/spec.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <unordered_set>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"

namespace sourdine {

Domain::Domain(std::uint64_t size) {
  if (size == 0) fail_input("the domain is empty (k = 0)", "Give the number of different values, at least 1.");
  if (size > max_size) {
    fail_input(fmt::format("the domain is too large (k = {}, at most {})", size, max_size),
               "Generalise the values first, or hash them onto fewer buckets.");
  }
  size_ = static_cast<Value>(size);
}

Domain::Domain(std::vector<std::string> labels) : Domain(labels.size()) {
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i].empty()) fail_input(fmt::format("label {} of the domain is empty", i + 1));
    if (!seen.insert(labels[i]).second) fail_input(fmt::format("label '{}' is in the domain twice", labels[i]));
  }
  labels_ = std::move(labels);
}

std::string Domain::label(Value value) const { return labels_.empty() ? std::to_string(value) : labels_[value]; }

std::string to_json(const OracleSpec& spec) {
  nlohmann::json json;
  json["oracle"] = spec.oracle;
  json["k"] = spec.k();
  json["epsilon"] = spec.epsilon;
  if (!spec.domain.labels().empty()) json["labels"] = spec.domain.labels();
  if (!spec.parameters.empty()) json["parameters"] = spec.parameters;
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

OracleSpec spec_from_json(std::string_view text) {
  try {
    const auto json = parse_bounded_json(text);
    // By reference, because a conversion would quietly take a number with a fraction or beyond 64 bits.
    const std::uint64_t k = whole_number(json.at("k"));
    OracleSpec spec;
    spec.oracle = json.at("oracle").get<std::string>();
    spec.epsilon = json.at("epsilon").get<double>();
    if (json.contains("labels")) {
      spec.domain = Domain(json.at("labels").get<std::vector<std::string>>());
      if (k != spec.k()) fail_input("the spec's k is not its number of labels");
    } else {
      spec.domain = Domain(k);
    }
    if (json.contains("parameters")) spec.parameters = json.at("parameters").get<std::map<std::string, double>>();
    return spec;
  } catch (const nlohmann::json::exception& error) {
    fail_input(fmt::format("the spec is not valid: {}", error.what()));
  }
}

std::string first_difference(const OracleSpec& a, const OracleSpec& b) {
  if (a.oracle != b.oracle) return "oracle";
  if (a.k() != b.k()) return "k";
  if (a.domain.labels() != b.domain.labels()) return "labels";
  if (a.epsilon != b.epsilon) return "epsilon";
  for (const auto& [name, number] : a.parameters) {
    const auto other = b.parameters.find(name);
    if (other == b.parameters.end() || other->second != number) return "parameters." + name;
  }
  for (const auto& [name, number] : b.parameters) {
    if (!a.parameters.contains(name)) return "parameters." + name;
  }
  return {};
}

}  // namespace sourdine
