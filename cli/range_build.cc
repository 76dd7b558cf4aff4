#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "common.h"
#include "print.h"
#include "range.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/range/decimal_number.h"
#include "sourdine/ranges/publication.h"

namespace sourdine::cli {
namespace {

struct RangeBuildArguments : PublishingOptions {
  RangeRows rows;
  RangeRecipe recipe;
  std::string time, number, period;
  std::string places;
  std::string bin;
  std::string on_bad_row = "stop";
  std::string model = "central", neighbours, oracle;
  std::string directory, title, language = "en";
  RangeLedgerOptions paying;
};

RangeRows read_row_options(const RangeBuildArguments& options) {
  if (options.time.empty() == options.number.empty()) {
    fail_input(
        options.time.empty() ? "the column of the ordered values is missing" : "--time and --number exclude each other",
        "Give --time COLUMN for dates, or --number COLUMN for numbers.");
  }
  RangeRows rows = options.rows;
  rows.column = options.time.empty() ? options.number : options.time;
  if (!options.time.empty()) {
    rows.period = find_period(options.period.empty() ? "day" : options.period);
    if (!options.bin.empty())
      fail_input("--bin is for numbers", "Dates are counted --by hour, day, week, month or year.");
  } else if (!options.period.empty() || rows.time_format != "auto") {
    fail_input(fmt::format("{} is for dates", options.period.empty() ? "--time-format" : "--by"),
               "Numbers are counted in bins: --bin WIDTH.");
  }
  if (!options.bin.empty()) {
    rows.decimals = std::min(count_decimals(options.bin), max_decimals);
    const auto width = OrderedDomain::number_item(options.bin, rows.decimals);
    if (!width || width->begin < 1) {
      fail_input(fmt::format("--bin must be a number like 5 or 0.5, greater than 0, not {}", options.bin));
    }
    rows.bin = static_cast<std::uint64_t>(width->begin);
  }
  if (options.on_bad_row == "skip") rows.on_bad_row = OnBadRow::skip;
  if (!options.places.empty()) {
    if (rows.place.empty()) fail_input("--places is for a grid", "Name the column of the places by --place.");
    rows.places = read_place_names(options.places);
  }
  return rows;
}

RangeRecipe read_recipe(const RangeBuildArguments& options) {
  RangeRecipe recipe = options.recipe;
  const bool is_local = options.model == "local";
  if (is_local) recipe.model = PrivacyModel::local;
  if (is_local && !options.neighbours.empty()) {
    fail_input("--neighbours is for the central model", "A local report protects its value against any other.");
  }
  if (!is_local && !options.oracle.empty()) fail_input("--oracle is for the local model", "Add --model local.");
  if (options.neighbours == "replace") recipe.neighbours = Neighbours::replace;
  if (!options.oracle.empty()) recipe.oracle = options.oracle;
  return recipe;
}

// What was read is raw data: it goes to the eyes of whoever holds them, not with the result.
void print_reading(const RowsRead& rows, std::ostream& err) {
  fmt::print(err, "sourdine: {} counted (for your eyes, not part of the result)", counted(rows.records, "record"));
  if (rows.outside != 0) fmt::print(err, "; {} outside of the domain left out", rows.outside);
  if (rows.skipped != 0) fmt::print(err, "; {} bad rows skipped", rows.skipped);
  err << '\n';
  if (rows.records == 0) {
    fmt::print(err, "sourdine: warning: no record was counted; the answers will be noise and nothing else\n");
  }
}

// Where it goes: a file, or a directory with a page.
RangesConfig place_of(const RangeBuildArguments& options) {
  if (!options.out.empty() && !options.directory.empty()) {
    fail_usage("--out and --publish exclude each other", "--publish makes a directory that holds the file, too.");
  }
  const bool is_alone = options.directory.empty();
  if (is_alone && !options.title.empty()) fail_usage("a title is for a page", "Give --publish DIR in place of --out.");
  RangesConfig config{.form = is_alone ? Form::file : Form::directory};
  const std::string& out = is_alone ? options.out : options.directory;
  refuse_shared_output(options.json, out);
  refuse_same_file(out, {file_of_source(options.rows.source), options.places});
  config.head.path = out;
  config.head.title = options.title.empty() ? std::filesystem::path(out).stem().string() : options.title;
  config.head.language = options.language == "fr" ? Language::fr : Language::en;
  options.paying.apply(config.head);
  require_range_ledger(config.head, out);
  return config;
}

void build(const RangeBuildArguments& options, Context& context) {
  RangesConfig config = place_of(options);
  config.recipe = read_recipe(options);
  config.rows = read_row_options(options);
  require_private_epsilon(config.recipe.epsilon, options.is_weak);
  PublishingOptions publishing = options;
  if (publishing.out.empty()) publishing.out = options.directory;
  Progress progress(context);
  PreparedRanges ranges(std::move(config));
  run_publication(publishing, ranges, progress, context, {.on_both = [&] {
                    if (ranges.rows() != nullptr) print_reading(*ranges.rows(), context.err);
                  }});
}

void add_source_options(Command& command, RangeBuildArguments& options) {
  command.add_option("EVENTS", options.rows.source, "A CSV file, - for standard input, sqlite:PATH or postgresql://…")
      ->required();
  command.add_option("--query", options.rows.query, "For databases: the query that gives the rows")->type_name("SQL");
  command.add_option("--time", options.time, "Column of dates: the ordered values are calendar periods")
      ->type_name("COLUMN");
  command.add_option("--by", options.period, "The period: hour, day (default), week, month or year")
      ->type_name("PERIOD");
  command.add_option("--time-format", options.rows.time_format, "Format of the dates, such as '%d/%m/%Y %H:%M'")
      ->type_name("FORMAT");
  command
      .add_option("--number", options.number, "Column of numbers: ages, amounts, durations; with decimals by --bin 0.5")
      ->type_name("COLUMN");
  command
      .add_option("--bin", options.bin, "Width of bins of numbers (1); its decimals are those that numbers are cut to")
      ->type_name("WIDTH");
  command
      .add_option("--from", options.rows.from,
                  "First date or number of the domain; default: that of the data, which is then public")
      ->type_name("VALUE");
  command.add_option("--to", options.rows.to, "Last date or number of the domain, likewise")->type_name("VALUE");
  command.add_option("--counts", options.rows.counts, "Column with the number of records of a row; default: one each")
      ->type_name("COLUMN");
  command
      .add_option("--place", options.rows.place,
                  "Column of places: a grid, which answers places x dates (or numbers); central model")
      ->type_name("COLUMN");
  command
      .add_option("--places", options.places,
                  "File with the places, one per line; default: those of the data, which are then public")
      ->type_name("FILE");
  command.add_option("--on-bad-row", options.on_bad_row, "stop (default), or skip and count")
      ->check(one_of_words({"stop", "skip"}))
      ->type_name("WHAT");
}

}  // namespace

void add_range_build(Command& range, Context& context) {
  auto options = std::make_shared<RangeBuildArguments>();
  Command* command = range.add_subcommand("build", "Rows in, a private structure that answers any range out (.srng)");
  add_source_options(*command, *options);
  command->add_option("--epsilon", options->recipe.epsilon, "Privacy parameter, > 0: smaller is more private")
      ->required()
      ->type_name("E");
  command
      ->add_option("--structure", options->recipe.structure,
                   "auto (default: the best over all ranges), flat, tree, or haar (local)")
      ->check(one_of_words({"auto", "flat", "tree", "haar"}))
      ->type_name("NAME");
  command->add_option("--degree", options->recipe.degree, "Degree of the tree; default: the best")->type_name("B");
  command
      ->add_option(
          "--model", options->model,
          "central (default): a trusted curator; local: what it would be if nobody were trusted, simulated here")
      ->check(one_of_words({"central", "local"}))
      ->type_name("MODEL");
  command
      ->add_option("--neighbours", options->neighbours,
                   "Central model: add-remove (default) one record, or replace one: the total is then public")
      ->check(one_of_words({"add-remove", "replace"}))
      ->type_name("HOW");
  command->add_option("--oracle", options->oracle, "Local model: frequency oracle of the levels (adp)")
      ->type_name("NAME");
  command->add_option("--out,-o", options->out, "Range file to write; - is standard output")->type_name("FILE");
  command
      ->add_option("--publish", options->directory,
                   "In place of --out: a directory with the range file, a table, a page, statement and sums")
      ->type_name("DIR");
  command->add_option("--title", options->title, "Of the page (the directory's name)")->type_name("TEXT");
  command->add_option("--language", options->language, "Of the page and the statement (en)")
      ->check(one_of_words({"en", "fr"}));
  command->add_flag("--force", options->replaces, "Replace ranges that are there; what was spent stays spent");
  options->paying.add(*command);
  options->add_randomness(*command);
  options->add_ends(*command);
  command->footer(
      "Example:\n"
      "  printf 'age\\n19\\n23\\n24\\n40\\n' > people.csv\n"
      "  sourdine range build people.csv --number age --from 0 --to 120 --epsilon 1 --out ages.srng\n"
      "  printf 'day,town\\n2026-03-01,Dole\\n2026-03-04,Ornans\\n' > calls.csv; printf 'Dole\\nOrnans\\n' > "
      "towns.txt\n"
      "  sourdine range build calls.csv --time day --from 2026-03 --to 2026-03 --place town --places towns.txt \\\n"
      "      --epsilon 1 --out calls.srng\n"
      "  sourdine range query calls.srng --place Dole 2026-03-01..2026-03-07\n\n"
      "--model local reads the records and randomises each as its owner would: a simulation, to learn what error to\n"
      "expect. Whoever runs it sees the records.");
  command->callback([options, &context] { build(*options, context); });
}

}  // namespace sourdine::cli
