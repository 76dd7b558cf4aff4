#include "sourdine/estimate/plan.h"

#include <fmt/format.h>

#include <cmath>

#include "app.h"
#include "common.h"
#include "plan_survey.h"
#include "print.h"
#include "sourdine/base/error.h"

namespace sourdine::cli {
namespace {

struct PlanArguments {
  std::string config;
  std::string domain;
  std::string labels;
  std::optional<double> epsilon;
  std::string reports;
  std::string error;
  std::optional<double> confidence;
  std::string attributes;
  std::string people;
  bool json = false;
};

// A share: "0.01" or "1%".
double share_of(const std::string& option, std::string text) {
  const bool percent = !text.empty() && text.back() == '%';
  if (percent) text.pop_back();
  return number_of(option, text) / (percent ? 100 : 1);
}

// "100000" and "1e5" both; what does not fit becomes an error of the plan.
std::uint64_t reports_of(const std::string& text) {
  const double number = number_of("--reports", text);
  if (!(number >= 1 && number <= 0x1p62) || std::floor(number) != number) {
    fail_input(fmt::format("--reports must be a whole number of at least 1, not {}", text));
  }
  return static_cast<std::uint64_t>(number);
}

void plan_release_of(const PlanArguments& options, Context& context) {
  if (!context.plan_by_config) fail_usage("this program was built without releases: there is no --config");
  if (!options.domain.empty() || !options.labels.empty() || options.epsilon) {
    fail_usage("the configuration decides the domain and epsilon", "Leave out --domain, --labels and --epsilon.");
  }
  ConfiguredPlan question{
      .config = options.config, .reports = {}, .error = {}, .confidence = options.confidence, .json = options.json};
  if (!options.reports.empty()) question.reports = number_of("--reports", options.reports);
  if (!options.error.empty()) question.error = share_of("--error", options.error);
  context.plan_by_config(question, context);
}

void plan_survey_of(const PlanArguments& options, Context& context) {
  if (!options.config.empty() || !options.domain.empty() || !options.labels.empty() || !options.reports.empty() ||
      !options.error.empty() || options.confidence) {
    fail_usage("a plan for several attributes is solved for the error",
               "Give --attributes, --epsilon and --people, and nothing else but --json.");
  }
  if (!options.epsilon || options.people.empty()) {
    fail_usage("a plan for several attributes needs --epsilon and --people");
  }
  plan_survey({options.attributes, *options.epsilon, number_of("--people", options.people), options.json}, context);
}

PlanQuestion question_of(const PlanArguments& options) {
  PlanQuestion question;
  question.domain = read_domain(options.domain, options.labels);
  question.epsilon = options.epsilon;
  if (!options.reports.empty()) question.reports = reports_of(options.reports);
  if (!options.error.empty()) question.error = share_of("--error", options.error);
  if (question.error && *question.error >= 1) {
    fail_input(fmt::format("--error is a share of all reports, and {} is all of them or more", options.error),
               "Write 5% or 0.05 for five percent.");
  }
  if (options.confidence) question.confidence = *options.confidence;
  return question;
}

nlohmann::json row_json(const PlanRow& row) {
  nlohmann::json json = {{"oracle", row.oracle},
                         {"reachable", row.is_reachable},
                         {"report_bits", row.report_bits},
                         {"report_bytes", row.report_bytes},
                         {"cost", row.cost},
                         {"simulate", row.simulates_by_law ? "by law" : "report by report"}};
  if (!row.resolves_to.empty()) json["resolves_to"] = row.resolves_to;
  if (row.is_reachable) {
    json["epsilon"] = row.epsilon;
    json["reports"] = row.reports;
    json["error"] = row.error;
  } else {
    json["obstacle"] = row.obstacle;
  }
  return json;
}

void print_plan(std::ostream& out, const PlanQuestion& question, const std::vector<PlanRow>& rows) {
  std::vector<std::vector<std::string>> table = {
      {"oracle", "epsilon", "reports", "error", "bits", "randomise / tally / decode"}};
  for (const PlanRow& row : rows) {
    const std::string name = row.resolves_to.empty() ? row.oracle : fmt::format("{} ({})", row.oracle, row.resolves_to);
    if (row.is_reachable) {
      table.push_back({name, fmt::format("{:.5g}", row.epsilon), fmt::format("{}", row.reports),
                       fmt::format("{:.4f}%", 100 * row.error), fmt::format("{}", row.report_bits), row.cost});
    } else {
      table.push_back({name, "-", "-", "-", "-", row.obstacle});
    }
  }
  const char* solved = !question.epsilon ? "epsilon" : !question.reports ? "the number of reports" : "the error";
  fmt::print(out, "Solved for {}, best first; k = {}.\n\n", solved, question.domain.size());
  print_table(out, "lrrrrl", table);
  fmt::print(
      out,
      "\nThe error is half the width of the {:g}% interval around the share of a rare value: with error 1%, a value\n"
      "that nobody holds is estimated between -1% and 1% of all reports.\n",
      100 * question.confidence);
}

}  // namespace

void add_plan(Command& app, Context& context) {
  auto options = std::make_shared<PlanArguments>();
  Command* command = app.add_subcommand("plan", "What error to expect: give any two of epsilon, reports and error");
  command
      ->add_option("--config", options->config,
                   "Of a release: its regions and epsilon; --reports are the events of a year, and the answer is in "
                   "events per day, month and year (of a central release: per period that it publishes)")
      ->type_name("FILE");
  command->add_option("--domain", options->domain, "Number of different values k")->type_name("K");
  command->add_option("--labels", options->labels, "File with the labels, one per line, instead of --domain")
      ->type_name("FILE");
  command->add_option("--epsilon", options->epsilon, "Privacy parameter, > 0: smaller is more private")->type_name("E");
  command->add_option("--reports", options->reports, "How many reports will be collected")->type_name("N");
  command->add_option("--error", options->error, "The error to reach, as a share of all reports: 0.01 or 1%")
      ->type_name("X");
  command->add_option("--confidence", options->confidence, "Confidence of the interval (0.95, or the configuration's)")
      ->type_name("C");
  command
      ->add_option("--attributes", options->attributes,
                   "Of a survey: how many values each attribute has, 2,4,16; with --epsilon and --people")
      ->type_name("K,K,…");
  command->add_option("--people", options->people, "Of a survey: how many will answer")->type_name("N");
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer(
      "Examples:\n  sourdine plan --domain 17 --epsilon 1 --error 1%\n"
      "  sourdine plan --attributes 2,4,16 --epsilon 1 --people 45000\n"
      "  printf '[events]\\ntime=\"t\"\\nplace=\"p\"\\n[places]\\nregions=[\"north\",\"south\"]\\n[privacy]\\n"
      "epsilon=1\\n' > my.toml\n  sourdine plan --config my.toml --reports 30000");
  command->callback([options, &context] {
    if (!options->attributes.empty()) return plan_survey_of(*options, context);
    if (!options->people.empty()) {
      fail_usage("--people is for several attributes", "Give --attributes, or --reports for one.");
    }
    if (!options->config.empty()) return plan_release_of(*options, context);
    const PlanQuestion question = question_of(*options);
    const std::vector<PlanRow> rows = plan(question);
    if (!options->json) return print_plan(context.out, question, rows);
    nlohmann::json json = {
        {"k", question.domain.size()}, {"confidence", question.confidence}, {"rows", nlohmann::json::array()}};
    for (const PlanRow& row : rows) json["rows"].push_back(row_json(row));
    print_json(context.out, json);
  });
}

}  // namespace sourdine::cli
