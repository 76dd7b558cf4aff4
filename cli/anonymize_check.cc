#include <fmt/format.h>

#include <algorithm>

#include "anonymize.h"
#include "common.h"
#include "print.h"
#include "progress.h"
#include "sourdine/anonymity/table_check.h"
#include "sourdine/anonymize/facts_json.h"
#include "sourdine/anonymize/text_table.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine::cli {
namespace {

struct AnonymizeCheckArguments {
  std::string table;
  std::string query;
  std::vector<std::string> quasi, sensitive;
  std::string population, population_query;
  std::string compare_with, compare_query;
  double threshold = CheckQuestion().threshold;
  bool json = false;
};

// "a,b" and several options alike.
std::vector<std::string> names_in(const std::vector<std::string>& given) {
  std::vector<std::string> names;
  for (const std::string& text : given) {
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      if (end > begin) names.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return names;
}

std::vector<LabelledColumn> columns_of(const TextTable& table, const std::vector<std::string>& names) {
  std::vector<LabelledColumn> columns;
  for (const std::string& name : names) columns.push_back(table.at(name).labelled());
  return columns;
}

TextTable read_table(const std::string& source, const std::string& query, Progress& progress) {
  TextTableOptions how;
  how.progress = [&](const std::string& what) { progress.say(what); };
  return read_text_table(*open_rows(source, query), how);
}

CheckQuestion question_of(const AnonymizeCheckArguments& options, Progress& progress) {
  const std::vector<std::string> quasi = names_in(options.quasi), sensitive = names_in(options.sensitive);
  if (quasi.empty()) fail_usage("--quasi names no column", "For example: --quasi age,zip,gender");
  for (const std::string& name : sensitive) {
    if (std::find(quasi.begin(), quasi.end(), name) != quasi.end()) {
      fail_usage(fmt::format("'{}' is given as a quasi-identifier and as sensitive", shown(name)));
    }
  }
  const TextTable table = read_table(options.table, options.query, progress);
  CheckQuestion question{
      .quasi = columns_of(table, quasi), .sensitive = columns_of(table, sensitive), .threshold = options.threshold};
  if (!options.population.empty()) {
    question.population = columns_of(read_table(options.population, options.population_query, progress), quasi);
  }
  if (!options.compare_with.empty()) {
    if (sensitive.empty()) fail_usage("--compare-with needs --sensitive", "Say whose values two tables may reveal.");
    const TextTable other = read_table(options.compare_with, options.compare_query, progress);
    question.other_quasi = columns_of(other, quasi);
    question.other_sensitive = columns_of(other, sensitive);
  }
  return question;
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{:.1f}%", whole > 0 ? 100 * static_cast<double>(part) / static_cast<double>(whole) : 0);
}
std::string percent(double probability) { return fmt::format("{:.4g}%", 100 * probability); }

using TextRows = std::vector<std::vector<std::string>>;

void print_models(std::ostream& out, const TableCheck& check) {
  TextRows rows = {{"model", "", "meaning"}};
  rows.push_back({"k-anonymity", std::to_string(check.k), "rows in the smallest class"});
  for (const SensitiveCheck& sensitive : check.sensitive) {
    const std::string name = shown(sensitive.name);
    rows.push_back(
        {"distinct l, " + name, std::to_string(sensitive.diversity.distinct), "values in the class with fewest"});
    rows.push_back(
        {"entropy l, " + name, fmt::format("{:.6g}", sensitive.diversity.entropy), "as if so many, equally often"});
    if (!sensitive.recursive.empty()) {
      const auto& last = sensitive.recursive.back();
      rows.push_back({fmt::format("recursive (c, {}), {}", last.l, name), fmt::format("c > {:.6g}", last.above),
                      "the most frequent value beside the rare ones"});
    }
    rows.push_back({"t, equal, " + name, fmt::format("{:.6g}", sensitive.diversity.closeness),
                    "how far a class is from the table"});
    if (sensitive.ordered_closeness) {
      rows.push_back(
          {"t, ordered, " + name, fmt::format("{:.6g}", *sensitive.ordered_closeness), "the same, by steps"});
    }
  }
  print_table(out, "lrl", rows);
}

void print_sizes(std::ostream& out, const TableCheck& check) {
  TextRows rows = {{"rows in the class", "classes", "rows", ""}};
  for (const ClassSizes& size : check.sizes) {
    rows.push_back({size.least == size.most ? std::to_string(size.least) : fmt::format("{}-{}", size.least, size.most),
                    std::to_string(size.classes), std::to_string(size.rows), share(size.rows, check.rows)});
  }
  print_table(out, "lrrr", rows);
}

void print_risks(std::ostream& out, const TableCheck& check) {
  const ReidentificationRisk& risk = check.risk;
  const std::string above = fmt::format("rows above {}", percent(risk.threshold));
  TextRows rows = {{"reader", "largest", "mean", above, "who"}};
  const auto row = [&](std::string name, const RowRisk& of, std::string who) {
    rows.push_back({std::move(name), percent(of.largest), percent(of.average),
                    fmt::format("{} ({})", of.at_risk, share(of.at_risk, risk.rows)), std::move(who)});
  };
  row("prosecutor", risk.prosecutor, "looks for one person who is in the table");
  if (risk.population) row("journalist", risk.population->journalist, "looks for anybody of the population");
  rows.push_back({"marketer", "", percent(risk.population ? risk.population->marketer : risk.marketer), "",
                  "matches everybody: right so often"});
  print_table(out, "lrrrl", rows);
  fmt::print(out, "unique rows: {} ({})\n", risk.uniques, share(risk.uniques, risk.rows));
  if (!risk.population) return;
  fmt::print(out, "unique in the population of {}: {} ({})\n", counted(risk.population->rows, "row"),
             risk.population->uniques, share(risk.population->uniques, risk.rows));
  if (risk.population->uncovered > 0) {
    fmt::print(out, "{} of the table are not all in the population; for these the table itself is taken\n",
               counted(risk.population->uncovered, "row"));
  }
}

std::string set_name(const CheckQuestion& question, const Identification& set) {
  std::string name;
  for (const std::size_t column : set.columns) {
    if (!name.empty()) name += " + ";
    name += shown(question.quasi[column].name);
  }
  return name;
}

// All columns by themselves, and the sets that separate most.
void print_identification(std::ostream& out, const TableCheck& check, const CheckQuestion& question) {
  constexpr std::size_t most_sets = 5;
  TextRows rows = {{"columns", "distinction", "separation", "unique rows"}};
  std::size_t sets = 0;
  for (const Identification& set : check.identification) {
    if (set.columns.size() > 1 && ++sets > most_sets) continue;
    rows.push_back(
        {set_name(question, set), percent(set.distinction), percent(set.separation), std::to_string(set.uniques)});
  }
  print_table(out, "lrrr", rows);
}

void print_attacks(std::ostream& out, const SensitiveCheck& check, std::uint64_t all) {
  TextRows rows = {{fmt::format("attacks on '{}'", shown(check.name)), "rows", "", "meaning"}};
  const Homogeneity& same = check.homogeneity;
  const auto row = [&](std::string name, std::uint64_t found, std::string meaning) {
    rows.push_back({std::move(name), std::to_string(found), share(found, all), std::move(meaning)});
  };
  row("homogeneity", same.revealed, "their class has one value only: it is theirs");
  row("best guess", same.guessed,
      fmt::format("the class's most frequent value is right; {} without classes", share(same.guessed_blindly, all)));
  for (const BackgroundKnowledge& known : check.background) {
    if (known.ruled_out == 0) continue;
    row(fmt::format("background, {} ruled out", known.ruled_out), known.revealed,
        fmt::format("known for certain; the mean confidence is {}", percent(known.confidence)));
  }
  if (check.other_release) {
    const TwoReleases& both = *check.other_release;
    row("in both tables, possibly", both.possible, "a class of the other table that overlaps has their value");
    row("intersection", both.revealed_possibly,
        fmt::format("one value is left if they are in both; whichever class it is, for {}; {} by this table alone",
                    both.revealed_surely, both.revealed_alone));
    row("intersection, row found", both.isolated_possibly,
        fmt::format("the only row of its class that is left; whichever class it is, for {}", both.isolated_surely));
  }
  print_table(out, "lrrl", rows);
  if (check.other_release && check.other_release->unknown_values > 0) {
    fmt::print(out,
               "{} of this table could not be compared with the other's (neither equal, nor an interval or a mask): "
               "more rows may be in both\n",
               counted(check.other_release->unknown_values, "value"));
  }
}

nlohmann::json json_of(const SensitiveCheck& check) {
  nlohmann::json json = {{"column", check.name},
                         {"values", check.values},
                         {"distinct_l", check.diversity.distinct},
                         {"entropy_l", check.diversity.entropy},
                         {"t_equal", check.diversity.closeness},
                         {"t_ordered", check.ordered_closeness ? nlohmann::json(*check.ordered_closeness) : nullptr},
                         {"recursive", nlohmann::json::array()},
                         {"homogeneity",
                          {{"rows_revealed", check.homogeneity.revealed},
                           {"classes", check.homogeneity.classes},
                           {"rows_guessed", check.homogeneity.guessed},
                           {"rows_guessed_without_classes", check.homogeneity.guessed_blindly}}},
                         {"background", nlohmann::json::array()}};
  for (const auto& [l, above] : check.recursive) json["recursive"].push_back({{"l", l}, {"c_above", above}});
  for (const BackgroundKnowledge& known : check.background) {
    json["background"].push_back({{"ruled_out", known.ruled_out},
                                  {"rows_revealed", known.revealed},
                                  {"rows_likely", known.likely},
                                  {"mean_confidence", known.confidence}});
  }
  if (check.other_release) {
    const TwoReleases& both = *check.other_release;
    json["intersection"] = {
        {"rows_possibly_in_both", both.possible},           {"rows_revealed_surely", both.revealed_surely},
        {"rows_revealed_possibly", both.revealed_possibly}, {"rows_revealed_by_this_table_alone", both.revealed_alone},
        {"rows_isolated_surely", both.isolated_surely},     {"rows_isolated_possibly", both.isolated_possibly},
        {"values_not_compared", both.unknown_values}};
  }
  return json;
}

nlohmann::json json_of(const TableCheck& check, const CheckQuestion& question) {
  nlohmann::json json = {{"differential_privacy", false},
                         {"caution", not_differential_privacy},
                         {"rows", check.rows},
                         {"classes", check.classes},
                         {"k", check.k},
                         {"class_sizes", nlohmann::json::array()},
                         {"risk", risk_json(check.risk)},
                         {"identification", nlohmann::json::array()},
                         {"sensitive", nlohmann::json::array()}};
  for (const ClassSizes& size : check.sizes) {
    json["class_sizes"].push_back(
        {{"least", size.least}, {"most", size.most}, {"classes", size.classes}, {"rows", size.rows}});
  }
  for (const Identification& set : check.identification) {
    nlohmann::json names = nlohmann::json::array();
    for (const std::size_t column : set.columns) names.push_back(question.quasi[column].name);
    json["identification"].push_back({{"columns", std::move(names)},
                                      {"distinction", set.distinction},
                                      {"separation", set.separation},
                                      {"unique_rows", set.uniques}});
  }
  for (const SensitiveCheck& sensitive : check.sensitive) json["sensitive"].push_back(json_of(sensitive));
  return json;
}

void check(const AnonymizeCheckArguments& options, Context& context) {
  Progress progress(context);
  const CheckQuestion question = question_of(options, progress);
  const TableCheck check = check_table(question);
  progress.clear();
  if (options.json) return print_json(context.out, json_of(check, question));
  std::ostream& out = context.out;
  fmt::print(out, "{}\n\n", not_differential_privacy);
  fmt::print(out, "{} in {}\n\n", counted(check.rows, "row"),
             check.classes == 1 ? "1 class" : fmt::format("{} classes", check.classes));
  print_models(out, check);
  out << '\n';
  print_sizes(out, check);
  out << '\n';
  print_risks(out, check);
  out << '\n';
  print_identification(out, check, question);
  for (const SensitiveCheck& sensitive : check.sensitive) {
    out << '\n';
    print_attacks(out, sensitive, check.rows);
  }
  fmt::print(out, "\ndocs/anonymity-risk.md says what each number means.\n");
}

}  // namespace

void add_anonymize_check(Command& anonymize, Context& context) {
  auto options = std::make_shared<AnonymizeCheckArguments>();
  Command* command = anonymize.add_subcommand(
      "check", "What a generalised table keeps and what it gives away, whoever made it: models, risks, attacks");
  command->add_option("TABLE", options->table, "A CSV file, - for standard input, sqlite:PATH or postgresql://…")
      ->required();
  command->add_option("--query", options->query, "Of a database: the SELECT that gives the table")->type_name("SQL");
  command
      ->add_option("--quasi", options->quasi, "Columns that somebody else may know as well, with commas between them")
      ->required()
      ->type_name("COLUMNS")
      ->allow_extra_args(false);
  command->add_option("--sensitive", options->sensitive, "Columns that nobody should learn about a person")
      ->type_name("COLUMNS")
      ->allow_extra_args(false);
  command
      ->add_option("--population", options->population,
                   "A table of everybody, generalised alike, with the quasi-identifiers' columns: risks against it")
      ->type_name("TABLE");
  command->add_option("--population-query", options->population_query, "Of a database: the SELECT that gives it")
      ->type_name("SQL");
  command
      ->add_option("--compare-with", options->compare_with,
                   "Another table about some of the same people: what the two tell together")
      ->type_name("TABLE");
  command->add_option("--compare-query", options->compare_query, "Of a database: the SELECT that gives it")
      ->type_name("SQL");
  command->add_option("--threshold", options->threshold, "Of risk: rows above it are counted")
      ->check(number_between(0.0, 1.0))
      ->capture_default_str();
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(
      "Example:\n"
      "  printf 'age,zip,disease\\n2*,130**,heart\\n2*,130**,viral\\n3*,148**,cancer\\n3*,148**,cancer\\n' > "
      "theirs.csv\n"
      "  sourdine anonymize check theirs.csv --quasi age,zip --sensitive disease");
  command->callback([options, &context] { check(*options, context); });
}

}  // namespace sourdine::cli
