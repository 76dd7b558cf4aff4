#include "sourdine/survey/page.h"

#include <cmath>

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

// A share to a ten-thousandth of a percent; nothing, where it is not known.
Json share_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  const double rounded = std::round(value * 1e6) / 1e6;
  return rounded == 0 ? 0.0 : rounded;
}

Json shares_json(const std::vector<Estimate>& estimates) {
  Json shares = Json::array();
  for (const Estimate& share : estimates) {
    shares.push_back({share_number(share.value), share_number(share.lower), share_number(share.upper)});
  }
  return shares;
}

Json attribute_json(const PreparedSurvey& survey, const SurveyEstimates& estimates, std::size_t attribute) {
  const TupleProtocol& protocol = *survey.protocol;
  Json shares = Json::array(), reports = Json::array(), changes = Json::array(), curve = Json::array();
  for (const AttributeEstimates& collection : estimates.attributes[attribute]) {
    shares.push_back(shares_json(collection.shares));
    reports.push_back(collection.reports);
  }
  for (const std::vector<Estimate>& change : estimates.changes[attribute]) changes.push_back(shares_json(change));
  Json first = nullptr, limit = protocol.privacy().attribute;
  if (survey.config.is_repeated) {
    const Memoised& memoised = survey.memoised(attribute);
    const std::vector<std::uint64_t> counts = usual_report_counts();
    const std::vector<double> epsilons = leakage(memoised, counts);
    for (std::size_t i = 0; i < counts.size(); ++i) curve.push_back({counts[i], epsilons[i]});
    first = memoised.report_epsilon();
    limit = memoised.symbol_epsilon();
  }
  const std::string& oracle = protocol.tuple_spec().attributes[attribute].oracle;
  Json json = {{"name", protocol.attribute_name(attribute)},
               {"oracle", oracle.empty() ? protocol.tuple_spec().oracle : oracle},
               {"labels", protocol.domain(attribute).labels()},
               {"shares", std::move(shares)},
               {"changes", std::move(changes)},
               {"reports", std::move(reports)},
               {"epsilon1", std::move(first)},
               {"epsilon_limit", std::move(limit)},
               {"leakage", std::move(curve)}};
  const std::vector<double>& bins = survey.config.attributes[attribute].bins;
  if (!bins.empty()) json["labels_in"] = {{"fr", bin_labels(bins, Language::fr)}};
  return json;
}

}  // namespace

// An ε is a bound, and the page rounds it up: no number of `guarantee` is rounded here.
nlohmann::ordered_json survey_page_facts(const PreparedSurvey& survey, const SurveyFacts& facts,
                                         const SurveyEstimates& estimates) {
  const SurveyConfig& config = survey.config;
  const auto in_both = [](const auto& text) -> Json {
    return {{"en", text(Language::en)}, {"fr", text(Language::fr)}};
  };
  Json worst_total = nullptr;
  if (config.is_repeated) {
    worst_total = survey.lifetime_total(facts.cap);
  } else if (facts.collections.size() > 1) {
    worst_total = survey.total(facts.collections.size(), facts.cap);
  }
  Json attributes = Json::array();
  for (std::size_t i = 0; i < survey.width(); ++i) attributes.push_back(attribute_json(survey, estimates, i));
  Json json = {{"solution", config.solution_word()},
               {"collections", facts.collections},
               {"people", facts.people},
               {"confidence", facts.confidence},
               {"has_memo", config.is_repeated},
               {"caption", in_both([&](Language language) { return survey_caption(survey, facts, language); })},
               {"guarantee",
                {{"tuple_epsilon", survey.protocol->privacy().tuple},
                 {"attribute_epsilon", survey.protocol->privacy().attribute},
                 {"worst_total", std::move(worst_total)}}},
               {"attributes", std::move(attributes)}};
  if (!beyond_cap_text(survey, Language::en).empty()) {
    json["beyond_cap"] = in_both([&](Language language) { return beyond_cap_text(survey, language); });
  }
  return json;
}

}  // namespace sourdine
