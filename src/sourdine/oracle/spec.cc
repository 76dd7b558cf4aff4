#include "sourdine/oracle/spec.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"

namespace sourdine {

std::string to_json(const OracleSpec& spec) {
  nlohmann::json json;
  json["oracle"] = spec.oracle;
  json["k"] = spec.k();
  json["epsilon"] = spec.epsilon;
  if (!spec.domain.labels().empty()) json["labels"] = spec.domain.labels();
  if (!spec.parameters.empty()) json["parameters"] = spec.parameters;
  return json.dump();
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

}  // namespace sourdine
