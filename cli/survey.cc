#include "survey.h"

#include <fmt/format.h>

namespace sourdine::cli {

void add_survey(Command& app, Context& context) {
  Command* command = app.add_subcommand("survey", "Several attributes per person, asked once or again and again");
  command->require_subcommand(1);
  add_survey_randomize(*command, context);
  add_survey_aggregate(*command, context);
  add_survey_estimate(*command, context);
  add_survey_leakage(*command, context);
  add_survey_generate(*command, context);
  add_survey_attack(*command, context);
  command->footer(fmt::format("Example:\n{}", survey_example));
}

}  // namespace sourdine::cli
