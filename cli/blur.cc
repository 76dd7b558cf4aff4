#include <fmt/format.h>

#include "app.h"
#include "common.h"
#include "progress.h"
#include "published.h"
#include "sourdine/base/error.h"
#include "sourdine/blur/publication.h"
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
  if (!options.ledger.empty()) config.head.ledger_name = options.ledger;
  return config;
}

void blur(const BlurArguments& options, Context& context) {
  const BlurConfig config = configured(options);
  std::unique_ptr<RandomSource> random = std::make_unique<SecureSource>();
  std::optional<RowSecret> secret;
  if (options.seed) {
    random = std::make_unique<SeededSource>(*options.seed);
    secret = seeded_row_secret(*options.seed);
  }
  require_level(config);
  require_private_epsilon(config.privacy.level, options.is_weak);
  Progress progress(context);
  const Publishing publishing{
      .out = options.out,
      .replaces = options.replaces,
      .reading = {.source = options.events, .progress = [&](const std::string& what) { progress.say(what); }}};
  BlurPublication publication(config);
  const Published published = publish(publication, publishing, *random, secret);
  progress.clear();
  print_publication(context, options.json, publication, published);
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
