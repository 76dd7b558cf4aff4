#include <fmt/format.h>

#include "common.h"
#include "print.h"
#include "range.h"
#include "sourdine/base/error.h"
#include "sourdine/kinds/open.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/range/stream_file.h"
#include "sourdine/release/stream_counts.h"
#include "sourdine/report/publish.h"

namespace sourdine::cli {
namespace {

struct RangeStreamArguments {
  std::string file;
  StreamSpec spec;
  std::string start, period;
  RangeLedger ledger;
  StreamRows rows;
  std::string on_bad_row = "stop";
  double confidence = 0.95;
  bool each = false;
  std::optional<std::uint64_t> seed;
  bool is_weak = false;
  bool json = false;
};

nlohmann::json about_json(const std::string& file, const StreamCounter& stream) {
  nlohmann::json json = {{"file", file},
                         {"steps", stream.size()},
                         {"horizon", nullptr},
                         {"next_step", step_label(stream, stream.size())},
                         {"randomness", randomness_name(stream.is_private())},
                         {"guarantee", guarantee_json(stream.guarantee())}};
  if (stream.spec().horizon) json["horizon"] = *stream.spec().horizon;
  return json;
}

nlohmann::json estimate_json(const std::string& through, const Estimate& estimate) {
  return {{"through", through},
          {"estimate", estimate.value},
          {"std_error", estimate.std_error},
          {"lower", estimate.lower},
          {"upper", estimate.upper}};
}

// "3 of at most 365 steps", "3 steps".
std::string steps_text(const StreamCounter& stream) {
  if (stream.spec().horizon) return fmt::format("{} of at most {} steps", stream.size(), *stream.spec().horizon);
  return fmt::format("{} step{}", stream.size(), stream.size() == 1 ? "" : "s");
}

void print_promise(std::ostream& out, const StreamCounter& stream) {
  const Guarantee guarantee = stream.guarantee();
  print_guarantee(out, guarantee, stream.is_private());
  fmt::print(out, "  it covers everything the stream ever answers, at all steps together\n");
  for (const std::string& caveat : guarantee.caveats) fmt::print(out, "  {}\n", caveat);
}

// How many so far: after the last step, or after each.
void print_totals(std::ostream& out, const StreamCounter& stream, double confidence, bool each) {
  const Confidence quantiles(confidence);
  fmt::print(out, "{}, from {} to {}; {:g}% intervals\n\n", steps_text(stream), step_label(stream, 0),
             step_label(stream, stream.size() - 1), 100 * confidence);
  std::vector<std::vector<std::string>> rows = {{"through", "total", "std error", "lower", "upper"}};
  for (std::uint64_t last = each ? 0 : stream.size() - 1; last < stream.size(); ++last) {
    const Estimate total = stream.answer({0, last}, quantiles);
    rows.push_back({step_label(stream, last), fmt::format("{:.1f}", total.value),
                    fmt::format("{:.1f}", total.std_error), fmt::format("{:.1f}", total.lower),
                    fmt::format("{:.1f}", total.upper)});
  }
  print_table(out, "lrrrr", rows);
  out << '\n';
}

nlohmann::json totals_json(const StreamCounter& stream, double confidence, bool each) {
  const Confidence quantiles(confidence);
  if (!each) return estimate_json(step_label(stream, stream.size() - 1), stream.total(quantiles));
  nlohmann::json totals = nlohmann::json::array();
  for (std::uint64_t last = 0; last < stream.size(); ++last) {
    totals.push_back(estimate_json(step_label(stream, last), stream.answer({0, last}, quantiles)));
  }
  return totals;
}

void begin(const RangeStreamArguments& options, Context& context) {
  if (options.start.empty() && !options.period.empty()) {
    fail_input("--by is for streams of dates", "Give the first of them by --start.");
  }
  std::optional<Period> period;
  if (!options.start.empty()) period = find_period(options.period.empty() ? "day" : options.period);
  require_private_epsilon(options.spec.epsilon, options.is_weak);
  StreamCounter stream(options.spec, !options.seed);
  stream.set_domain(stream_domain(period, options.start));
  const std::optional<LedgerTotal> spent = publish_stream(stream, options.file, options.ledger);
  if (options.json) {
    nlohmann::json about = about_json(options.file, stream);
    if (spent)
      about["ledger"] = ledger_json(shown_ledger(options.ledger.path), dataset_of_ledger(options.ledger.path), *spent);
    return print_json(context.out, about);
  }
  fmt::print(context.out, "stream in '{}': {}; the first is {}\n", options.file, steps_text(stream),
             step_label(stream, 0));
  print_promise(context.out, stream);
  if (spent) {
    print_spent(context.out, shown_ledger(options.ledger.path), dataset_of_ledger(options.ledger.path), *spent);
  } else if (stream.is_private()) {
    fmt::print(context.out, "ledger: none; what else is made of the same records adds its epsilon (see --ledger)\n");
  }
}

void append(const RangeStreamArguments& options, Context& context) {
  refuse_same_file(options.file, {file_of_source(options.rows.source)});
  const Confidence checked(options.confidence);  // before a step is taken that cannot be taken back
  StreamRows rows = options.rows;
  if (options.on_bad_row == "skip") rows.on_bad_row = OnBadRow::skip;
  std::unique_ptr<RandomSource> random = std::make_unique<SecureSource>();
  if (options.seed) random = std::make_unique<SeededSource>(*options.seed);
  StreamCounts read;
  refuse_other_kind("range stream append", options.file);
  const auto stream = append_to_stream(
      options.file,
      [&](const StreamCounter& before) {
        read = read_stream_counts(rows, before);
        return read.counts;
      },
      *random);
  fmt::print(context.err, "sourdine: {} records in {} steps appended (for your eyes, not part of the result)",
             read.rows.records, read.counts.size());
  if (read.rows.outside != 0) {
    fmt::print(context.err, "; {} of other periods left out: a step that is past is not counted again",
               read.rows.outside);
  }
  if (read.rows.skipped != 0) fmt::print(context.err, "; {} bad rows skipped", read.rows.skipped);
  context.err << '\n';
  if (options.json) {
    nlohmann::json about = about_json(options.file, *stream);
    about["appended"] = read.counts.size();
    about["total"] = totals_json(*stream, options.confidence, false);
    return print_json(context.out, about);
  }
  print_totals(context.out, *stream, options.confidence, false);
  print_promise(context.out, *stream);
}

void total(const RangeStreamArguments& options, Context& context) {
  refuse_other_kind("range stream total", options.file);
  const auto stream = load_stream(options.file);
  if (stream->size() == 0)
    fail_input(fmt::format("'{}' has not seen a step yet", options.file), "Append counts first.");
  if (options.json) {
    nlohmann::json about = about_json(options.file, *stream);
    about["confidence"] = options.confidence;
    about[options.each ? "totals" : "total"] = totals_json(*stream, options.confidence, options.each);
    return print_json(context.out, about);
  }
  print_totals(context.out, *stream, options.confidence, options.each);
  print_promise(context.out, *stream);
}

constexpr const char* example =
    "Example:\n"
    "  sourdine range stream new visits.srng --epsilon 1 --start 2026-01-01\n"
    "  printf '12\\n0\\n7\\n' | sourdine range stream append visits.srng -\n"
    "  sourdine range stream total visits.srng\n"
    "  sourdine range query visits.srng 2026-01-02..2026-01-03";

constexpr const char* keep_the_file =
    "\n\nThe file is made for its owner alone. No number in it is exact, but whoever sees it twice, or sees it once "
    "and then\n"
    "later answers, can tell exact counts of the steps in between: keep it like the data, publish answers only, and "
    "never\n"
    "put an older copy back. A stream whose file got out is over; begin a new one.";

void add_common(Command& command, RangeStreamArguments& options) {
  command.add_option("FILE", options.file, "The stream (.srng): keep it like the data")->required();
  command.add_flag("--json", options.json, "One JSON object on the standard output");
}

void add_seed(Command& command, RangeStreamArguments& options) {
  command.add_option("--seed", options.seed, "Reproducible and NOT PRIVATE: for tests only")
      ->check(non_negative_number())
      ->type_name("N");
}

void add_confidence(Command& command, RangeStreamArguments& options) {
  command.add_option("--confidence", options.confidence, "Confidence of the intervals (0.95)")->type_name("C");
}

void add_new(Command& stream, Context& context) {
  auto options = std::make_shared<RangeStreamArguments>();
  Command* command = stream.add_subcommand("new", "Begin a stream, and pay for all it will ever answer");
  add_common(*command, *options);
  command->add_option("--epsilon", options->spec.epsilon, "Privacy parameter, > 0: smaller is more private")
      ->required()
      ->type_name("E");
  command
      ->add_option("--steps", options->spec.horizon,
                   "How many steps there will be at most: less noise; default: not known, it never ends")
      ->type_name("N");
  command->add_option("--start", options->start, "Date of the first step; default: steps are numbers from 1 on")
      ->type_name("DATE");
  command->add_option("--by", options->period, "The step: hour, day (default), week, month or year")
      ->type_name("PERIOD");
  command
      ->add_option("--ledger", options->ledger.path,
                   "Ledger that adds up what is spent on these records: DATASET.ledger.jsonl, sqlite:PATH or "
                   "postgresql://…; a budget.toml beside it holds")
      ->type_name("FILE");
  command
      ->add_option("--budget", options->ledger.budget,
                   "Refuse (exit code 3) what brings the total above E, now and until another budget is given")
      ->type_name("E");
  command
      ->add_option("--budget-file", options->ledger.budget_file,
                   "Limits as docs/ledger.md has them, instead of those "
                   "beside the ledger")
      ->type_name("FILE");
  add_seed(*command, *options);
  add_weak(*command, options->is_weak);
  command->footer(std::string(example) + keep_the_file);
  command->callback([options, &context] { begin(*options, context); });
}

void add_append(Command& stream, Context& context) {
  auto options = std::make_shared<RangeStreamArguments>();
  Command* command = stream.add_subcommand("append", "Count the next steps: all that are given, or none");
  add_common(*command, *options);
  StreamRows& rows = options->rows;
  command
      ->add_option("COUNTS", rows.source,
                   "One count per line, or a table: a CSV file, - for standard input, sqlite:PATH or postgresql://…")
      ->required();
  command->add_option("--query", rows.query, "For databases: the query that gives the rows")->type_name("SQL");
  command->add_option("--counts", rows.counts, "Column of the counts; with --time the default is one record each")
      ->type_name("COLUMN");
  command
      ->add_option("--time", rows.time,
                   "Column of dates: every period from the next step to --to is appended, 0 where there are no rows")
      ->type_name("COLUMN");
  command->add_option("--time-format", rows.time_format, "Format of the dates, such as '%d/%m/%Y %H:%M'")
      ->type_name("FORMAT");
  command->add_option("--to", rows.to, "With --time: the last period to append; later rows wait for the next time")
      ->type_name("DATE");
  command
      ->add_option("--after", rows.after,
                   "Append only if the stream has seen N steps: a script that runs twice counts once")
      ->type_name("N");
  command->add_option("--on-bad-row", options->on_bad_row, "With --time: stop (default), or skip and count")
      ->check(one_of_words({"stop", "skip"}))
      ->type_name("WHAT");
  add_confidence(*command, *options);
  add_seed(*command, *options);
  command->footer(std::string(example) + keep_the_file);
  command->callback([options, &context] { append(*options, context); });
}

void add_total(Command& stream, Context& context) {
  auto options = std::make_shared<RangeStreamArguments>();
  Command* command = stream.add_subcommand("total", "How many so far, with an interval; 'range query' asks past steps");
  add_common(*command, *options);
  command->add_flag("--each", options->each, "The total after each step, not only after the last");
  add_confidence(*command, *options);
  command->footer(example);
  command->callback([options, &context] { total(*options, context); });
}

}  // namespace

void add_range_stream(Command& range, Context& context) {
  Command* command = range.add_subcommand("stream", "How many so far, told step by step: new, append, total");
  command->require_subcommand(1);
  add_new(*command, context);
  add_append(*command, context);
  add_total(*command, context);
  command->footer(std::string(example) + keep_the_file);
}

}  // namespace sourdine::cli
