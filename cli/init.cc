#include <fmt/format.h>
#include <unistd.h>

#include <cmath>

#include "app.h"
#include "common.h"
#include "print.h"
#include "progress.h"
#include "sourdine/base/calendar.h"
#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"
#include "sourdine/base/text.h"
#include "sourdine/events/named_rows.h"
#include "sourdine/init/first_config.h"
#include "sourdine/privacy/guarantee.h"

namespace sourdine::cli {
namespace {

struct InitArguments {
  std::string events;
  std::string out;
  std::string epsilon = "1";
  FirstConfigOptions first;
  std::optional<std::uint64_t> skip_lines;
  bool yes = false;
  bool json = false;
};

// A line from the terminal, which gives one at a time; nothing at its end. Ctrl-C stops the waiting.
std::optional<std::string> read_answer() {
  std::string line;
  for (const StopToken stop; !line.ends_with('\n');) {
    stop.wait_to_read(STDIN_FILENO);
    char bytes[256];
    const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count <= 0) break;
    line.append(bytes, static_cast<std::size_t>(count));
  }
  if (line.empty()) return std::nullopt;
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r' || line.back() == ' ')) line.pop_back();
  return line;
}

// A number of the list, or the answer itself.
std::optional<std::size_t> find_answer(const Question& question, const std::string& given) {
  for (std::size_t i = 0; i < question.answers.size(); ++i) {
    if (given == question.answers[i] || given == fmt::format("{}", i + 1)) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> ask_person(const Question& question, std::ostream& err) {
  fmt::print(err, "{}\n", escaped(question.text));
  for (std::size_t i = 0; i < question.answers.size(); ++i) {
    fmt::print(err, "  {:>2}  {} ({})\n", i + 1, shown(question.answers[i]), shown(question.remarks[i]));
  }
  for (;;) {
    err << "Number or name: " << std::flush;
    const auto given = read_answer();
    if (!given) return std::nullopt;
    if (const auto answer = find_answer(question, *given)) return answer;
  }
}

// Only a person at a terminal is asked; what they must see goes there too.
bool has_person() { return isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1; }

nlohmann::json init_json(const TableProfile& profile, const FirstConfig& first) {
  return {{"config", first.config_path},
          {"places", first.table_path},
          {"rows", profile.rows},
          {"columns", profile.columns.size()},
          {"skip_lines", profile.skip_lines},
          {"time", first.time},
          {"clock", first.clock},
          {"time_format", first.time_format},
          {"time_zone", first.time_zone},
          {"without_time", first.times.unreadable},
          {"first", period_label(Period::day, *first.times.first)},
          {"last", period_label(Period::day, *first.times.last)},
          {"place", first.place},
          {"regions", first.regions},
          {"left_out", {{"places", first.rare.size()}, {"rows", first.rare_rows}}},
          {"without_place", first.empty_rows}};
}

void print_first(const InitArguments& options, const TableProfile& profile, const FirstConfig& first,
                 std::ostream& out) {
  fmt::print(out, "{} of {}, {}\n", counted(profile.rows, "row"), shown_source(options.events),
             counted(profile.columns.size(), "column"));
  if (profile.skip_lines > 0) fmt::print(out, "header: behind {}\n", counted(profile.skip_lines, "other line"));
  fmt::print(out, "time: '{}'{}{}{}\n", shown(first.time),
             first.clock.empty() ? "" : fmt::format(" with the time of day in '{}'", shown(first.clock)),
             first.time_format == "auto" ? "" : fmt::format(", format '{}'", shown(first.time_format)),
             first.time_zone.empty() ? "" : fmt::format(", days of {}", shown(first.time_zone)));
  fmt::print(out, "days: {} to {}\n", period_label(Period::day, *first.times.first),
             period_label(Period::day, *first.times.last));
  fmt::print(out, "place: '{}', {} regions\n", shown(first.place), first.regions);
  if (first.rare_rows + first.empty_rows > 0) {
    fmt::print(out, "counted together as 'other': {} without a place, {} of {}\n", counted(first.empty_rows, "row"),
               counted(first.rare_rows, "row"), counted(first.rare.size(), "rare place"));
  }
  if (first.times.unreadable > 0) {
    fmt::print(out, "skipped: {} without a time that can be read; the first: {}, '{}'\n",
               counted(first.times.unreadable, "row"), first.times.unreadable_where,
               shown(first.times.unreadable_text));
  }
  fmt::print(out, "wrote: '{}' and '{}'\n", first.config_path, first.table_path);
  if (!options.first.has_public_places) {
    fmt::print(out,
               "The regions were read from the events, and a release made with them is marked as NOT private: compare "
               "'{}' with a public list,\nthen write list = \"public\" in '{}'; or, if all these names are on a public "
               "list, begin again with --public-places.\n",
               first.table_path, first.config_path);
  }
  fmt::print(out, "Next: sourdine release --config {} --check\n", escaped(shell_word(first.config_path)));
}

double epsilon_of(const std::string& text) {
  const double epsilon = number_of("--epsilon", text);
  if (!(epsilon > 0) || !std::isfinite(epsilon)) {
    fail_usage(fmt::format("epsilon must be a number greater than 0, not {}", text));
  }
  if (epsilon > largest_private_epsilon) {
    fail_input(
        fmt::format("epsilon {:.6g} protects nobody", epsilon),
        fmt::format("Common choices are 0.1 to 4. Above {:g}, write it into the configuration by hand; 'release' "
                    "then needs --weak.",
                    largest_private_epsilon));
  }
  return epsilon;
}

void init(const InitArguments& given, Context& context) {
  InitArguments options = given;
  if (options.events == "-" || options.events.find("://") != std::string::npos ||
      options.events.starts_with("sqlite:")) {
    fail_usage("init looks at a CSV file, which a release can read again",
               "Save the events to a file first; for a database write the configuration by hand (examples/ has some to "
               "start from).");
  }
  if (is_named_rows(options.events) && options.out.empty()) {
    fail_usage("--out is required: a frame has no name for a configuration to take", "Give --out a file.");
  }
  options.first.source = options.events;
  options.first.epsilon = epsilon_of(options.epsilon);
  options.first.config = options.out.empty() ? default_config_path(options.events) : options.out;
  refuse_existing_config(options.first.config);  // before any work
  Progress progress(context);
  progress.say("reading the events");
  std::optional<std::size_t> skip_lines;
  if (options.skip_lines) skip_lines = static_cast<std::size_t>(*options.skip_lines);
  const TableProfile profile = profile_table(options.events, skip_lines);
  progress.clear();
  const bool may_ask = !options.yes && has_person();
  const FirstConfig first =
      make_first_config(profile, options.first, [&](const Question& question) -> std::optional<std::size_t> {
        return may_ask ? ask_person(question, context.err) : std::nullopt;
      });
  write_first_config(first);
  if (!first.rare.empty()) {
    fmt::print(context.err, "sourdine: places in fewer than {} rows, left out of the table (for your eyes):\n",
               options.first.rare);
    for (const auto& [place, rows] : first.rare) fmt::print(context.err, "  {:>8}  {}\n", rows, shown(place));
  }
  if (options.json) return print_json(context.out, init_json(profile, first));
  print_first(options, profile, first, context.out);
}

}  // namespace

void add_init(Command& app, Context& context) {
  auto options = std::make_shared<InitArguments>();
  Command* command =
      app.add_subcommand("init", "Look at events, and write a first configuration and a table of places");
  command->add_option("EVENTS", options->events, "A CSV file, plain or compressed by gzip or zstd")->required();
  command
      ->add_option("--out", options->out,
                   "The configuration to write; default: the events' name with .toml, in this folder")
      ->type_name("FILE");
  command->add_option("--time", options->first.time, "Column with the time of an event")->type_name("COLUMN");
  command->add_option("--clock", options->first.clock, "Column with the time of day, when --time has only the date")
      ->type_name("COLUMN");
  command->add_option("--time-format", options->first.time_format, "Format of the times, such as '%d/%m/%Y %H:%M'")
      ->type_name("FORMAT");
  command
      ->add_option("--time-zone", options->first.time_zone,
                   "Whose days are counted, where times have a zone, such as Europe/Paris")
      ->type_name("ZONE");
  command->add_option("--place", options->first.place, "Column with the place of an event")->type_name("COLUMN");
  command->add_option("--epsilon", options->epsilon, "Privacy parameter to write down (1)")->type_name("E");
  command->add_flag("--public-places", options->first.has_public_places,
                    "All places in the events are on a public list: keep them all, and promise privacy");
  command
      ->add_option("--rare", options->first.rare,
                   "Places in fewer rows are left out of the table and count as 'other' (10)")
      ->type_name("N");
  command->add_option("--skip-lines", options->skip_lines, "Lines before the header; default: found")->type_name("N");
  command->add_flag("--yes", options->yes, "Ask nothing: take what is certain, refuse what is not");
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer(
      "Example:\n"
      "  printf 'when,town\\n2024-01-01,north\\n2024-01-01,south\\n2024-01-02,south\\n' > events.csv\n"
      "  sourdine init events.csv --rare 1\n"
      "  sourdine release --config events.toml --check");
  command->callback([options, &context] { init(*options, context); });
}

}  // namespace sourdine::cli
