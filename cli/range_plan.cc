#include "sourdine/range/range_plan.h"

#include <fmt/format.h>

#include <cmath>

#include "common.h"
#include "print.h"
#include "range.h"
#include "sourdine/base/error.h"

namespace sourdine::cli {
namespace {

struct RangePlanArguments {
  std::string domain, reports, length, lengths;
  double epsilon = 0;
  std::string model = "central";
  std::string neighbours = "add-remove";
  std::vector<std::uint64_t> degrees;
  bool json = false;
};

std::uint64_t whole_number(const std::string& option, const std::string& text) {
  const double number = number_of(option, text);
  if (!(number >= 1 && number <= 0x1p52) || std::floor(number) != number) {
    fail_input(fmt::format("{} must be a whole number of at least 1, not {}", option, text));
  }
  return static_cast<std::uint64_t>(number);
}

Workload workload_of(const RangePlanArguments& options, std::uint64_t size) {
  if (!options.length.empty() && !options.lengths.empty()) fail_input("--length and --lengths exclude each other");
  if (!options.length.empty()) return Workload::of_length(size, whole_number("--length", options.length));
  if (options.lengths.empty()) return Workload::all_ranges(size);
  return Workload::of_lengths(size, read_lengths(options.lengths));
}

RangeQuestion question_of(const RangePlanArguments& options) {
  RangeQuestion question;
  question.size = whole_number("--domain", options.domain);
  question.epsilon = options.epsilon;
  if (options.model == "local") question.model = PrivacyModel::local;
  if (options.neighbours == "replace") question.neighbours = Neighbours::replace;
  if (!options.reports.empty()) question.reports = whole_number("--reports", options.reports);
  if (question.model == PrivacyModel::local && question.reports == 0) {
    fail_input("a plan for local reports needs their number", "Give --reports N.");
  }
  question.degrees = options.degrees;
  return question;
}

void print_plan(std::ostream& out, const RangeQuestion& question, const Workload& workload,
                const std::vector<RangePlanRow>& rows) {
  const bool is_local = question.model == PrivacyModel::local;
  fmt::print(out, "{} values, epsilon {:g}, {}{}; {}; best first\n\n", question.size, question.epsilon,
             is_local ? "local" : "central", is_local ? fmt::format(", {} reports", question.reports) : "",
             workload.description);
  std::vector<std::vector<std::string>> table = {{"structure", "degree", "levels", "std error", ""}};
  if (is_local) table.front().back() = "oracle";
  for (const RangePlanRow& row : rows) {
    table.push_back({row.structure, fmt::format("{}", row.degree), fmt::format("{}", row.levels),
                     fmt::format("{:.1f}", row.std_error), row.oracle + (&row == &rows.front() ? " (best)" : "")});
  }
  print_table(out, "lrrrl", table);
  fmt::print(out, "\nThe standard error is that of a count, over the ranges above: the root of the mean square.\n");
}

void plan_range(const RangePlanArguments& options, Context& context) {
  const RangeQuestion question = question_of(options);
  const Workload workload = workload_of(options, question.size);
  const std::vector<RangePlanRow> rows = plan_ranges(question, workload);
  if (!options.json) return print_plan(context.out, question, workload, rows);
  nlohmann::json json = {{"size", question.size},
                         {"epsilon", question.epsilon},
                         {"model", options.model},
                         {"workload", workload.description},
                         {"rows", nlohmann::json::array()}};
  for (const RangePlanRow& row : rows) {
    nlohmann::json entry = {{"structure", row.structure},
                            {"degree", row.degree},
                            {"levels", row.levels},
                            {"std_error", row.std_error},
                            {"best", &row == &rows.front()}};
    if (!row.oracle.empty()) entry["oracle"] = row.oracle;
    json["rows"].push_back(std::move(entry));
  }
  print_json(context.out, json);
}

}  // namespace

void add_range_plan(Command& range, Context& context) {
  auto options = std::make_shared<RangePlanArguments>();
  Command* command = range.add_subcommand("plan", "What error to expect of every structure, before there are data");
  command->add_option("--domain", options->domain, "Number of ordered values")->required()->type_name("N");
  command->add_option("--epsilon", options->epsilon, "Privacy parameter, > 0: smaller is more private")
      ->required()
      ->type_name("E");
  command->add_option("--model", options->model, "central (default): a trusted curator; local: nobody is trusted")
      ->check(one_of_words({"central", "local"}))
      ->type_name("MODEL");
  command->add_option("--reports", options->reports, "Local model: how many people report")->type_name("N");
  command
      ->add_option("--neighbours", options->neighbours,
                   "Central model: add-remove (default) one record, or replace one: the total is then public")
      ->check(one_of_words({"add-remove", "replace"}))
      ->type_name("HOW");
  command->add_option("--length", options->length, "Ranges of this many values will be asked; default: all ranges")
      ->type_name("L");
  command->add_option("--lengths", options->lengths, "File with lengths that will be asked, one per line")
      ->type_name("FILE");
  command->add_option("--degree", options->degrees, "Only trees of this degree (repeatable)")
      ->type_name("B")
      ->allow_extra_args(false);
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer("Example:\n  sourdine range plan --domain 365 --epsilon 1 --length 30");
  command->callback([options, &context] { plan_range(*options, context); });
}

}  // namespace sourdine::cli
