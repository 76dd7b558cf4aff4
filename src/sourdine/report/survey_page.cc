#include "sourdine/report/survey_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sourdine/base/error.h"
#include "sourdine/base/version.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/report/page.h"

namespace sourdine {
namespace {

using SurveyJson = nlohmann::ordered_json;

// A share to a ten-thousandth of a percent; nothing, where it is not known.
SurveyJson share_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  const double rounded = std::round(value * 1e6) / 1e6;
  return rounded == 0 ? 0.0 : rounded;
}

// Not rounded: an ε is a bound, and the page rounds it up.
SurveyJson bound_number(std::optional<double> value) {
  return value && std::isfinite(*value) ? SurveyJson(*value) : SurveyJson(nullptr);
}

SurveyJson shares_json(const std::vector<std::vector<SurveyPageShare>>& collections) {
  SurveyJson list = SurveyJson::array();
  for (const std::vector<SurveyPageShare>& shares : collections) {
    SurveyJson row = SurveyJson::array();
    for (const SurveyPageShare& share : shares) {
      row.push_back({share_number(share.value), share_number(share.lower), share_number(share.upper)});
    }
    list.push_back(std::move(row));
  }
  return list;
}

void require_labelled(const SurveyPageAttribute& attribute, const char* what, std::size_t expected,
                      const std::vector<std::vector<SurveyPageShare>>& collections) {
  bool is_complete = collections.size() == expected;
  for (const std::vector<SurveyPageShare>& shares : collections) {
    is_complete = is_complete && (shares.empty() || shares.size() == attribute.labels.size());
  }
  if (!is_complete) {
    fail_internal(fmt::format("the page of the survey has not one {} for every label of '{}' and collection", what,
                              attribute.name));
  }
}

void require_complete(const SurveyPage& survey) {
  if (survey.people.empty() || survey.people.size() != std::max<std::size_t>(1, survey.collections.size())) {
    fail_internal("the page of the survey has not one number of people for every collection");
  }
  for (const SurveyPageAttribute& attribute : survey.attributes) {
    require_labelled(attribute, "share", survey.people.size(), attribute.shares);
    if (!attribute.changes.empty()) {
      require_labelled(attribute, "change", survey.people.size() - 1, attribute.changes);
    }
    if (!attribute.reports.empty() && attribute.reports.size() != survey.people.size()) {
      fail_internal(fmt::format("the page of the survey has not one number of reports of '{}' for every collection",
                                attribute.name));
    }
  }
}

SurveyJson attribute_json(const SurveyPageAttribute& attribute, double attribute_epsilon) {
  return {{"name", attribute.name},
          {"oracle", attribute.oracle},
          {"labels", attribute.labels},
          {"shares", shares_json(attribute.shares)},
          {"changes", shares_json(attribute.changes)},
          {"reports", attribute.reports},
          {"epsilon1", bound_number(attribute.epsilon1)},
          {"epsilon_limit", bound_number(attribute.epsilon_limit.value_or(attribute_epsilon))},
          {"leakage", attribute.leakage}};
}

// Sentences in the language they are in: where there is no translation, the page says which it is.
SurveyJson sentences_json(Language own, const std::vector<std::string>& lines,
                          const std::vector<std::string>& translated) {
  SurveyJson json = SurveyJson::object();
  for (const Language language : {Language::en, Language::fr}) {
    const bool is_translated = language != own && !translated.empty();
    json[language == Language::fr ? "fr" : "en"] = {
        {"language", (is_translated ? language : own) == Language::fr ? "fr" : "en"},
        {"lines", is_translated ? translated : lines}};
  }
  return json;
}

}  // namespace

std::string survey_page_data(const SurveyPage& survey) {
  require_complete(survey);
  SurveyJson attributes = SurveyJson::array();
  for (const SurveyPageAttribute& attribute : survey.attributes) {
    attributes.push_back(attribute_json(attribute, survey.attribute_epsilon));
  }
  const SurveyJson data = {
      {"kind", survey_page_kind},
      {"schema", page_schema},
      {"language", survey.language == Language::fr ? "fr" : "en"},
      {"title", survey.title},
      {"software", fmt::format("Sourdine {}", version())},
      {"solution", survey.solution},
      {"collections", survey.collections.empty() ? std::vector<std::string>{""} : survey.collections},
      {"people", survey.people},
      {"confidence", survey.confidence},
      {"has_memo", survey.has_memo},
      {"cap", survey.cap ? SurveyJson(*survey.cap) : SurveyJson(nullptr)},
      {"guarantee",
       {{"is_private", survey.not_private_because.empty()},
        {"not_private_because",
         sentences_json(survey.language, survey.not_private_because, survey.not_private_because_translated)},
        {"tuple_epsilon", bound_number(survey.tuple_epsilon)},
        {"attribute_epsilon", bound_number(survey.attribute_epsilon)},
        {"worst_total", bound_number(survey.worst_total)},
        {"words", sentences_json(survey.language, survey.guarantee, survey.guarantee_translated)}}},
      {"attributes", std::move(attributes)}};
  return data.dump(-1, ' ', false, SurveyJson::error_handler_t::replace);
}

std::string survey_page(const SurveyPage& survey) { return survey_page(survey_page_data(survey)); }

}  // namespace sourdine
