#include <fmt/format.h>

#include "common.h"
#include "progress.h"
#include "publishing.h"
#include "sourdine/base/error.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/survey/reports_publication.h"
#include "survey.h"

namespace sourdine::cli {
namespace {

struct SurveyRandomizeArguments {
  std::string people;
  std::string config;
  std::string out;
  std::string collection;
  std::string ledger;
  std::optional<std::uint64_t> seed;
  bool draws_key = false;
  bool lost_state = false;
  bool is_weak = false;
  bool replaces = false;
  bool json = false;
};

void run_survey_randomize(const SurveyRandomizeArguments& options, Context& context) {
  SurveyConfig config = read_survey_config(options.config);
  if (!options.ledger.empty()) config.head.ledger_name = options.ledger;
  if (options.out == "-") fail_usage("reports of a survey go into a file, not to the standard output");
  if ((options.draws_key || options.lost_state) && !config.is_repeated) {
    fail_usage("--new-key and --state-lost are for people who report again");
  }
  refuse_same_file(options.out,
                   {file_of_source(options.people), config.people.source, options.config, config.privacy.memo_key,
                    config.head.ledger(), config.state_file(), config.head.budget_file});
  PreparedSurvey survey = prepare_survey(std::move(config));
  require_private_epsilon(survey.protocol->epsilon(), options.is_weak);
  std::unique_ptr<RandomSource> random = std::make_unique<SecureSource>();
  std::optional<RowSecret> secret;
  if (options.seed) {
    if (options.draws_key) fail_usage("--seed and --new-key exclude each other: a seeded run uses no key");
    random = std::make_unique<SeededSource>(*options.seed);
    secret = seeded_row_secret(*options.seed);
  }
  Progress progress(context);
  const Publishing publishing{
      .out = options.out,
      .replaces = options.replaces,
      .reading = {.source = options.people, .progress = [&](const std::string& what) { progress.say(what); }}};
  ReportsPublication reports(
      std::move(survey),
      {.collection = options.collection, .memory = {.draws_key = options.draws_key, .lost_state = options.lost_state}});
  const Published published = publish(reports, publishing, *random, secret);
  progress.clear();
  print_publication(context, options.json, reports, published);
}

}  // namespace

void add_survey_randomize(Command& survey, Context& context) {
  auto options = std::make_shared<SurveyRandomizeArguments>();
  Command* command = survey.add_subcommand("randomize", "A table of people in, private reports out (.srep)");
  add_source(*command, "PEOPLE", options->people);
  add_survey_config(*command, options->config);
  command->add_option("--out,-o", options->out, "Report file to write; a directory where there are several collections")
      ->required()
      ->type_name("REPORTS");
  command
      ->add_option("--collection", options->collection,
                   "Take this collection only; its name where no column of the table says it")
      ->type_name("NAME");
  command->add_option("--ledger", options->ledger,
                      "The ledger to charge; default: DATASET.ledger.jsonl beside the configuration");
  command->add_option("--seed", options->seed, "Reproducible randomness for tests: the result is NOT private");
  command->add_flag("--new-key", options->draws_key, "Draw the memo's key, before the first collection");
  command->add_flag("--state-lost", options->lost_state,
                    "Begin again after it was lost which answers people have used: the cap then bounds nothing");
  add_weak(*command, options->is_weak);
  command->add_flag("--force", options->replaces, "Replace reports that are there; what was spent stays spent");
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(fmt::format("Example:\n{}", survey_example));
  command->callback([options, &context] { run_survey_randomize(*options, context); });
}

}  // namespace sourdine::cli
