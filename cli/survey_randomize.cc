#include <fmt/format.h>

#include "common.h"
#include "publishing.h"
#include "sourdine/base/error.h"
#include "sourdine/survey/reports_publication.h"
#include "survey.h"

namespace sourdine::cli {
namespace {

struct SurveyRandomizeArguments : PublishingOptions {
  ReportsWishes wishes;
};

void run_survey_randomize(const SurveyRandomizeArguments& options, Context& context) {
  const MemoryWishes& memory = options.wishes.memory;
  SurveyConfig config = read_survey_config(options.config);
  options.apply_ledger(config.head);
  if (options.out == "-") fail_usage("reports of a survey go into a file, not to the standard output");
  if ((memory.draws_key || memory.lost_state) && !config.is_repeated) {
    fail_usage("--new-key and --state-lost are for people who report again");
  }
  if (options.seed && memory.draws_key) {
    fail_usage("--seed and --new-key exclude each other: a seeded run uses no key");
  }
  refuse_same_file(options.out,
                   {file_of_source(options.source), config.people.source, options.config, config.privacy.memo_key,
                    config.head.ledger(), config.state_file(), config.head.budget_file});
  PreparedSurvey survey = prepare_survey(std::move(config));
  require_private_epsilon(survey.protocol->epsilon(), options.is_weak);
  Progress progress(context);
  ReportsPublication reports(std::move(survey), options.wishes);
  run_publication(options, reports, progress, context);
}

}  // namespace

void add_survey_randomize(Command& survey, Context& context) {
  auto options = std::make_shared<SurveyRandomizeArguments>();
  Command* command = survey.add_subcommand("randomize", "A table of people in, private reports out (.srep)");
  options->add_source(*command, "PEOPLE");
  options->add_config(*command, survey_config_help);
  options->add_out(*command, "reports");
  command
      ->add_option("--collection", options->wishes.collection,
                   "Take this collection only; its name where no column of the table says it")
      ->type_name("NAME");
  options->add_ledger(*command);
  options->add_randomness(*command);
  command->add_flag("--new-key", options->wishes.memory.draws_key, "Draw the memo's key, before the first collection");
  command->add_flag("--state-lost", options->wishes.memory.lost_state,
                    "Begin again after it was lost which answers people have used: the cap then bounds nothing");
  options->add_ends(*command);
  command->footer(fmt::format("Example:\n{}", survey_example));
  command->callback([options, &context] { run_survey_randomize(*options, context); });
}

}  // namespace sourdine::cli
