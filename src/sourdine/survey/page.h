// What the page of a survey shows.
#pragma once

#include <cstdint>

#include "sourdine/report/survey_page.h"
#include "sourdine/survey/estimates.h"
#include "sourdine/survey/statement.h"

namespace sourdine {

// How many reports the leakage curve is shown for.
std::vector<std::uint64_t> usual_report_counts();

SurveyPage survey_page_of(const SurveyGround& ground, const SurveyFacts& facts, const SurveyEstimates& estimates);

}  // namespace sourdine
