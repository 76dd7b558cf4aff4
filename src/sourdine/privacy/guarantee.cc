#include "sourdine/privacy/guarantee.h"

#include <nlohmann/json.hpp>

namespace sourdine {

std::string_view model_name(PrivacyModel model) { return model == PrivacyModel::local ? "local" : "central"; }

std::string to_json(const Guarantee& guarantee) {
  return nlohmann::json{{"epsilon_asked", guarantee.epsilon_asked},
                        {"epsilon", guarantee.epsilon},
                        {"delta", guarantee.delta},
                        {"model", model_name(guarantee.model)},
                        {"unit", guarantee.unit},
                        {"neighbours", guarantee.neighbours},
                        {"caveats", guarantee.caveats}}
      .dump();
}

Guarantee local_report_guarantee(double epsilon_asked, double epsilon) {
  Guarantee guarantee;
  guarantee.epsilon_asked = epsilon_asked;
  guarantee.epsilon = epsilon;
  guarantee.model = PrivacyModel::local;
  guarantee.unit = "the value in one report";
  guarantee.neighbours = "replace the value by any other value of the domain";
  guarantee.caveats = {"not protected: that a report was sent, when, and how many there are",
                       "m reports about the same person or value together spend m times this epsilon"};
  return guarantee;
}

}  // namespace sourdine
