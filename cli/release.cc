#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "app.h"
#include "common.h"
#include "print.h"
#include "progress.h"
#include "published.h"
#include "release_check.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/release/central_release.h"
#include "sourdine/release/from_reports.h"
#include "sourdine/report/publish.h"

namespace sourdine::cli {
namespace {

struct ReleaseArguments {
  std::string events;
  std::string config;
  std::string out;
  std::optional<std::uint64_t> seed;
  bool is_weak = false;
  bool check = false;
  bool json = false;
  CollectionSource from = {};
};

void print_mostly_noise(const Release& release, std::ostream& out) {
  std::vector<std::string> parts;
  for (const PeriodEstimates& estimates : release.estimates) {
    if (const std::size_t noise = mostly_noise(estimates); noise > 0) {
      parts.push_back(
          fmt::format("{} of {} by {}", noise, estimates.published.size(), period_name(estimates.timeline.period())));
    }
  }
  if (parts.empty()) return;
  fmt::print(out, "mostly noise (a standard error above 1 and above the estimate): {}\n", fmt::join(parts, ", "));
}

// What a local release tells exactly. A central one does not: the numbers of rows are those of people.
nlohmann::json rows_json(const Release& release) {
  return {{"read", release.rows.read},
          {"dropped", release.rows.dropped},
          {"skipped", release.rows.skipped},
          {"outside", release.collected.outside},
          {"missing", release.collected.missing}};
}

nlohmann::json summary(const Release& release) {
  const Guarantee& guarantee = release.facts.guarantee;
  nlohmann::json json = {{"events", release.facts.events},
                         {"regions", release.regions.size()},
                         {"first", release.facts.first},
                         {"last", release.facts.last},
                         {"oracle", release.mechanism()},
                         {"mostly_noise", mostly_noise_by_period(release)},
                         {"randomness", randomness_name(!release.facts.is_seeded)},
                         {"guarantee", guarantee_json(guarantee)},
                         {"not_private_because", make_statement(release.facts, Language::en).not_private_because}};
  if (!release.facts.central) json["rows"] = rows_json(release);
  return json;
}

void print_measured(std::ostream& out, const Release& release) {
  const StatementFacts& facts = release.facts;
  if (!facts.central) {
    fmt::print(out, "{} from {} to {}, {}, randomised by '{}'\n", counted(facts.events, "event"), facts.first,
               facts.last, counted(facts.regions, "region"), release.mechanism());
    print_left_out(out, release.rows, release.collected.outside, release.collected.missing);
    return;
  }
  fmt::print(out, "about {} from {} to {}, {}, counted behind {}\n", counted(facts.events, "event"), facts.first,
             facts.last, counted(facts.regions, "region"), facts.oracle);
  for (const std::string& sentence : make_statement(facts, Language::en).beside) fmt::print(out, "{}\n", sentence);
}

void print_summary(const Release& release, std::ostream& out) {
  const StatementFacts& facts = release.facts;
  print_measured(out, release);
  const Statement statement = make_statement(facts, Language::en);
  if (statement.not_private_because.empty()) {
    print_guarantee(out, facts.guarantee, true);
  } else {
    for (const std::string& reason : statement.not_private_because) fmt::print(out, "NOT PRIVATE: {}\n", reason);
  }
  print_mostly_noise(release, out);
}

// Reports cost when their collection was created: nothing is spent here, and there is no ledger to name.
void release_reports(const ReleaseArguments& options, Context& context) {
  if (options.from.collection.empty()) fail_usage("--collection is required with --from", "Give the collection's id.");
  if (!options.events.empty()) fail_usage("--from and EVENTS exclude each other: reports are published, or events");
  if (options.check) fail_usage("--check is for events: what a release of reports needs is known already");
  if (options.out.empty()) fail_usage("--out is required", "Give the release's directory.");
  std::unique_ptr<RandomSource> random = std::make_unique<SecureSource>();
  if (options.seed) random = std::make_unique<SeededSource>(*options.seed);
  refuse_existing_release(options.out);
  Progress progress(context);
  progress.say("reading the collection");
  const ReportedCollection collection = context.read_collection(options.from);
  const ReleaseConfig config =
      options.config.empty() ? config_of_reports(collection) : read_config_of_reports(options.config, collection);
  BuildOptions building;
  building.progress = [&](const std::string& what) { progress.say(what); };
  const PublishedReports published = publish_reports(config, collection, *random, options.out, building);
  progress.clear();
  const ReportedFacts& facts = *published.release.facts.reported;
  if (options.json) {
    nlohmann::json json = summary(published.release);
    json.update({{"directory", options.out},
                 {"fingerprint", published.fingerprint},
                 {"collection", facts.collection},
                 {"min_reports", facts.min_reports},
                 {"withheld", facts.withheld}});
    return print_json(context.out, json);
  }
  print_summary(published.release, context.out);
  for (const auto& [period, count] : facts.withheld) {
    fmt::print(context.out, "withheld: {} by {}, of fewer than {} reports\n", count, period, facts.min_reports);
  }
  fmt::print(context.out,
             "nothing was spent: these are reports of the collection '{}', which was paid for when it was "
             "created\n",
             escaped(facts.collection));
  fmt::print(context.out, "fingerprint: {}\n", published.fingerprint);
  fmt::print(context.out, "release: {}\n", (std::filesystem::path(options.out) / "index.html").string());
}

void release(const ReleaseArguments& options, Context& context) {
  if (!options.from.url.empty()) return release_reports(options, context);
  if (options.config.empty()) fail_usage("--config is required", "Give the TOML file that says how.");
  const ReleaseConfig config = read_config(options.config);
  if (options.check) {
    if (!options.out.empty()) refuse_existing_release(options.out);
    return check_and_print(config, {.source = options.events, .is_weak = options.is_weak, .json = options.json},
                           context);
  }
  if (options.out.empty()) fail_usage("--out is required", "Give the release's directory, or --check to make none.");
  std::unique_ptr<RandomSource> random = std::make_unique<SecureSource>();
  if (options.seed) random = std::make_unique<SeededSource>(*options.seed);
  refuse_existing_release(options.out);  // before any work
  Progress progress(context);
  BuildOptions building;
  building.source = options.events;
  building.before_noise = [&](const Guarantee& guarantee) { require_private(guarantee, options.is_weak); };
  building.progress = [&](const std::string& what) { progress.say(what); };
  const PublishedRelease published = publish(config, *random, options.out, building);
  progress.clear();
  print_unknown_places(context.err, published.release.unknown_places);
  const Ledger ledger = open_ledger(config.ledger(), config.privacy.budget_file);
  for (const std::string& note : other_budget_notes(ledger, config.dataset)) {
    fmt::print(context.err, "sourdine: note: {}\n", escaped(note));
  }
  if (published.release.facts.central && !has_counted_something(published.release)) {
    fmt::print(context.err, "sourdine: warning: {}\n", nothing_counted(config, published.release.rows.read));
  }
  print_published(
      context, options.json,
      {options.out,
       config.ledger(),
       config.dataset,
       published.spent,
       published.fingerprint,
       {{"release", "index.html"}}},
      [&] { return summary(published.release); }, [&](std::ostream& out) { print_summary(published.release, out); });
}

void add_source_of_reports(Command& command, CollectionSource& from) {
  command
      .add_option("--from", from.url,
                  "Publish a collection's reports instead of events: of a collector (https://HOST) or of its store "
                  "(sqlite:PATH, postgresql://...); costs nothing more")
      ->type_name("URL");
  command.add_option("--collection", from.collection, "With --from: the collection's id")->type_name("ID");
  command.add_option("--token-file", from.token_file, "With --from a collector: a reader's token")->type_name("FILE");
  command
      .add_option("--ca", from.ca_file, "With --from a collector: certificates to trust in place of the system's (PEM)")
      ->type_name("FILE");
  command.add_flag("--allow-plain", from.allows_plain, "With --from a collector: http:// to another machine, too");
}

}  // namespace

void add_release(Command& app, Context& context) {
  auto options = std::make_shared<ReleaseArguments>();
  Command* command = app.add_subcommand("release", "Publish events: estimates, synthetic rows, statement and page");
  add_source(*command, "EVENTS", options->events);
  auto* config =
      command->add_option("--config", options->config, "The TOML file that says how (docs/configuration.md)");
  if (context.read_collection == nullptr) config->required();  // else a collection may say it
  command->add_option("--out", options->out, "The release's directory; must not exist")->type_name("DIR");
  command->add_flag("--check", options->check,
                    "Read everything and say rows, unknown places, expected errors and what would be spent; nothing is "
                    "written or spent");
  command->add_option("--seed", options->seed, "Reproducible randomness for tests: the result is NOT private");
  add_weak(*command, options->is_weak);
  if (context.read_collection != nullptr) add_source_of_reports(*command, options->from);
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(
      "Example:\n"
      "  printf 'when,where\\n2024-01-01,north\\n2024-01-01,south\\n2024-01-02,south\\n' > events.csv\n"
      "  printf '[events]\\ntime=\"when\"\\nplace=\"where\"\\n[places]\\nregions=[\"north\",\"south\"]\\n"
      "[privacy]\\nepsilon=1\\n' > my.toml\n"
      "  sourdine release events.csv --config my.toml --check\n"
      "  sourdine release events.csv --config my.toml --out release");
  command->callback([options, &context] { release(*options, context); });
}

}  // namespace sourdine::cli
