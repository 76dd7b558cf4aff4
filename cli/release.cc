#include <fmt/format.h>

#include "app.h"
#include "common.h"
#include "print.h"
#include "progress.h"
#include "publishing.h"
#include "release_check.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/release/central_release.h"
#include "sourdine/release/publication.h"

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

std::unique_ptr<RandomSource> random_of(const ReleaseArguments& options) {
  if (options.seed) return std::make_unique<SeededSource>(*options.seed);
  return std::make_unique<SecureSource>();
}

Publishing publishing(const ReleaseArguments& options, Progress& progress) {
  return {.out = options.out,
          .reading = {.source = options.events, .progress = [&](const std::string& what) { progress.say(what); }}};
}

// Reports cost when their collection was created: nothing is spent here, and there is no ledger to name.
void release_reports(const ReleaseArguments& options, Context& context) {
  if (options.from.collection.empty()) fail_usage("--collection is required with --from", "Give the collection's id.");
  if (!options.events.empty()) fail_usage("--from and EVENTS exclude each other: reports are published, or events");
  if (options.check) fail_usage("--check is for events: what a release of reports needs is known already");
  if (options.out.empty()) fail_usage("--out is required", "Give the release's directory.");
  refuse_existing_release(options.out);
  Progress progress(context);
  progress.say("reading the collection");
  const ReportedCollection collection = context.read_collection(options.from);
  const ReleaseConfig config =
      options.config.empty() ? config_of_reports(collection) : read_config_of_reports(options.config, collection);
  ReportedPublication publication(config, collection);
  const Published published = publish(publication, publishing(options, progress), *random_of(options));
  progress.clear();
  print_publication(context, options.json, publication, published);
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
  refuse_existing_release(options.out);  // before any work
  Progress progress(context);
  BuildOptions building;
  building.before_noise = [&](const Guarantee& guarantee) { require_private(guarantee, options.is_weak); };
  CountsPublication publication(config, building);
  const Published published = publish(publication, publishing(options, progress), *random_of(options));
  progress.clear();
  print_unknown_places(context.err, publication.release().unknown_places);
  const Ledger ledger = open_ledger(config.head.ledger(), config.head.budget_file);
  for (const std::string& note : other_budget_notes(ledger, config.head.dataset)) {
    fmt::print(context.err, "sourdine: note: {}\n", escaped(note));
  }
  if (publication.release().facts.central && !has_counted_something(publication.release())) {
    fmt::print(context.err, "sourdine: warning: {}\n", nothing_counted(config, publication.release().rows.read));
  }
  print_publication(context, options.json, publication, published);
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
