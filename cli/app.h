// The command line as functions. run() is text in, text out, an exit code: main() and the tests call it. run_command()
// is the same for callers in the process, who want errors as they are: bindings call it.
#pragma once

#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "command.h"

namespace sourdine {
struct CollectionSource;
struct ReportedCollection;
}  // namespace sourdine

namespace sourdine::cli {

// Exit code: 0 done, 1 the system or we failed (a full disk, a fault of ours; or the audit found a violation), 2 usage
// or bad input, 3 budget refused, 128 + the signal when one stopped the work (signals.h).
int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

// The question of 'sourdine plan --config'.
struct ConfiguredPlan {
  std::string config;
  std::optional<double> reports;     // events of a year
  std::optional<double> error;       // share of a period's events
  std::optional<double> confidence;  // nothing: the configuration's
  bool json = false;
};

// What every subcommand writes to. Subcommands register themselves on the app; their callbacks run after parsing.
struct Context {
  std::ostream& out;
  std::ostream& err;
  int exit_code = 0;
  // 'sourdine plan --config', of the part with releases; empty where that is not built.
  std::function<void(const ConfiguredPlan&, Context&)> plan_by_config = {};
  // Reads what 'sourdine release --from' publishes, of the part with the collector; empty where that is not built.
  ReportedCollection (*read_collection)(const CollectionSource&) = nullptr;
  // Throws when something of ours is at the path that is not for this verb (kinds/table.h), of the part with releases;
  // empty where that is not built.
  void (*refuse_other_kind)(std::string_view verb, const std::string& path) = nullptr;
  // Is told what long work is at ("reading the events", "42 % day 3 of 7"), on the thread that called; where it is
  // empty, a terminal shows it (progress.h). What it throws ends the work.
  std::function<void(const std::string&)> progress = {};
};

// Does what the arguments say, writes to the context, and returns 0, or 1 where the audit or a check found something;
// throws Error where run() would print one, Error(usage) for arguments that cannot be understood. Installs no signal
// handlers, and leaves nothing behind in the process: one call does not change the next. Threads may call it side by
// side, each with a context of its own.
int run_command(const std::vector<std::string>& arguments, Context& context);

// Calls `use` with all commands and their options, for whoever describes them. They end with the call, and none runs.
void with_all_commands(const std::function<void(const Command& app)>& use);

void add_oracles(Command& app, Context& context);
void add_mechanisms(Command& app, Context& context);
void add_plan(Command& app, Context& context);
void add_randomize(Command& app, Context& context);
void add_aggregate(Command& app, Context& context);
void add_estimate(Command& app, Context& context);
void add_audit(Command& app, Context& context);
void plan_by_config(const ConfiguredPlan& question, Context& context);
void add_simulate(Command& app, Context& context);
void add_init(Command& app, Context& context);
void add_release(Command& app, Context& context);
void add_blur(Command& app, Context& context);
void add_verify(Command& app, Context& context);
void add_page(Command& app, Context& context);
void add_range(Command& app, Context& context);
void add_ledger(Command& app, Context& context);
void add_anonymize(Command& app, Context& context);
void add_survey(Command& app, Context& context);
void add_inspect(Command& app, Context& context);
// With SOURDINE_COLLECTOR.
void add_serve(Command& app, Context& context);
void add_report(Command& app, Context& context);
void add_forecast(Command& app, Context& context);
void add_reproduce(Command& app, Context& context);
void add_demo(Command& app, Context& context);
void add_completion(Command& app, Context& context);

}  // namespace sourdine::cli
