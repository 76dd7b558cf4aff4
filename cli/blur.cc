#include <fmt/format.h>

#include "app.h"
#include "common.h"
#include "publishing.h"
#include "sourdine/base/error.h"
#include "sourdine/blur/publication.h"

namespace sourdine::cli {
namespace {

struct BlurArguments : PublishingOptions {
  std::string level, within;
  std::string per_km;
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
  options.apply_ledger(config.head);
  return config;
}

void blur(const BlurArguments& options, Context& context) {
  const BlurConfig config = configured(options);
  require_level(config);
  require_private_epsilon(config.privacy.level, options.is_weak);
  Progress progress(context);
  BlurPublication publication(config);
  run_publication(options, publication, progress, context);
}

}  // namespace

void add_blur(Command& app, Context& context) {
  auto options = std::make_shared<BlurArguments>();
  Command* command = app.add_subcommand("blur", "Publish where events were, each place moved by exact noise");
  options->add_source(*command, "EVENTS");
  options->add_config(*command, "The TOML file that says how (docs/geo.md)");
  options->add_out(*command, "blurred places");
  command->add_option("--level", options->level, "ln of the factor between places within the distance: ln4, 1.4")
      ->type_name("L");
  command->add_option("--within", options->within, "The distance: 200m, 0.5km")->type_name("DISTANCE");
  command->add_option("--per-km", options->per_km, "Epsilon per kilometre, in place of both")->type_name("E");
  options->add_ledger(*command);
  options->add_randomness(*command);
  options->add_ends(*command);
  command->footer(
      "Example:\n"
      "  printf 'when,lat,lon\\n2024-01-01,47.24,6.02\\n2024-01-02,47.23,6.03\\n' > calls.csv\n"
      "  printf '[events]\\nlatitude=\"lat\"\\nlongitude=\"lon\"\\nkeep=[\"when\"]\\n"
      "[area]\\nbox=[5.8,47.1,6.2,47.4]\\n[privacy]\\nlevel=\"ln 4\"\\nwithin=\"200 m\"\\n' > calls.toml\n"
      "  sourdine blur calls.csv --config calls.toml --out blurred");
  command->callback([options, &context] { blur(*options, context); });
}

}  // namespace sourdine::cli
