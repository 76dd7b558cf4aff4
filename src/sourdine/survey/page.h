// What the page of a survey shows beside its head and promise (web/src/survey-types.ts). Internal to survey/.
#pragma once

#include <nlohmann/json.hpp>

#include "sourdine/survey/estimates.h"
#include "sourdine/survey/statement.h"

namespace sourdine {

nlohmann::ordered_json survey_page_facts(const PreparedSurvey& survey, const SurveyFacts& facts,
                                         const SurveyEstimates& estimates);

}  // namespace sourdine
