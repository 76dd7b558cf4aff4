#include <fmt/format.h>

#include "app.h"
#include "common.h"
#include "print.h"
#include "progress.h"
#include "published.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/blur/publish.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/seeded_source.h"

namespace sourdine::cli {
namespace {

struct BlurArguments {
  std::string events;
  std::string config;
  std::string out;
  std::string level, within;
  std::string per_km;
  std::string ledger;
  std::optional<std::uint64_t> seed;
  bool is_weak = false;
  bool replaces = false;
  bool json = false;
};

BlurConfig configured(const BlurArguments& options) {
  BlurConfig config = read_blur_config(options.config);
  if (!options.per_km.empty()) {
    if (!options.level.empty() || !options.within.empty()) {
      fail_usage("--per-km and --level with --within are two ways to say one thing", "Give one of them.");
    }
    set_per_kilometre(config.privacy, number_of("--per-km", options.per_km));
  }
  if (!options.level.empty()) config.privacy.level = parse_level(options.level);
  if (!options.within.empty()) config.privacy.within = parse_metres(options.within);
  if (!options.ledger.empty()) config.privacy.ledger = options.ledger;
  return config;
}

nlohmann::json estimates_json(const PublishedBlur& published) {
  const PlaceEstimates& estimates = published.estimates;
  nlohmann::json regions = nlohmann::json::array();
  for (const RegionEstimate& region : estimates.regions) {
    regions.push_back({{"region", region.name},
                       {"estimate", region.count.value},
                       {"std_error", region.count.std_error},
                       {"lower", region.count.lower},
                       {"upper", region.count.upper},
                       {"counted", region.counted}});
  }
  const CellGrid& grid = estimates.density.grid;
  return {{"confidence", blur_confidence},
          {"steps", estimates.steps},
          {"cell", published.ground.config.privacy.step * static_cast<double>(grid.cell)},
          {"cells", grid.size()},
          {"regions", regions}};
}

nlohmann::json summary(const PublishedBlur& published) {
  const BlurConfig& config = published.ground.config;
  const MetricPromise& promise = published.ground.promise;
  return {{"events", published.events.moved.size()},
          {"rows", {{"read", published.events.rows_read}, {"outside", published.events.rows_outside}}},
          {"promise", published.statement.promise},
          {"guarantee", guarantee_json(published.ground.guarantee)},
          {"charged", guarantee_json(published.ground.charged)},
          {"mean_displacement", promise.mean_displacement()},
          {"projection", published.ground.projection.definition()},
          {"stretch", published.ground.projection.stretch()},
          {"memo", config.privacy.has_memo},
          {"randomness", randomness_name(published.events.is_private)},
          {"not_private_because", published.statement.not_private_because},
          {"not_protected", published.statement.not_protected},
          {"estimates", estimates_json(published)}};
}

void print_summary(const PublishedBlur& published, std::ostream& out) {
  fmt::print(out, "{} blurred", counted(published.events.moved.size(), "event"));
  if (published.events.rows_outside > 0) {
    fmt::print(out, ", {} outside of the area left out", counted(published.events.rows_outside, "row"));
  }
  fmt::print(out, "\n");
  if (published.statement.not_private_because.empty()) {
    fmt::print(out, "guarantee: {}\n", published.statement.promise);
    for (const std::string& sentence : published.statement.more) fmt::print(out, "  {}\n", sentence);
  }
  for (const std::string& reason : published.statement.not_private_because) {
    fmt::print(out, "NOT PRIVATE: {}\n", reason);
  }
  fmt::print(out, "not protected:\n");
  for (const std::string& sentence : published.statement.not_protected) fmt::print(out, "  {}\n", sentence);
}

void blur(const BlurArguments& options, Context& context) {
  const BlurConfig config = configured(options);
  std::unique_ptr<RandomSource> random = std::make_unique<SecureSource>();
  BlurOptions blurring;
  blurring.source = options.events;
  if (options.seed) {
    random = std::make_unique<SeededSource>(*options.seed);
    blurring.secret = seeded_row_secret(*options.seed);
  }
  require_level(config);
  require_private_epsilon(config.privacy.level, options.is_weak);
  Progress progress(context);
  blurring.progress = [&](const std::string& what) { progress.say(what); };
  const PublishedBlur published = publish_blur(config, *random, options.out, options.replaces, blurring);
  progress.clear();
  print_published(
      context, options.json,
      {options.out,
       config.ledger(),
       config.dataset,
       published.spent,
       published.fingerprint,
       {{"blurred places", "blurred.csv"}, {"the page", "index.html"}}},
      [&] { return summary(published); }, [&](std::ostream& out) { print_summary(published, out); });
}

}  // namespace

void add_blur(Command& app, Context& context) {
  auto options = std::make_shared<BlurArguments>();
  Command* command = app.add_subcommand("blur", "Publish where events were, each place moved by exact noise");
  add_source(*command, "EVENTS", options->events);
  command->add_option("--config", options->config, "The TOML file that says how (docs/geo.md)")->required();
  command->add_option("--out", options->out, "The directory to make; must not exist")->type_name("DIR")->required();
  command->add_option("--level", options->level, "ln of the factor between places within the distance: ln4, 1.4")
      ->type_name("L");
  command->add_option("--within", options->within, "The distance: 200m, 0.5km")->type_name("DISTANCE");
  command->add_option("--per-km", options->per_km, "Epsilon per kilometre, in place of both")->type_name("E");
  command->add_option("--ledger", options->ledger,
                      "The ledger to charge; default: DATASET.ledger.jsonl beside the "
                      "configuration");
  command->add_option("--seed", options->seed, "Reproducible randomness for tests: the result is NOT private");
  add_weak(*command, options->is_weak);
  command->add_flag("--force", options->replaces, "Replace blurred places that are there; what was spent stays spent");
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(
      "Example:\n"
      "  printf 'when,lat,lon\\n2024-01-01,47.24,6.02\\n2024-01-02,47.23,6.03\\n' > calls.csv\n"
      "  printf '[events]\\nlatitude=\"lat\"\\nlongitude=\"lon\"\\nkeep=[\"when\"]\\n"
      "[area]\\nbox=[5.8,47.1,6.2,47.4]\\n[privacy]\\nlevel=\"ln 4\"\\nwithin=\"200 m\"\\n' > calls.toml\n"
      "  sourdine blur calls.csv --config calls.toml --out blurred");
  command->callback([options, &context] { blur(*options, context); });
}

}  // namespace sourdine::cli
