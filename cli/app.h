// The command line as a function: text in, text out, an exit code. main() and the tests call it.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "sourdine/oracle/oracle.h"

namespace sourdine::cli {

// Exit code: 0 done, 1 the system or we failed (a full disk, a fault of ours; or the audit found a violation), 2 usage or
// bad input, 3 budget refused, 128 + the signal when one stopped the work (signals.h).
int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

// What every subcommand writes to. Subcommands register themselves on the app; their callbacks run after parsing.
struct Context {
  std::ostream& out;
  std::ostream& err;
  int exit_code = 0;
};

void add_oracles(CLI::App& app, Context& context);
void add_plan(CLI::App& app, Context& context);
void add_randomize(CLI::App& app, Context& context);
void add_aggregate(CLI::App& app, Context& context);
void add_estimate(CLI::App& app, Context& context);
void add_audit(CLI::App& app, Context& context);
void add_simulate(CLI::App& app, Context& context);
void add_release(CLI::App& app, Context& context);
void add_range(CLI::App& app, Context& context);
void add_forecast(CLI::App& app, Context& context);
void add_reproduce(CLI::App& app, Context& context);
void add_demo(CLI::App& app, Context& context);
void add_completion(CLI::App& app, Context& context);

}  // namespace sourdine::cli
