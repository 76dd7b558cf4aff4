#include "sourdine/anonymize/facts_json.h"

namespace sourdine {
namespace {

nlohmann::ordered_json row_risk_json(const RowRisk& risk) {
  return {{"largest", risk.largest}, {"average", risk.average}, {"rows_at_risk", risk.at_risk}};
}

}  // namespace

nlohmann::ordered_json risk_json(const ReidentificationRisk& risk) {
  nlohmann::ordered_json json = {{"rows", risk.rows},           {"classes", risk.classes},
                                 {"threshold", risk.threshold}, {"prosecutor", row_risk_json(risk.prosecutor)},
                                 {"marketer", risk.marketer},   {"unique_rows", risk.uniques}};
  if (risk.population) {
    json["population"] = {{"rows", risk.population->rows},
                          {"journalist", row_risk_json(risk.population->journalist)},
                          {"marketer", risk.population->marketer},
                          {"unique_rows", risk.population->uniques},
                          {"uncovered_rows", risk.population->uncovered}};
  }
  return json;
}

nlohmann::ordered_json losses_json(const Losses& losses) {
  return {{"ncp", losses.ncp},
          {"entropy", losses.entropy},
          {"discernibility", losses.discernibility},
          {"class_size", losses.class_size}};
}

}  // namespace sourdine
