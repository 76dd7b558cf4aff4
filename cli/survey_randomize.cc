#include <fmt/format.h>

#include "common.h"
#include "print.h"
#include "progress.h"
#include "published.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/ledger_store/open_ledger.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/survey/randomize.h"
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

// What is known when reports are made: the collections so far.
SurveyFacts facts_of(const RandomizedSurvey& made) {
  SurveyFacts facts{.collections = {}, .people = {}, .is_seeded = !made.is_private};
  for (const MadeCollection& one : made.collections) {
    facts.collections.push_back(one.name);
    facts.people.push_back(one.reports);
  }
  if (made.person) facts.cap = made.person->cap;
  return facts;
}

nlohmann::json person_json(const PersonTotal& person) {
  nlohmann::json json = {
      {"cap", symbol_cap_word(person.cap)}, {"epsilon_so_far", person.total}, {"epsilon_for_ever", person.lifetime}};
  if (person.collections == 0) return json;
  json["collections_so_far"] = person.collections;
  json["most_symbols"] = person.most_symbols;
  json["repeated_by_cap"] = person.repeats;
  return json;
}

nlohmann::json randomized_json(const RandomizedSurvey& made) {
  nlohmann::json collections = nlohmann::json::array();
  for (const MadeCollection& one : made.collections) {
    collections.push_back({{"name", one.name}, {"reports", one.reports}, {"file", one.file}});
  }
  const SurveyConfig& config = made.ground.config;
  nlohmann::json json = {
      {"collections", collections},
      {"report_bytes", made.ground.protocol->report_bytes()},
      {"spec", nlohmann::json::parse(made.ground.protocol->spec()->json())},
      {"solution", config.solution_word()},
      {"randomness", randomness_name(made.is_private)},
      {"guarantee", guarantee_json(made.ground.protocol->guarantee())},
      {"statement", survey_statement_json(survey_statement(made.ground, facts_of(made), Language::en))},
      {"ledger", ledger_json(shown_ledger(config.ledger()), config.dataset, made.spent)}};
  if (made.person) json["person"] = person_json(*made.person);
  return json;
}

void print_person(const PersonTotal& person, std::ostream& out) {
  constexpr std::string_view against = "\n  against other answers that are equal in the same collections\n";
  if (person.collections == 0) {
    fmt::print(out, "one person: at most epsilon {:.6g} for ever, that of all answers there are: nobody counts{}",
               person.lifetime, against);
    return;
  }
  if (person.cap == SymbolCap::lost) {
    fmt::print(out,
               "one person: at most epsilon {:.6g} for ever; what was counted before is LOST: the cap bounds nothing",
               person.lifetime);
  } else {
    fmt::print(out, "one person: at most epsilon {:.6g} after {}, and {:.6g} for ever", person.total,
               counted(person.collections, "collection"), person.lifetime);
  }
  fmt::print(out,
             "{}  counted: nobody has used more than {} of an attribute{}; this is told by the answers, and not to "
             "be published\n",
             against, counted(person.most_symbols, "answer"),
             person.repeats == 0
                 ? ""
                 : fmt::format(", and {} said an older one because of the cap", counted(person.repeats, "report")));
}

void print_randomized(const RandomizedSurvey& made, std::ostream& out) {
  for (const MadeCollection& one : made.collections) {
    fmt::print(out, "{}{} of {} in '{}'\n", one.name.empty() ? "" : fmt::format("'{}': ", shown(one.name)),
               counted(one.reports, "report"), counted(made.ground.protocol->report_bytes(), "byte"), one.file);
  }
  SurveyStatement statement = survey_statement(made.ground, facts_of(made), Language::en);
  statement.more.clear();
  print_survey_statement(out, statement);
  if (made.person) print_person(*made.person, out);
  const SurveyConfig& config = made.ground.config;
  print_spent(out, shown_ledger(config.ledger()), config.dataset, made.spent);
}

void run_survey_randomize(const SurveyRandomizeArguments& options, Context& context) {
  SurveyConfig config = read_survey_config(options.config);
  if (!options.ledger.empty()) config.privacy.ledger = options.ledger;
  if (options.out == "-") fail_usage("reports of a survey go into a file, not to the standard output");
  if ((options.draws_key || options.lost_state) && !config.is_repeated) {
    fail_usage("--new-key and --state-lost are for people who report again");
  }
  refuse_same_file(options.out,
                   {file_of_source(options.people), config.people.source, options.config, config.privacy.memo_key,
                    config.ledger(), config.state_file(), config.privacy.budget_file});
  SurveyGround ground = prepare_survey(std::move(config));
  require_private_epsilon(ground.protocol->epsilon(), options.is_weak);
  std::unique_ptr<RandomSource> random = std::make_unique<SecureSource>();
  SurveyRandomizing how{.people = {.source = options.people, .collection = options.collection, .stop = {}},
                        .out = options.out,
                        .replaces = options.replaces,
                        .draws_key = options.draws_key,
                        .lost_state = options.lost_state,
                        .stop = {}};
  if (options.seed) {
    if (options.draws_key) fail_usage("--seed and --new-key exclude each other: a seeded run uses no key");
    random = std::make_unique<SeededSource>(*options.seed);
    how.secret = seeded_row_secret(*options.seed);
  }
  Progress progress(context);
  how.progress = [&](const std::string& what) { progress.say(what); };
  const RandomizedSurvey made = randomize_survey(std::move(ground), *random, how);
  progress.clear();
  if (options.json) return print_json(context.out, randomized_json(made));
  print_randomized(made, context.out);
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
