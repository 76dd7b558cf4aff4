// The verbs of `sourdine survey`, and what they share.
#pragma once

#include <string>

#include "app.h"

namespace sourdine::cli {

void add_survey_randomize(Command& survey, Context& context);
void add_survey_aggregate(Command& survey, Context& context);
void add_survey_estimate(Command& survey, Context& context);
void add_survey_leakage(Command& survey, Context& context);
void add_survey_generate(Command& survey, Context& context);
void add_survey_attack(Command& survey, Context& context);

// Works as pasted: the help of the verbs begins with these lines.
inline constexpr const char* survey_example =
    "  (echo sex,age; seq 0 1999 | awk '{print ($1 % 3 ? \"f\" : \"m\") \",\" $1 % 90}') > people.csv\n"
    "  printf '[[attribute]]\\nname=\"sex\"\\nlabels=[\"f\",\"m\"]\\n[[attribute]]\\nname=\"age\"\\n"
    "bins=[0,18,65,inf]\\n[privacy]\\nepsilon=1\\n' > mine.toml\n"
    "  sourdine survey randomize people.csv --config mine.toml --out mine.srep\n"
    "  sourdine survey estimate mine.srep --config mine.toml --out published";

inline constexpr const char* survey_config_help = "The TOML file that describes the survey (docs/surveys.md)";

}  // namespace sourdine::cli
