#include "sourdine/central/release.h"

#include <fmt/format.h>

#include "app.h"
#include "common.h"
#include "print.h"
#include "progress.h"
#include "publishing.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/release/publication.h"

namespace sourdine::cli {
namespace {

struct ReleaseArguments : PublishingOptions {
  CollectionSource from = {};
};

// Reports cost when their collection was created: nothing is spent here, and there is no ledger to name.
void release_reports(const ReleaseArguments& options, Context& context) {
  if (options.from.collection.empty()) fail_usage("--collection is required with --from", "Give the collection's id.");
  if (!options.source.empty()) fail_usage("--from and EVENTS exclude each other: reports are published, or events");
  if (!options.ledger.empty()) fail_usage("--from and --ledger exclude each other: reports were paid for before");
  options.require_out();
  Progress progress(context);
  progress.say("reading the collection");
  const ReportedCollection collection = context.read_collection(options.from);
  const ReleaseConfig config =
      options.config.empty() ? config_of_reports(collection) : read_config_of_reports(options.config, collection);
  ReportedPublication publication(config, collection);
  run_publication(options, publication, progress, context);
}

// For the eyes of whoever holds the events.
void print_unknown_places(const CountsPublication& publication, std::ostream& err) {
  const auto& places = publication.unknown_places();
  if (places.empty()) return;
  fmt::print(err,
             "sourdine: places that are in no table, with their events (for your eyes, not part of the release):\n");
  for (const auto& [place, count] : places) {
    fmt::print(err, "  {:>8}  {}\n", count, place.empty() ? "(no place)" : shown(place));
  }
  if (const std::uint64_t others = publication.checked().unlisted_rows; others > 0) {
    fmt::print(err, "  {:>8}  (too many or too long to be listed)\n", others);
  }
}

void print_notes(const ReleaseConfig& config, const Release& release, std::ostream& err) {
  const Ledger ledger = open_ledger(config.head.ledger(), config.head.budget_file);
  for (const std::string& note : other_budget_notes(ledger, config.head.dataset)) {
    fmt::print(err, "sourdine: note: {}\n", escaped(note));
  }
  if (release.facts.central && !has_counted_something(release)) {
    fmt::print(err, "sourdine: warning: {}\n", nothing_counted(config, release.rows.read));
  }
}

void release(const ReleaseArguments& options, Context& context) {
  if (!options.from.url.empty()) return release_reports(options, context);
  if (options.config.empty()) fail_usage("--config is required", "Give the TOML file that says how.");
  ReleaseConfig config = read_config(options.config);
  options.apply_ledger(config.head);
  BuildOptions building;
  building.before_noise = [&](const Guarantee& guarantee) { require_private(guarantee, options.is_weak); };
  CountsPublication publication(config, building);
  Progress progress(context);
  run_publication(options, publication, progress, context,
                  {.on_both = [&] { print_unknown_places(publication, context.err); },
                   .on_published = [&](const Published&) { print_notes(config, publication.release(), context.err); }});
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
  options->add_source(*command, "EVENTS");
  const bool needs_config = context.read_collection == nullptr;  // else a collection may say it
  options->add_config(*command, "The TOML file that says how (docs/configuration.md)", needs_config);
  options->add_out(*command, "files of a release");
  options->add_ledger(*command);
  options->add_randomness(*command);
  if (context.read_collection != nullptr) add_source_of_reports(*command, options->from);
  options->add_ends(*command);
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
