#include <fmt/format.h>
#include <fmt/ostream.h>

#include "app.h"
#include "common.h"
#include "progress.h"
#include "sourdine/base/error.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/reproduce/doubs_study.h"
#include "sourdine/reproduce/error_rates.h"
#include "sourdine/reproduce/forecasts.h"

namespace sourdine::cli {
namespace {

struct Options {
  std::string study;
  std::uint64_t seed = 1;
  std::size_t seeds = 20;
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
          {"mae", row.score.mae},
          {"rmse", row.score.rmse},
          {"mae_ratio_to_raw", row.mae_ratio_to_raw},
          {"coverage", optional(row.score.coverage)}};
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
  fmt::print(out, "\nTable 4: error of tomorrow's forecast, uniform average over regions, 2018\n\n");
  std::vector<std::vector<std::string>> rows = {
      {"f", "epsilon", "model", "published MAE", "MAE", "RMSE", "MAE / best raw", "coverage of 95%"}};
  for (const ForecastRow& row : table) {
    rows.push_back({number(row.f, 1), number(row.epsilon, 2), row.variant, number(row.published_mae, 4),
                    number(row.score.mae, 4), number(row.score.rmse, 4), number(row.mae_ratio_to_raw, 3),
                    row.score.coverage ? fmt::format("{:.1f}%", 100 * *row.score.coverage) : ""});
  }
  print_table(out, "rrlrrrrr", rows);
}

void reproduce(const Options& options, Context& context) {
  if (options.study != "arcolezi2020") {
    fail_input(fmt::format("there is no study '{}'; known: arcolezi2020", options.study));
  }
  if (options.seeds == 0) fail_input("--seeds must be at least 1");
  Progress progress(context.err);
  progress.say("simulating the events");
  const TrueCounts truth = simulated_doubs();
  const std::vector<ErrorRates> table3 =
      study_error_rates(truth, {0.1, 0.5, 0.9}, options.seeds, SeededSource(options.seed),
                        [&](std::size_t done, std::size_t all) { progress.say("error rates", done, all); });
  const ForecastStudy study = study_forecasts(
      truth, {0.2, 0.4, 0.6, 0.8}, 0.6, SeededSource(options.seed + 1),
      [&](const std::string& what, std::size_t done, std::size_t all) { progress.say(what, done, all); });
  progress.clear();
  if (options.json) {
    nlohmann::json json = {{"study", options.study},
                           {"data", "simulate doubs: synthetic events, see docs/data-doubs.md"},
                           {"draws", options.seeds},
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
  print_table3(table3, options.seeds, context.out);
  print_table4(study.rows, context.out);
}

}  // namespace

void add_reproduce(CLI::App& app, Context& context) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("reproduce", "A published study beside ours");
  command->add_option("STUDY", options->study, "arcolezi2020: Tables 3 and 4")->required();
  command->add_option("--seed", options->seed, "Of the draws of reports")->capture_default_str()->type_name("N");
  command->add_option("--seeds", options->seeds, "Draws to average for Table 3")->capture_default_str()->type_name("N");
  command->add_flag("--json", options->json, "One JSON object");
  command->footer("Example:\n  sourdine reproduce arcolezi2020 --seeds 3");
  command->callback([options, &context] { reproduce(*options, context); });
}

}  // namespace sourdine::cli
