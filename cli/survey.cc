#include "survey.h"

#include <fmt/format.h>

#include "print.h"
#include "sourdine/base/text.h"

namespace sourdine::cli {

void add_survey_config(Command& command, std::string& config) {
  command.add_option("--config", config, "The TOML file that describes the survey (docs/surveys.md)")->required();
}

std::string symbol_cap_word(SymbolCap cap) {
  return cap == SymbolCap::enforced ? "enforced" : cap == SymbolCap::lost ? "lost" : "none";
}

void print_survey_statement(std::ostream& out, const SurveyStatement& statement) {
  if (statement.not_private_because.empty()) fmt::print(out, "guarantee: {}\n", statement.promise);
  for (const std::string& reason : statement.not_private_because) fmt::print(out, "NOT PRIVATE: {}\n", reason);
  if (!statement.not_private_because.empty()) return;
  for (const std::string& sentence : statement.more) fmt::print(out, "  {}\n", sentence);
}

nlohmann::json survey_statement_json(const SurveyStatement& statement) {
  return {{"promise", statement.promise},
          {"more", statement.more},
          {"not_protected", statement.not_protected},
          {"not_private_because", statement.not_private_because}};
}

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
