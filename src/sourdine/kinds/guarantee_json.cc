#include "sourdine/kinds/guarantee_json.h"

#include <string>
#include <vector>

namespace sourdine {

Guarantee guarantee_from(const nlohmann::ordered_json& json) {
  Guarantee guarantee;
  guarantee.epsilon_asked = json.at("epsilon_asked").get<double>();
  guarantee.epsilon = json.at("epsilon").get<double>();
  guarantee.delta = json.at("delta").get<double>();
  guarantee.model = json.at("model").get<std::string>() == "central" ? PrivacyModel::central : PrivacyModel::local;
  guarantee.unit_text = json.at("unit").get<std::string>();
  guarantee.neighbours_text = json.at("neighbours").get<std::string>();
  guarantee.unit = Unit::event;
  if (json.contains("protects")) {  // not in releases of 0.1
    guarantee.unit = unit_from(json.at("protects").get<std::string>());
    guarantee.neighbours = neighbours_from(json.at("against").get<std::string>());
  }
  guarantee.caveats = json.at("caveats").get<std::vector<std::string>>();
  if (json.contains("within_metres")) guarantee.within = json.at("within_metres").get<double>();
  if (json.contains("epsilon_per_metre")) {
    guarantee.loss = MetricEpsilon{.per_metre = json.at("epsilon_per_metre").get<double>(),
                                   .offset = json.at("offset").get<double>()};
  }
  if (json.contains("levels")) {
    for (const auto& level : json.at("levels")) {
      guarantee.levels.push_back(
          {unit_from(level.at("protects").get<std::string>()), level.at("epsilon").get<double>()});
    }
  }
  if (json.contains("not_private_because")) {
    guarantee.not_private_because = json.at("not_private_because").get<std::vector<std::string>>();
  }
  return guarantee;
}

}  // namespace sourdine
