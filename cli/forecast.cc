#include <fmt/format.h>

#include <optional>

#include "app.h"
#include "common.h"
#include "print.h"
#include "progress.h"
#include "sourdine/base/error.h"
#include "sourdine/events/calendar.h"
#include "sourdine/forecast/evaluate.h"
#include "sourdine/forecast/release_days.h"
#include "sourdine/report/forecast_page.h"

namespace sourdine::cli {
namespace {

using std::chrono::days;
using std::chrono::local_days;

struct Options {
  std::string directory;
  std::size_t horizon = 1;
  std::string test_from;
  double confidence = 0.95;
  bool compare = false;
  std::string compare_raw;
  std::string config;
  bool json = false;
};

local_days parse_day(const std::string& text) {
  const auto label = parse_label(text);
  if (!label || label->first != Period::day)
    fail_input(fmt::format("--test-from is a day like 2018-01-01, not {}", text));
  return std::chrono::floor<days>(label->second);
}

std::string day_label(local_days day) { return period_label(Period::day, day); }

std::optional<DailyCounts> read_truth(const Options& options) {
  if (options.compare_raw.empty() != options.config.empty()) {
    fail_input("--compare-raw and --config go together",
               "The configuration says which columns of the events hold time and place.");
  }
  if (options.compare_raw.empty()) return std::nullopt;
  return daily_counts(count_events(read_config(options.config), options.compare_raw, Period::day));
}

std::string learnt_from(const ModelResult& model, const DailyCounts& data) {
  return model.learnt_from_truth || data.is_exact() ? "raw data" : "release";
}

nlohmann::json model_json(const ModelResult& model, const DailyCounts& data) {
  nlohmann::json json = {{"model", model.predictions.model},
                         {"learnt_from", learnt_from(model, data)},
                         {"parameters", nlohmann::json::parse(model.predictions.parameters)}};
  if (model.score) {
    json["mae"] = model.score->mae;
    json["rmse"] = model.score->rmse;
    if (model.score->coverage) json["coverage"] = *model.score->coverage;
  }
  if (model.estimated_rmse) json["estimated_rmse"] = *model.estimated_rmse;
  return json;
}

nlohmann::json evaluation_json(const Evaluation& evaluation, const DailyCounts& data, const ForecastQuestion& question,
                               const std::string& file) {
  nlohmann::json json = {{"file", file},
                         {"test_from", day_label(question.test_from)},
                         {"test_to", day_label(data.last())},
                         {"horizon", question.horizon},
                         {"confidence", question.confidence},
                         {"models", nlohmann::json::array()}};
  for (const ModelResult& model : evaluation.models) json["models"].push_back(model_json(model, data));
  return json;
}

std::string text_of(const std::optional<double>& value) { return value ? fmt::format("{:.4f}", *value) : "-"; }

void print_scores(std::ostream& out, const Evaluation& evaluation, const DailyCounts& data) {
  const bool has_truth = evaluation.models.front().score.has_value();
  std::vector<std::vector<std::string>> table;
  table.push_back(has_truth ? std::vector<std::string>{"model", "learnt from", "MAE", "RMSE", "coverage"}
                            : std::vector<std::string>{"model", "estimated RMSE"});
  for (const ModelResult& model : evaluation.models) {
    if (has_truth) {
      const Score& score = *model.score;
      table.push_back({model.predictions.model, learnt_from(model, data), text_of(score.mae), text_of(score.rmse),
                       score.coverage ? fmt::format("{:.1f}%", 100 * *score.coverage) : "-"});
    } else {
      table.push_back({model.predictions.model, text_of(model.estimated_rmse)});
    }
  }
  print_table(out, has_truth ? "llrrr" : "lr", table);
  if (has_truth) {
    fmt::print(out, "\nMAE and RMSE against the true counts, averaged over the regions.\n");
  } else {
    fmt::print(
        out,
        "\nThe root mean squared error over all days and regions, estimated from the release: the squared error\n"
        "against the sanitised counts minus their known noise. The mean absolute error needs the true counts:\n"
        "--compare-raw EVENTS --config FILE.\n");
  }
}

// The last day of the forecast: what nobody has seen yet.
void print_next(std::ostream& out, const Predictions& forecast, const std::vector<std::string>& regions) {
  const std::size_t last = forecast.days() - 1;
  fmt::print(out, "\n{}:\n", day_label(forecast.first + days(static_cast<int>(last))));
  std::vector<std::vector<std::string>> table = {{"region", "forecast", "from", "to"}};
  for (std::size_t v = 0; v < regions.size(); ++v) {
    const std::size_t i = last * regions.size() + v;
    table.push_back({regions[v], fmt::format("{:.1f}", forecast.means[i]), fmt::format("{:.0f}", forecast.lower[i]),
                     fmt::format("{:.0f}", forecast.upper[i])});
  }
  print_table(out, "lrrr", table);
}

void forecast(const Options& options, Context& context) {
  const DailyCounts data = read_release_days(options.directory);
  ForecastRequest request{.horizon = options.horizon, .confidence = options.confidence};
  if (!options.test_from.empty()) request.test_from = parse_day(options.test_from);
  const ForecastQuestion question = choose_question(request, data);
  const std::optional<DailyCounts> truth = read_truth(options);
  Progress progress(context.err);
  EvaluationOptions evaluation_options;
  evaluation_options.with_paper = options.compare || truth;
  evaluation_options.truth = truth ? &*truth : nullptr;
  evaluation_options.progress = [&](const std::string& model, std::size_t done, std::size_t all) {
    progress.say(fmt::format("forecasting: {}", model), done, all);
  };
  const Evaluation evaluation = evaluate(data, question, evaluation_options);
  progress.clear();
  const std::string file =
      put_forecast_into_release(options.directory, evaluation.forecast(), question.confidence, data.regions);
  if (options.json) return print_json(context.out, evaluation_json(evaluation, data, question, file));
  fmt::print(context.out, "{} days and {} regions; learnt before {}, tested from then to {}, {} day{} ahead\n\n",
             data.days(), data.regions.size(), day_label(question.test_from), day_label(data.last()), question.horizon,
             question.horizon == 1 ? "" : "s");
  if (question.test_from <= data.last()) print_scores(context.out, evaluation, data);
  print_next(context.out, evaluation.forecast(), data.regions);
  fmt::print(context.out, "\nforecast: {} (model '{}', {:.4g} % intervals; test days first, {} last)\n", file,
             evaluation.forecast().model, 100 * question.confidence,
             day_label(data.last() + days(static_cast<int>(question.horizon))));
}

}  // namespace

void add_forecast(Command& app, Context& context) {
  auto options = std::make_shared<Options>();
  Command* command = app.add_subcommand("forecast", "Forecast each region's next day from a release");
  command->add_option("DIR", options->directory, "The release's directory; forecast.csv is put into it")->required();
  command->add_option("--horizon", options->horizon, "How many days ahead, 1 to 7 (1)")->type_name("DAYS");
  command
      ->add_option("--test-from", options->test_from,
                   "Learn from the days before, test on the others (default: the last 365 days, a quarter of fewer "
                   "than four years)")
      ->type_name("DATE");
  command->add_option("--confidence", options->confidence, "Confidence of the intervals (0.95)")->type_name("C");
  command->add_flag("--compare", options->compare,
                    "Run a published study's model too: one per region, which takes long");
  command
      ->add_option("--compare-raw", options->compare_raw,
                   "The raw events: scores the forecasts, and trains the same models, the study's too, beside them")
      ->type_name("EVENTS");
  command->add_option("--config", options->config, "The TOML file of the release, for --compare-raw")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer(
      "Example:\n"
      "  sourdine demo --out my-demo --draws 1\n"
      "  sourdine forecast my-demo/release --compare-raw my-demo/events.csv --config my-demo/doubs.toml");
  command->callback([options, &context] { forecast(*options, context); });
}

}  // namespace sourdine::cli
