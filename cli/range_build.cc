#include "sourdine/release/range_build.h"

#include <fmt/format.h>

#include <filesystem>

#include "common.h"
#include "print.h"
#include "range.h"
#include "sourdine/base/error.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/range/range_file.h"
#include "sourdine/report/publish.h"

namespace sourdine::cli {
namespace {

struct Options {
  RangeRows rows;
  RangeRecipe recipe;
  std::string time, number, by;
  std::string bin;
  std::string on_bad_row = "stop";
  std::string model = "central", neighbours, oracle;
  std::string out;
  RangeLedger ledger;
  std::optional<std::uint64_t> seed;
  bool json = false;
};

RangeRows rows_of(const Options& options) {
  if (options.time.empty() == options.number.empty()) {
    fail_input(
        options.time.empty() ? "the column of the ordered values is missing" : "--time and --number exclude each other",
        "Give --time COLUMN for dates, or --number COLUMN for whole numbers.");
  }
  RangeRows rows = options.rows;
  rows.column = options.time.empty() ? options.number : options.time;
  if (!options.time.empty()) {
    rows.period = find_period(options.by.empty() ? "day" : options.by);
    if (!options.bin.empty())
      fail_input("--bin is for numbers", "Dates are counted --by hour, day, week, month or year.");
  } else if (!options.by.empty() || rows.time_format != "auto") {
    fail_input(fmt::format("{} is for dates", options.by.empty() ? "--time-format" : "--by"),
               "Numbers are counted in bins: --bin WIDTH.");
  }
  if (!options.bin.empty()) {
    const auto width = OrderedDomain::number_item(options.bin);
    if (!width || width->begin < 1) {
      fail_input(fmt::format("--bin must be a whole number of at least 1, not {}", options.bin));
    }
    rows.bin = static_cast<std::uint64_t>(width->begin);
  }
  if (options.on_bad_row == "skip") rows.on_bad_row = OnBadRow::skip;
  return rows;
}

RangeRecipe recipe_of(const Options& options) {
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
void print_reading(const RangeCounts& data, std::ostream& err) {
  fmt::print(err, "sourdine: {} records counted (for your eyes, not part of the result)", data.records);
  if (data.outside != 0) fmt::print(err, "; {} outside of the domain left out", data.outside);
  if (data.skipped != 0) fmt::print(err, "; {} bad rows skipped", data.skipped);
  err << '\n';
  if (data.records == 0) {
    fmt::print(err, "sourdine: warning: no record was counted; the answers will be noise and nothing else\n");
  }
}

std::string structure_text(const RangePlanRow& chosen) {
  if (chosen.structure == "tree") return fmt::format("tree of degree {} with {} levels", chosen.degree, chosen.levels);
  return chosen.structure == "haar" ? "Haar coefficients" : "flat histogram";
}

// An older range file may be replaced; a ledger or a table of events never.
void refuse_other_file(const std::string& path) {
  if (path == "-" || !std::filesystem::is_regular_file(path) || std::filesystem::is_empty(path)) return;
  if (!is_range_file(path)) {
    fail_input(fmt::format("'{}' is there and is no range file", path), "Choose another file to write.");
  }
}

void build(const Options& options, Context& context) {
  refuse_shared_output(options.json, options.out);
  refuse_same_file(options.out, {file_of_source(options.rows.source)});
  require_range_ledger(options.out, options.ledger);
  refuse_other_file(options.out);
  const RangeRecipe recipe = recipe_of(options);
  const RangeRows rows = rows_of(options);
  choose_structure(recipe, 2, 1);  // what cannot be is said before the rows are read
  const RangeCounts data = read_range_counts(rows);
  const RangePlanRow chosen = choose_structure(recipe, data.domain.size(), data.records);
  std::unique_ptr<RandomSource> random = std::make_unique<SecureSource>();
  if (options.seed) random = std::make_unique<SeededSource>(*options.seed);
  std::unique_ptr<RangeStructure> structure;
  random->with_stream(0, [&](Random& bits) { structure = build_range(recipe, chosen, data, bits); });
  const Guarantee guarantee = range_guarantee(*structure, data.domain);
  const std::optional<LedgerTotal> spent = publish_range(*structure, options.out, options.ledger);

  print_reading(data, context.err);
  if (options.json) {
    nlohmann::json about = {{"file", options.out},
                            {"domain", nlohmann::json::parse(data.domain.to_json())},
                            {"size", data.domain.size()},
                            {"structure", chosen.structure},
                            {"degree", chosen.degree},
                            {"levels", chosen.levels},
                            {"expected_std_error", chosen.std_error},
                            {"randomness", randomness_name(structure->is_private())},
                            {"guarantee", to_json(guarantee)}};
    if (spent) about["ledger"] = to_json(options.ledger.path, dataset_of_ledger(options.ledger.path), *spent);
    return print_json(context.out, about);
  }
  std::ostream& words = options.out == "-" ? context.err : context.out;
  fmt::print(words, "{} in '{}': {}\n", data.domain.describe(), options.out, structure_text(chosen));
  fmt::print(words, "standard error to expect: {:.1f} over all ranges\n", chosen.std_error);
  print_guarantee(words, guarantee, structure->is_private());
  for (const std::string& caveat : guarantee.caveats) fmt::print(words, "  {}\n", caveat);
  if (spent) {
    print_spent(words, options.ledger.path, dataset_of_ledger(options.ledger.path), *spent);
  } else if (structure->is_private()) {
    fmt::print(words, "ledger: none; every structure built from these records adds its epsilon (see --ledger)\n");
  }
}

void add_source_options(Command& command, Options& options) {
  command.add_option("EVENTS", options.rows.source, "A CSV file, - for standard input, sqlite:PATH or postgresql://…")
      ->required();
  command.add_option("--query", options.rows.query, "For databases: the query that gives the rows")->type_name("SQL");
  command.add_option("--time", options.time, "Column of dates: the ordered values are calendar periods")
      ->type_name("COLUMN");
  command.add_option("--by", options.by, "The period: hour, day (default), week, month or year")->type_name("PERIOD");
  command.add_option("--time-format", options.rows.time_format, "Format of the dates, such as '%d/%m/%Y %H:%M'")
      ->type_name("FORMAT");
  command.add_option("--number", options.number, "Column of whole numbers: ages, amounts, durations")
      ->type_name("COLUMN");
  command.add_option("--bin", options.bin, "Width of bins of numbers (1)")->type_name("WIDTH");
  command
      .add_option("--from", options.rows.from,
                  "First date or number of the domain; default: that of the data, which is then public")
      ->type_name("VALUE");
  command.add_option("--to", options.rows.to, "Last date or number of the domain, likewise")->type_name("VALUE");
  command.add_option("--counts", options.rows.counts, "Column with the number of records of a row; default: one each")
      ->type_name("COLUMN");
  command.add_option("--on-bad-row", options.on_bad_row, "stop (default), or skip and count")
      ->check(one_of_words({"stop", "skip"}))
      ->type_name("WHAT");
}

}  // namespace

void add_range_build(Command& range, Context& context) {
  auto options = std::make_shared<Options>();
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
  command->add_option("--model", options->model, "central (default): a trusted curator; local: nobody is trusted")
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
                   "Ledger that adds up what is spent on these records, DATASET.ledger.jsonl")
      ->type_name("FILE");
  command
      ->add_option("--budget", options->ledger.budget,
                   "Refuse (exit code 3) what brings the total above E, now and until another budget is given")
      ->type_name("E");
  command->add_option("--seed", options->seed, "Reproducible and NOT PRIVATE: for tests only")
      ->check(non_negative_number())
      ->type_name("N");
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer(
      "Example:\n"
      "  printf 'age\\n19\\n23\\n24\\n40\\n' > people.csv\n"
      "  sourdine range build people.csv --number age --from 0 --to 120 --epsilon 1 --out ages.srng");
  command->callback([options, &context] { build(*options, context); });
}

}  // namespace sourdine::cli
