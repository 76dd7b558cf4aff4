#include <fmt/format.h>

#include "app.h"
#include "common.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/oracle/table.h"

namespace sourdine::cli {
namespace {

struct OraclesArguments {
  std::string name;
  double epsilon = 1;
  std::string domain = "17";
  bool json = false;
  bool markdown = false;
};

// rappor's least squares exist only where the domain can be told apart; a dash stands for "no figure here".
std::optional<double> variance_of(const Oracle& oracle) {
  try {
    return oracle.approximate_variance();
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string variance_text(const Oracle& oracle, int digits) {
  const auto variance = variance_of(oracle);
  return variance ? fmt::format("{:.{}f}", *variance, digits) : "-";
}

nlohmann::json row_json(const OracleRow& row, const Oracle& oracle) {
  nlohmann::json parameters = nlohmann::json::object();
  for (const OracleParameter& parameter : row.parameters) parameters[std::string(parameter.name)] = parameter.meaning;
  const Support support = oracle.support();
  const auto variance = variance_of(oracle);
  return {{"name", row.name},
          {"title", row.title},
          {"report", row.report},
          {"choose", row.choose},
          {"cost", row.cost},
          {"reference", row.reference},
          {"simulate", row.simulates_by_law ? "by law" : "report by report"},
          {"parameters", parameters},
          {"k", oracle.k()},
          {"epsilon", oracle.oracle_spec().epsilon},
          {"realised_epsilon", oracle.epsilon()},
          {"yes", support.yes},
          {"no", support.no},
          {"variance", variance ? nlohmann::json(*variance) : nlohmann::json()},
          {"report_bits", oracle.report_bits()}};
}

void print_list(std::ostream& out, const Domain& domain, double epsilon) {
  std::vector<std::vector<std::string>> rows = {{"oracle", "n·V0", "bits", "what it is"}};
  for (const OracleRow& row : oracle_table()) {
    const auto oracle = make_oracle(table_spec(row, domain, epsilon));
    rows.push_back({std::string(row.name), variance_text(*oracle, 4), fmt::format("{}", oracle->report_bits()),
                    std::string(row.title)});
  }
  print_table(out, "lrrl", rows);
  fmt::print(out,
             "\nFor k = {} and epsilon = {}. n·V0 is the variance of one estimated share times the number of reports:\n"
             "smaller is more accurate. 'sourdine oracles NAME' explains one.\n",
             domain.size(), epsilon);
}

void print_one(std::ostream& out, const OracleRow& row, const Oracle& oracle) {
  const Support support = oracle.support();
  fmt::print(out, "{}: {}\n\n", row.name, row.title);
  fmt::print(out, "report      {}; {} bits here\n", row.report, oracle.report_bits());
  fmt::print(out, "choose it   for {}\n", row.choose);
  fmt::print(out, "cost        {} (randomise / tally / decode)\n", row.cost);
  fmt::print(out, "simulate    {}\n", row.simulates_by_law ? "draws the tally's law directly" : "report by report");
  fmt::print(out, "reference   {}\n", row.reference);
  if (row.parameters.empty()) fmt::print(out, "parameters  none\n");
  for (std::size_t i = 0; i < row.parameters.size(); ++i) {
    fmt::print(out, "{:<12}{}: {}\n", i == 0 ? "parameters" : "", row.parameters[i].name, row.parameters[i].meaning);
  }
  fmt::print(out, "\nFor k = {} and epsilon = {:.6g}:\n", oracle.k(), oracle.oracle_spec().epsilon);
  fmt::print(out, "  a report supports the value held with probability {:.9f}, another with {:.9f}\n", support.yes,
             support.no);
  fmt::print(out, "  n·V0 = {}\n", variance_text(oracle, 9));
  out << "  ";
  print_guarantee(out, oracle.guarantee(), true);
  for (const std::string& caveat : oracle.guarantee().caveats) fmt::print(out, "    {}\n", caveat);
}

// docs/oracles.md is this, and a test holds it to that.
void print_markdown(std::ostream& out, const Domain& domain, double epsilon) {
  fmt::print(
      out, "# The oracles\n\nMade by `sourdine oracles --markdown` from the oracle table. Figures for k = {}, ε = {}; ",
      domain.size(), epsilon);
  fmt::print(out,
             "n·V0 is the variance of one\nestimated share times the number of reports, for a rare value: smaller is "
             "more accurate.\n\n");
  fmt::print(out, "| oracle | what it is | n·V0 | bits | choose it for | randomise / tally / decode | simulate |\n");
  fmt::print(out, "|---|---|--:|--:|---|---|---|\n");
  for (const OracleRow& row : oracle_table()) {
    const auto oracle = make_oracle(table_spec(row, domain, epsilon));
    fmt::print(out, "| `{}` | {} | {} | {} | {} | {} | {} |\n", row.name, row.title, variance_text(*oracle, 4),
               oracle->report_bits(), row.choose, row.cost, row.simulates_by_law ? "by law" : "report by report");
  }
  fmt::print(out, "\n## Parameters\n\n| oracle | parameter | meaning |\n|---|---|---|\n");
  for (const OracleRow& row : oracle_table()) {
    for (const OracleParameter& parameter : row.parameters) {
      fmt::print(out, "| `{}` | `{}` | {} |\n", row.name, parameter.name, parameter.meaning);
    }
  }
  fmt::print(out, "\n## Where less than the asked ε is spent\n\n");
  for (const OracleRow& row : oracle_table()) {
    if (!row.spends_less.empty()) fmt::print(out, "- `{}`: {}.\n", row.name, row.spends_less);
  }
  fmt::print(out, "\n## References\n\n");
  for (const OracleRow& row : oracle_table()) fmt::print(out, "- `{}`: {}.\n", row.name, row.reference);
}

void list(const OraclesArguments& options, std::ostream& out) {
  const Domain domain = read_domain(options.domain, "");
  if (options.markdown) return print_markdown(out, domain, options.epsilon);
  if (!options.json) return print_list(out, domain, options.epsilon);
  nlohmann::json rows = nlohmann::json::array();
  for (const OracleRow& row : oracle_table()) {
    rows.push_back(row_json(row, *make_oracle(table_spec(row, domain, options.epsilon))));
  }
  print_json(out, nlohmann::json{{"oracles", rows}});
}

void explain(const OraclesArguments& options, std::ostream& out) {
  const OracleRow& row = find_oracle(options.name);
  const auto oracle = make_oracle(table_spec(row, read_domain(options.domain, ""), options.epsilon));
  if (options.json) {
    nlohmann::json json = row_json(row, *oracle);
    json["guarantee"] = guarantee_json(oracle->guarantee());
    print_json(out, json);
  } else {
    print_one(out, row, *oracle);
  }
}

}  // namespace

void add_oracles(Command& app, Context& context) {
  auto options = std::make_shared<OraclesArguments>();
  Command* command = app.add_subcommand("oracles", "List the frequency oracles, or explain one");
  command->add_option("NAME", options->name, "The oracle to explain");
  command->add_option("--domain", options->domain, "Number of values k the figures are for (17)")->type_name("K");
  command->add_option("--epsilon", options->epsilon, "Epsilon the figures are for (1)")->type_name("E");
  Option* json = command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->add_flag("--markdown", options->markdown, "The table as a documentation page")->excludes(json);
  command->footer("Example:\n  sourdine oracles oue --domain 100 --epsilon 2");
  command->callback(
      [options, &context] { options->name.empty() ? list(*options, context.out) : explain(*options, context.out); });
}

}  // namespace sourdine::cli
