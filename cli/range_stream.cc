#include <fmt/format.h>

#include "common.h"
#include "print.h"
#include "range.h"
#include "sourdine/base/error.h"
#include "sourdine/kinds/table.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/range/stream_file.h"
#include "sourdine/ranges/publication.h"
#include "sourdine/ranges/stream.h"

namespace sourdine::cli {
namespace {

struct RangeStreamArguments : AnswersOptions {
  StreamSpec spec;
  std::string start, period;
  RangeLedgerOptions paying;
  RangeRows rows;
  std::optional<std::uint64_t> after;
  std::string on_bad_row = "stop";
  bool each = false;
};

nlohmann::json about_json(const std::string& file, const StreamCounter& stream) {
  nlohmann::json json = {{"file", file},
                         {"steps", stream.size()},
                         {"horizon", nullptr},
                         {"next_step", step_label(stream, stream.size())},
                         {"randomness", randomness_name(stream.is_private())},
                         {"guarantee", guarantee_json(*range_promise(terms_of(stream)).stated)}};
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
  print_statement(out, range_promise(terms_of(stream)).english);
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
  Head head{.path = options.file, .title = {}, .dataset = {}};
  options.paying.apply(head);
  const Payment payment = begin_stream(stream, options.file, head);
  if (options.json) {
    nlohmann::json about = about_json(options.file, stream);
    if (const auto& receipt = payment.receipt()) {
      about["ledger"] = ledger_json(shown_ledger(head.ledger()), head.dataset, receipt->total());
    }
    return print_json(context.out, about);
  }
  fmt::print(context.out, "stream in '{}': {}; the first is {}\n", options.file, steps_text(stream),
             step_label(stream, 0));
  print_promise(context.out, stream);
  if (const auto& receipt = payment.receipt()) {
    print_spent(context.out, shown_ledger(head.ledger()), head.dataset, receipt->total());
  } else if (stream.is_private()) {
    fmt::print(context.out, "{}\n", no_range_ledger);
  }
}

void append(const RangeStreamArguments& options, Context& context) {
  refuse_same_file(options.file, {file_of_source(options.rows.source)});
  const Confidence checked(options.confidence);  // before a step is taken that cannot be taken back
  RangeRows rows = options.rows;
  if (options.on_bad_row == "skip") rows.on_bad_row = OnBadRow::skip;
  std::unique_ptr<RandomSource> random = std::make_unique<SecureSource>();
  if (options.seed) random = std::make_unique<SeededSource>(*options.seed);
  StreamCounts read;
  refuse_other_kind("range stream append", options.file);
  const auto stream = append_to_stream(
      options.file,
      [&](const StreamCounter& before) {
        read = read_stream_counts(rows, before, options.after);
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
  options.require_publishing();
  refuse_other_kind("range stream total", options.file);
  const auto stream = load_stream(options.file);
  if (stream->size() == 0)
    fail_input(fmt::format("'{}' has not seen a step yet", options.file), "Append counts first.");
  if (options.is_publishing()) {
    using Totals = AnswersConfig::Totals;
    return publish_answers(options, {.totals = options.each ? Totals::each : Totals::last}, context);
  }
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
  options->paying.add(*command);
  add_seed(*command, *options);
  add_weak(*command, options->is_weak);
  command->footer(std::string(example) + keep_the_file);
  command->callback([options, &context] { begin(*options, context); });
}

void add_append(Command& stream, Context& context) {
  auto options = std::make_shared<RangeStreamArguments>();
  Command* command = stream.add_subcommand("append", "Count the next steps: all that are given, or none");
  add_common(*command, *options);
  RangeRows& rows = options->rows;
  command
      ->add_option("COUNTS", rows.source,
                   "One count per line, or a table: a CSV file, - for standard input, sqlite:PATH or postgresql://…")
      ->required();
  command->add_option("--query", rows.query, "For databases: the query that gives the rows")->type_name("SQL");
  command->add_option("--counts", rows.counts, "Column of the counts; with --time the default is one record each")
      ->type_name("COLUMN");
  command
      ->add_option("--time", rows.column,
                   "Column of dates: every period from the next step to --to is appended, 0 where there are no rows")
      ->type_name("COLUMN");
  command->add_option("--time-format", rows.time_format, "Format of the dates, such as '%d/%m/%Y %H:%M'")
      ->type_name("FORMAT");
  command->add_option("--to", rows.to, "With --time: the last period to append; later rows wait for the next time")
      ->type_name("DATE");
  command
      ->add_option("--after", options->after,
                   "Append only if the stream has seen N steps: a script that runs twice counts once")
      ->type_name("N");
  command->add_option("--on-bad-row", options->on_bad_row, "With --time: stop (default), or skip and count")
      ->check(one_of_words({"stop", "skip"}))
      ->type_name("WHAT");
  options->add_confidence(*command);
  add_seed(*command, *options);
  command->footer(std::string(example) + keep_the_file);
  command->callback([options, &context] { append(*options, context); });
}

void add_total(Command& stream, Context& context) {
  auto options = std::make_shared<RangeStreamArguments>();
  Command* command = stream.add_subcommand("total", "How many so far, with an interval; 'range query' asks past steps");
  add_common(*command, *options);
  command->add_flag("--each", options->each, "The total after each step, not only after the last");
  options->add_confidence(*command);
  options->add_publishing(*command);
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
