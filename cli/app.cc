#include "app.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <regex>
#include <sstream>

#include "failure.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"
#include "sourdine/base/text.h"
#include "sourdine/base/version.h"
#ifdef SOURDINE_HAS_COLLECTOR
#include "sourdine/collector/read_collection.h"
#endif
#ifdef SOURDINE_HAS_RELEASE
#include "sourdine/kinds/table.h"
#endif

namespace sourdine::cli {
namespace {

// What people come for, in the order in which help lists it.
constexpr std::string_view tasks[] = {"Start", "Publish", "Ask", "Collect", "Check", "Study"};

void add_help(const CLI::App& app, Command& commands, Context& context) {
  auto verbs = std::make_shared<std::vector<std::string>>();
  Command* help = commands.add_subcommand("help", "Explain a command, with an example that works as pasted");
  help->group(std::string(tasks[0]));
  help->add_option("VERB", *verbs, "The command to explain");
  help->callback([&app, &context, verbs] {
    const CLI::App* about = &app;
    std::string name = "sourdine";
    for (const std::string& verb : *verbs) {
      const auto named = about->get_subcommands([&](const CLI::App* command) { return command->get_name() == verb; });
      if (named.empty()) {
        fail_usage(fmt::format("there is no command '{}'", fmt::join(*verbs, " ")), "'sourdine help' lists them.");
      }
      about = named.front();
      name += " " + verb;
    }
    // App::help() would explain the command that was called: help itself.
    context.out << about->get_formatter()->make_help(about, name, CLI::AppFormatMode::Normal);
  });
}

// " range build", or nothing.
std::string called_verbs(const CLI::App& app) {
  std::string names;
  for (auto called = app.get_subcommands(); !called.empty(); called = called.front()->get_subcommands()) {
    names += " " + called.front()->get_name();
  }
  return names;
}

// CLI11 would only say that a command is required.
void refuse_unknown_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front().starts_with('-')) return;
  const CLI::App* of = &app;
  std::string before;
  for (const std::string& argument : arguments) {
    if (argument.starts_with('-') || of->get_require_subcommand_min() == 0) return;
    const auto commands = of->get_subcommands([](const CLI::App*) { return true; });
    std::vector<std::string_view> names;
    for (const CLI::App* command : commands) names.push_back(command->get_name());
    const auto found = std::find(names.begin(), names.end(), argument);
    if (found == names.end()) {
      fail_usage(fmt::format("there is no command '{}{}'; {}known: {}", before, shown(argument),
                             suggestion(argument, names), fmt::join(names, ", ")));
    }
    of = commands[static_cast<std::size_t>(found - names.begin())];
    before += argument + " ";
  }
}

