// The verbs of `sourdine survey`.
#pragma once

#include "app.h"

namespace sourdine::cli {

void add_survey_randomize(Command& survey, Context& context);
void add_survey_aggregate(Command& survey, Context& context);
void add_survey_estimate(Command& survey, Context& context);
void add_survey_leakage(Command& survey, Context& context);
void add_survey_generate(Command& survey, Context& context);
void add_survey_attack(Command& survey, Context& context);

}  // namespace sourdine::cli
