#include <fmt/format.h>

#include "app.h"
#include "common.h"
#include "print.h"
#include "progress.h"
#include "reproduce_arcolezi.h"
#include "reproduce_friis.h"
#include "sourdine/anonymity/table_check.h"
#include "sourdine/base/error.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/reproduce/background2022.h"
#include "sourdine/reproduce/doubs_study.h"
#include "sourdine/reproduce/error_rates.h"
#include "sourdine/reproduce/forecasts.h"

namespace sourdine::cli {
namespace {

constexpr std::size_t default_seeds = 20;

struct ReproduceArguments {
  std::string study;
  std::uint64_t seed = 1;
  std::optional<std::size_t> seeds;
  std::string page;
  std::string data;
  bool quick = false;
  bool json = false;
};

nlohmann::json optional(const std::optional<double>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

nlohmann::json json_of(const ErrorRates& row) {
  return {{"f", row.f},
          {"epsilon", row.epsilon},
          {"period", period_name(row.period)},
          {"published", optional(row.published)},
          {"paper_method", row.paper_method},
          {"best", row.best()},
          {"best_method", row.best_method()},
          {"paper_method_std", row.paper_spread},
          {"norm_sub", row.norm_sub},
          {"smoothed", row.smoothed}};
}

nlohmann::json json_of(const ForecastRow& row) {
  return {{"f", optional(row.f)},
          {"epsilon", optional(row.epsilon)},
          {"variant", row.variant},
          {"private", row.is_private},
          {"published_mae", optional(row.published_mae)},
          {"published_rmse", optional(row.published_rmse)},
          {"mae_of_mean", row.score.mae_of_mean},
          {"mean_region_rmse", row.score.mean_region_rmse},
          {"mae_ratio_to_raw", row.mae_ratio_to_raw},
          {"coverage", optional(row.coverage)}};
}

std::string number(const std::optional<double>& value, int digits) {
  return value ? fmt::format("{:.{}f}", *value, digits) : "";
}

void print_table3(const std::vector<ErrorRates>& table, std::size_t seeds, std::ostream& out) {
  fmt::print(out, "Table 3: average error rate of the estimated shares, {} draws of all reports\n\n", seeds);
  std::vector<std::vector<std::string>> rows = {
      {"f", "epsilon", "period", "published", "their method", "ratio", "ours", "ours/theirs", "our method"}};
  for (const ErrorRates& row : table) {
    rows.push_back({number(row.f, 1), number(row.epsilon, 2), std::string(period_name(row.period)),
                    number(row.published, 6), number(row.paper_method, 6),
                    row.published ? number(row.paper_method / *row.published, 3) : "", number(row.best(), 6),
                    number(row.best() / row.paper_method, 3), row.best_method()});
  }
  print_table(out, "rrlrrrrrl", rows);
}

void print_table4(const std::vector<ForecastRow>& table, std::ostream& out) {
  fmt::print(out,
             "\nTable 4: error of tomorrow's forecast, 2018, by the study's measures: both of the expected count,\n"
             "averaged uniformly over the regions\n\n");
  std::vector<std::vector<std::string>> rows = {
      {"f", "epsilon", "model", "published MAE", "MAE", "RMSE", "MAE / best raw", "coverage of 95%"}};
  for (const ForecastRow& row : table) {
    rows.push_back({number(row.f, 1), number(row.epsilon, 2), row.variant, number(row.published_mae, 4),
                    number(row.score.mae_of_mean, 4), number(row.score.mean_region_rmse, 4),
                    number(row.mae_ratio_to_raw, 3), row.coverage ? fmt::format("{:.1f}%", 100 * *row.coverage) : ""});
  }
  print_table(out, "rrlrrrrr", rows);
}

void reproduce_arcolezi(const ReproduceArguments& options, Context& context) {
  const std::size_t seeds = options.seeds.value_or(default_seeds);
  if (seeds == 0) fail_input("--seeds must be at least 1");
  if (options.quick || !options.page.empty()) fail_input("--page and --quick are for arcolezi2022 and friis2021");
  Progress progress(context);
  progress.say("simulating the events");
  const TrueCounts truth = simulated_doubs();
  const std::vector<ErrorRates> table3 =
      study_error_rates(truth, {0.1, 0.5, 0.9}, seeds, SeededSource(options.seed),
                        [&](std::size_t done, std::size_t all) { progress.say("error rates", done, all); });
  const ForecastStudy study = study_forecasts(
      truth, {0.2, 0.4, 0.6, 0.8}, 0.6, SeededSource(options.seed + 1),
      [&](const std::string& what, std::size_t done, std::size_t all) { progress.say(what, done, all); });
  progress.clear();
  if (options.json) {
    nlohmann::json json = {{"study", options.study},
                           {"data", "simulate doubs: synthetic events, see docs/data-doubs.md"},
                           {"draws", seeds},
                           {"table3", nlohmann::json::array()},
                           {"table4", nlohmann::json::array()}};
    for (const ErrorRates& row : table3) json["table3"].push_back(json_of(row));
    for (const ForecastRow& row : study.rows) json["table4"].push_back(json_of(row));
    print_json(context.out, json);
    return;
  }
  fmt::print(
      context.out,
      "Arcolezi et al. (2020), beside ours. Their events are confidential: both are on 'sourdine simulate doubs'.\n"
      "Seeded randomness: a study, not a release.\n\n");
  print_table3(table3, seeds, context.out);
  print_table4(study.rows, context.out);
}

void reproduce_background(const ReproduceArguments& options, Context& context) {
  if (options.seeds || options.quick || !options.page.empty()) {
    fail_input("--seeds, --page and --quick are for other studies: nothing is drawn here");
  }
  const Background2022 result = reproduce_background2022();
  if (options.json) {
    context.out << to_json(result) << '\n';
    return;
  }
  fmt::print(context.out,
             "Arcolezi (2022), chapter 2: tables of generalised records, and noise on places, beside ours.\n"
             "{} of {} numbers hold.\n\n",
             result.holding(), result.rows.size());
  std::vector<std::vector<std::string>> table = {{"", "quantity", "expected", "ours", "", "why"}};
  for (const BackgroundRow& row : result.rows) {
    table.push_back(
        {row.part, row.quantity, row.expected, row.ours, row.holds ? "holds" : "does not hold", row.source});
  }
  print_table(context.out, "llrrll", table);
  context.out << '\n';
  for (const BackgroundRow& row : result.rows) {
    if (!row.note.empty()) fmt::print(context.out, "{}, {}: {}\n", row.part, row.quantity, row.note);
  }
  fmt::print(context.out, "\n{}\n", not_differential_privacy);
}

void reproduce(const ReproduceArguments& options, Context& context) {
  if (!options.data.empty() && options.study != "arcolezi2022") fail_input("--data is for arcolezi2022");
  if (options.study == "arcolezi2020") return reproduce_arcolezi(options, context);
  if (options.study == "friis2021") {
    if (options.seeds) fail_input("--seeds is for arcolezi2020");
    return reproduce_friis({options.seed, options.page, options.quick, options.json}, context);
  }
  if (options.study == "arcolezi2022") {
    if (options.seeds) fail_input("--seeds is for arcolezi2020");
    return reproduce_surveys({options.seed, options.data, options.page, options.quick, options.json}, context);
  }
  if (options.study == "arcolezi2022-background") return reproduce_background(options, context);
  fail_input(fmt::format(
      "there is no study '{}'; known: arcolezi2020, arcolezi2022, arcolezi2022-background, friis2021", options.study));
}

}  // namespace

void add_reproduce(Command& app, Context& context) {
  auto options = std::make_shared<ReproduceArguments>();
  Command* command = app.add_subcommand("reproduce", "A published study beside ours");
  command
      ->add_option(
          "STUDY", options->study,
          "arcolezi2020: Tables 3 and 4; arcolezi2022: surveys, every claim with a verdict; arcolezi2022-background: "
          "k-anonymity, noise on places; friis2021: range counting, every claim with a verdict")
      ->required();
  command->add_option("--seed", options->seed, "Of all draws")->capture_default_str()->type_name("N");
  command->add_option("--seeds", options->seeds, fmt::format("arcolezi2020: draws to average, {}", default_seeds))
      ->type_name("N");
  command->add_option("--page", options->page, "arcolezi2022, friis2021: also write a page with the charts")
      ->type_name("FILE");
  command
      ->add_option("--data", options->data,
                   "arcolezi2022: directory with adult.data and adult.test, db_nursery.csv, msfimu_relational.csv, "
                   "PWGTP_Montana.csv, plain or compressed; without it synthetic data alone")
      ->type_name("DIR");
  command->add_flag("--quick", options->quick,
                    "arcolezi2022, friis2021: few draws of few settings, to see the form of it");
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(
      "Examples:\n  sourdine reproduce arcolezi2020 --seeds 3\n  sourdine reproduce arcolezi2022 --quick\n"
      "  sourdine reproduce friis2021 --page friis.html");
  command->callback([options, &context] { reproduce(*options, context); });
}

}  // namespace sourdine::cli