// "Did you mean '--epsilon'?" for the first option that the command does not have; empty when there is none.
std::string similar_option(const CLI::App& app, const std::vector<std::string>& arguments) {
  const CLI::App* called = &app;
  for (auto next = called->get_subcommands(); !next.empty(); next = called->get_subcommands()) called = next.front();
  std::vector<std::string> names;
  for (const CLI::Option* option : called->get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (const std::string& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    if (!name.starts_with("--") || std::find(names.begin(), names.end(), name) != names.end()) continue;
    if (const auto near = nearest(name, known)) return fmt::format("Did you mean '{}'?", *near);
  }
  return "";
}

constexpr const char* program = "sourdine";
constexpr const char* purpose = "Count sensitive events under differential privacy, and prove what was promised.";

struct Verb {
  std::string_view task;
  std::string_view name;
  void (*add)(Command&, Context&);
};

// In the order in which help lists them.
constexpr Verb verbs[] = {
#ifdef SOURDINE_HAS_RELEASE
    {"Start", "init", add_init},
#endif
#ifdef SOURDINE_HAS_FORECAST
    {"Start", "demo", add_demo},
#endif
#ifdef SOURDINE_HAS_RELEASE
    {"Start", "simulate", add_simulate},
#endif
    {"Start", "completion", add_completion},
#ifdef SOURDINE_HAS_RELEASE
    {"Publish", "release", add_release},
    {"Publish", "blur", add_blur},
    {"Publish", "anonymize", add_anonymize},
    {"Publish", "survey", add_survey},
    {"Publish", "page", add_page},
    {"Ask", "range", add_range},
#endif
#ifdef SOURDINE_HAS_FORECAST
    {"Ask", "forecast", add_forecast},
#endif
    {"Ask", "estimate", add_estimate},
    {"Collect", "randomize", add_randomize},
    {"Collect", "aggregate", add_aggregate},
#ifdef SOURDINE_HAS_COLLECTOR
    {"Collect", "serve", add_serve},
    {"Collect", "report", add_report},
#endif
    {"Check", "plan", add_plan},
    {"Check", "oracles", add_oracles},
    {"Check", "mechanisms", add_mechanisms},
    {"Check", "audit", add_audit},
#ifdef SOURDINE_HAS_RELEASE
    {"Check", "inspect", add_inspect},
    {"Check", "verify", add_verify},
    {"Check", "ledger", add_ledger},
#endif
#ifdef SOURDINE_HAS_FORECAST
    {"Study", "reproduce", add_reproduce},
#endif
};

constexpr bool stand_by_task() {
  const auto* task = std::begin(tasks);
  for (const Verb& verb : verbs) {
    task = std::find(task, std::end(tasks), verb.task);
    if (task == std::end(tasks)) return false;
  }
  return true;
}
static_assert(stand_by_task(), "every verb has one of the tasks, and stands among the others of it");

#ifdef SOURDINE_HAS_COLLECTOR
void know_collections(Context& context) {
  context.read_collection = [](const CollectionSource& source) { return read_collection(source); };
}
#endif

// The commands with all their options take longer to set up than a short command to run: the one that is called is
// enough. Whoever asks for help, completes or mistypes sees them all.
void add_called(const CLI::App& app, Command& commands, Context& context, const std::vector<std::string>& arguments) {
  const std::string_view first = arguments.empty() ? std::string_view() : std::string_view(arguments.front());
  const auto is_first = [first](const Verb& verb) { return verb.name == first; };
  const bool is_alone = first != "completion" && std::any_of(std::begin(verbs), std::end(verbs), is_first);
  const bool is_version = first == "--version";
  for (const Verb& verb : verbs) {
    if (is_version || (is_alone && !is_first(verb))) continue;
    verb.add(commands, context);
    commands.subcommands().back()->group(std::string(verb.task));
  }
  if (!is_alone && !is_version) add_help(app, commands, context);
}

}  // namespace

void with_all_commands(const std::function<void(const Command&)>& use) {
  std::ostringstream nowhere;
  Context context{.out = nowhere, .err = nowhere};
#ifdef SOURDINE_HAS_COLLECTOR
  know_collections(context);
#endif
  CLI::App app(purpose, program);
  Command commands(app);
  for (const Verb& verb : verbs) verb.add(commands, context);
  use(commands);
}

int run_command(const std::vector<std::string>& arguments, Context& context) {
#ifdef SOURDINE_HAS_RELEASE
  context.plan_by_config = plan_by_config;
  context.refuse_other_kind = refuse_other_kind;
#endif
#ifdef SOURDINE_HAS_COLLECTOR
  know_collections(context);
#endif
  CLI::App app(purpose, program);
  app.set_version_flag("--version", fmt::format("sourdine {}", version()));
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  Command commands(app);
  add_called(app, commands, context, arguments);
  try {
    refuse_unknown_command(app, arguments);
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(std::move(reversed));
  } catch (const CLI::Success& done) {
    return app.exit(done, context.out, context.err);
  } catch (const CLI::ParseError& error) {
    const std::string near = similar_option(app, arguments);
    const bool has_comma = std::regex_search(error.what(), std::regex("[0-9],[0-9]"));
    fail_usage(error.what(), fmt::format("{}{}{}See 'sourdine help{}'.", near, near.empty() ? "" : " ",
                                         has_comma ? "Write decimals with a point: 0.5. " : "", called_verbs(app)));
  }
  context.out.flush();
  if (!context.out) StopToken().check();
  if (!context.out) fail_io("cannot write to the standard output", "Is the disk full?");
  return context.exit_code;
}

int run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  return exit_code_of(
      [&] {
        Context context{.out = out, .err = err};
        return run_command(arguments, context);
      },
      err);
}

}  // namespace sourdine::cli
