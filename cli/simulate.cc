#include <fmt/format.h>

#include "app.h"
#include "common.h"
#include "print.h"
#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/simulate/doubs.h"

namespace sourdine::cli {
namespace {

struct SimulateArguments {
  std::string name;
  std::uint64_t seed = doubs_default_seed;
  std::string out = "-";
  std::string towns;
  std::string regions;
  bool json = false;
};

void simulate(const SimulateArguments& options, Context& context) {
  if (options.name != "doubs") {
    fail_usage(fmt::format("there is no simulated data set '{}'; known: doubs", options.name));
  }
  refuse_shared_output(options.json, options.out);
  if (options.towns == "-" || options.regions == "-") {
    fail_usage("the tables need files", "Only the events can go to the standard output.");
  }
  refuse_same_file(options.towns, {written_file(options.out)});
  refuse_same_file(options.regions, {written_file(options.out), options.towns});
  // All files are opened before one of them is there.
  AtomicFile file(options.out);
  std::vector<std::unique_ptr<AtomicFile>> tables;
  const auto write_table = [&](const std::string& path, std::string_view text) {
    if (!path.empty()) tables.emplace_back(std::make_unique<AtomicFile>(path))->append(text);
  };
  write_table(options.towns, doubs_towns_csv());
  write_table(options.regions, doubs_regions_csv());
  SeededBits random(options.seed);
  write_doubs_csv(random, file);
  file.commit();
  for (const auto& table : tables) table->commit();
  if (options.out == "-") return;
  if (options.json) {
    print_json(context.out, nlohmann::json{{"data", options.name},
                                           {"synthetic", true},
                                           {"events", doubs_events},
                                           {"first", "2006-01-01"},
                                           {"last", "2018-12-31"},
                                           {"regions", doubs_tables().regions.size()},
                                           {"towns", doubs_tables().towns.size()},
                                           {"seed", options.seed},
                                           {"file", options.out}});
    return;
  }
  fmt::print(context.out, "{} synthetic events of 2006 to 2018, seed {}, in '{}'\n", doubs_events, options.seed,
             options.out);
}

}  // namespace

void add_simulate(Command& app, Context& context) {
  auto options = std::make_shared<SimulateArguments>();
  Command* command = app.add_subcommand("simulate", "A bundled synthetic data set, as events in CSV");
  command
      ->add_option("NAME", options->name,
                   "doubs: 382,046 interventions of a fire brigade in 17 regions, 2006 to 2018; none of them is real")
      ->required();
  command->add_option("--seed", options->seed, "Another seed gives other events with the same yearly figures")
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--out,-o", options->out, "File to write; - is standard output")
      ->capture_default_str()
      ->type_name("FILE");
  command->add_option("--towns", options->towns, "Also write the table town, region here")->type_name("FILE");
  command->add_option("--regions", options->regions, "Also write the table of the regions' seats here, for maps")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer("Example:\n  sourdine simulate doubs --out events.csv --towns towns.csv --regions regions.csv");
  command->callback([options, &context] { simulate(*options, context); });
}

}  // namespace sourdine::cli
