#include <fmt/format.h>

#include <array>
#include <optional>

#include "app.h"
#include "common.h"
#include "forecast_output.h"
#include "progress.h"
#include "sourdine/base/calendar.h"
#include "sourdine/base/error.h"
#include "sourdine/forecast/evaluate.h"
#include "sourdine/forecast/forecast_page.h"
#include "sourdine/forecast/release_days.h"
#include "sourdine/kinds/table.h"
#include "sourdine/publish/received.h"
#include "sourdine/publish/sums.h"

namespace sourdine::cli {
namespace {

using std::chrono::days;
using std::chrono::local_days;

struct ForecastArguments {
  std::string directory;
  std::size_t horizon = 1;
  std::string test_from;
  std::string holidays;
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

// Of the release's days: where some are missing, it has those behind the last gap.
std::optional<DailyCounts> read_truth(const ForecastArguments& options, const DailyCounts& release) {
  if (options.compare_raw.empty() != options.config.empty()) {
    fail_input("--compare-raw and --config go together",
               "The configuration says which columns of the events hold time and place.");
  }
  if (options.compare_raw.empty()) return std::nullopt;
  const DailyCounts truth = daily_counts(count_events(read_config(options.config), options.compare_raw, Period::day));
  return truth.first < release.first && release.first <= truth.last() ? since(truth, release.first) : truth;
}

void forecast(const ForecastArguments& options, Context& context) {
  open_for("forecast", options.directory);
  require_as_published(options.directory, std::array{index_name});
  DailyCounts data = read_release_days(options.directory);
  if (!options.holidays.empty()) data.holidays = find_holidays(options.holidays);
  ForecastRequest request{.horizon = options.horizon, .confidence = options.confidence};
  if (!options.test_from.empty()) request.test_from = parse_day(options.test_from);
  const ForecastQuestion question = choose_question(request, data);
  std::optional<DailyCounts> truth = read_truth(options, data);
  if (truth) truth->holidays = data.holidays;
  Progress progress(context);
  EvaluationOptions evaluation_options;
  evaluation_options.with_paper = options.compare || truth;
  evaluation_options.truth = truth ? &*truth : nullptr;
  evaluation_options.progress = [&](const std::string& model, std::size_t done, std::size_t all) {
    progress.say(fmt::format("forecasting: {}", model), done, all);
  };
  const Evaluation evaluation = evaluate(data, question, evaluation_options);
  progress.clear();
  const PutForecast put =
      put_forecast_into_release(options.directory, evaluation.forecast, question.confidence, data.regions);
  const ForecastAnswer answer{evaluation, data, question, put};
  if (options.json) return print_json(context.out, forecast_json(answer));
  print_forecast(context.out, answer);
}

}  // namespace

void add_forecast(Command& app, Context& context) {
  auto options = std::make_shared<ForecastArguments>();
  Command* command = app.add_subcommand("forecast", "Forecast each region's next days from a release");
  command
      ->add_option("DIR", options->directory,
                   "The release's directory; forecast.csv and forecast.html are put beside what was published")
      ->required();
  command->add_option("--horizon", options->horizon, "Forecast so many days after the last, 1 to 28 (1)")
      ->type_name("DAYS");
  command
      ->add_option("--test-from", options->test_from,
                   "Learn from the days before, test on the others (default: the last 365 days, a quarter of fewer "
                   "than four years)")
      ->type_name("DATE");
  command
      ->add_option(
          "--holidays", options->holidays,
          "The country whose public holidays matter: " + known_holidays() + " (what the release says, or none)")
      ->type_name("COUNTRY");
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
      "  sourdine forecast my-demo/release --horizon 7\n"
      "  sourdine forecast my-demo/release --compare-raw my-demo/events.csv --config my-demo/doubs.toml");
  command->callback([options, &context] { forecast(*options, context); });
}

}  // namespace sourdine::cli
