// `sourdine plan --attributes`: several attributes of one person.
#pragma once

#include <string>

#include "app.h"

namespace sourdine::cli {

struct SurveyPlanOptions {
  std::string attributes;  // "2,4,16"
  double epsilon;
  double people;
  bool json;
};

void plan_survey(const SurveyPlanOptions& options, Context& context);

}  // namespace sourdine::cli
