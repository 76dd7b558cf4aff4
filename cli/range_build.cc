#include "sourdine/release/range_build.h"

#include <fmt/format.h>

#include <algorithm>

#include "common.h"
#include "print.h"
#include "range.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/range/decimal_number.h"
#include "sourdine/release/grid_build.h"
#include "sourdine/report/publish.h"

namespace sourdine::cli {
namespace {

struct RangeBuildArguments {
  RangeRows rows;
  RangeRecipe recipe;
  std::string time, number, period;
  std::string places;
  std::string bin;
  std::string on_bad_row = "stop";
  std::string model = "central", neighbours, oracle;
  std::string out;
  RangeLedger ledger;
  std::optional<std::uint64_t> seed;
  bool is_weak = false;
  bool force = false;
  bool json = false;
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

std::string structure_text(const RangePlanRow& chosen) {
  if (chosen.structure == "tree") return fmt::format("tree of degree {} with {} levels", chosen.degree, chosen.levels);
  return chosen.structure == "haar" ? "Haar coefficients" : "flat histogram";
}

std::string structure_text(const GridPlan& plan) {
  if (plan.levels == 1) return "a flat histogram for each place";
  return fmt::format("for each place a tree of degree {} with {} levels", plan.spec.column_degree, plan.levels);
}

// What is common to all that is built: the file, its promise, its cost.
struct Outcome {
  nlohmann::json about;                // what is special
  std::vector<std::string> sentences;  // the same in words
  RowsRead rows;
  Guarantee guarantee;
  bool is_private = true;
  std::optional<LedgerTotal> spent;
};

void print_outcome(const RangeBuildArguments& options, const Outcome& outcome, Context& context) {
  const std::string dataset = dataset_of_ledger(options.ledger.path);
  print_reading(outcome.rows, context.err);
  if (options.json) {
    nlohmann::json about = outcome.about;
    about["file"] = options.out;
    about["randomness"] = randomness_name(outcome.is_private);
    about["guarantee"] = guarantee_json(outcome.guarantee);
    if (outcome.spent) about["ledger"] = ledger_json(shown_ledger(options.ledger.path), dataset, *outcome.spent);
    return print_json(context.out, about);
  }
  std::ostream& words = options.out == "-" ? context.err : context.out;
  for (const std::string& sentence : outcome.sentences) fmt::print(words, "{}\n", sentence);
  print_guarantee(words, outcome.guarantee, outcome.is_private);
  for (const std::string& caveat : outcome.guarantee.caveats) fmt::print(words, "  {}\n", caveat);
  if (outcome.spent) {
    print_spent(words, shown_ledger(options.ledger.path), dataset, *outcome.spent);
  } else if (outcome.is_private) {
    fmt::print(words, "ledger: none; every structure built from these records adds its epsilon (see --ledger)\n");
  }
}

Outcome build_values(const RangeBuildArguments& options, const RangeRows& rows, const RangeRecipe& recipe,
                     const RandomSource& random) {
  const BuiltRange built = build_range(rows, recipe, random);
  const RangePlanRow& chosen = built.chosen;
  Outcome outcome{.about = {{"domain", nlohmann::json::parse(built.domain.to_json())},
                            {"size", built.domain.size()},
                            {"structure", chosen.structure},
                            {"degree", chosen.degree},
                            {"levels", chosen.levels},
                            {"expected_std_error", chosen.std_error}},
                  .sentences = {fmt::format("{} in '{}': {}{}", built.domain.describe(), options.out,
                                            structure_text(chosen), built.is_simulated ? ", simulated" : ""),
                                fmt::format("standard error to expect: {:.1f} over all ranges", chosen.std_error)},
                  .rows = built.rows,
                  .guarantee = built.guarantee,
                  .is_private = built.structure->is_private(),
                  .spent = publish_range(*built.structure, options.out, options.ledger)};
  if (built.is_simulated) outcome.about["simulated"] = true;
  return outcome;
}

Outcome build_places(const RangeBuildArguments& options, const RangeRows& rows, const RangeRecipe& recipe,
                     const RandomSource& random) {
  const BuiltGrid built = build_grid(rows, recipe, random);
  const GridPlan& plan = built.plan;
  return {.about = {{"domain", nlohmann::json::parse(built.domain.to_json())},
                    {"size", plan.spec.rows * plan.spec.columns},
                    {"structure", "grid"},
                    {"degree", plan.spec.column_degree},
                    {"levels", plan.levels},
                    {"expected_std_error", plan.std_error}},
          .sentences = {fmt::format("{} in '{}': {}", built.domain.describe(), options.out, structure_text(plan)),
                        fmt::format("standard error to expect: {:.1f} for one place, over all ranges", plan.std_error)},
          .rows = built.rows,
          .guarantee = built.guarantee,
          .is_private = built.grid.is_private(),
          .spent = publish_grid(built.grid, options.out, options.ledger)};
}

void build(const RangeBuildArguments& options, Context& context) {
  refuse_shared_output(options.json, options.out);
  refuse_same_file(options.out, {file_of_source(options.rows.source), options.places});
  require_range_ledger(options.out, options.ledger);
  refuse_other_file(options.out, options.force);
  const RangeRecipe recipe = read_recipe(options);
  const RangeRows rows = read_row_options(options);
  require_private_epsilon(recipe.epsilon, options.is_weak);
  if (!options.seed) require_range_budget(options.ledger, recipe, options.out);
  std::unique_ptr<RandomSource> random = std::make_unique<SecureSource>();
  if (options.seed) random = std::make_unique<SeededSource>(*options.seed);
  print_outcome(
      options,
      rows.place.empty() ? build_values(options, rows, recipe, *random) : build_places(options, rows, recipe, *random),
      context);
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
  command->add_option("--out,-o", options->out, "Range file to write; - is standard output")
      ->required()
      ->type_name("FILE");
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
  command->add_option("--seed", options->seed, "Reproducible and NOT PRIVATE: for tests only")
      ->check(non_negative_number())
      ->type_name("N");
  add_weak(*command, options->is_weak);
  command->add_flag("--force", options->force,
                    "Replace the file of an older structure: what was spent on it stays spent");
  command->add_flag("--json", options->json, "One JSON object on the standard output");
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
