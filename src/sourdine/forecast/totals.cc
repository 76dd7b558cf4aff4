#include "sourdine/forecast/totals.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sourdine/forecast/intervals.h"

namespace sourdine {
namespace {

constexpr double half_life = 28;      // days
constexpr double prior_weeks = 8;     // a weekday's factor leans on 1 as if it had been seen so often
constexpr double least_total = 0.25;  // forecasts stay positive through days without events

// Exponential averages of the totals: day t's from days ≤ t.
std::vector<double> levels(const DailyCounts& data) {
  const double keep = std::exp2(-1 / half_life);
  std::vector<double> result;
  double sum = 0, weight = 0;
  for (const double total : data.totals) {
    sum = keep * sum + total;
    weight = keep * weight + 1;
    result.push_back(std::max(sum / weight, least_total));
  }
  return result;
}

std::vector<double> base_of(const DailyCounts& data, std::size_t horizon) {
  const std::vector<double> level = levels(data);
  std::array<double, 7> ratios, weeks;
  ratios.fill(prior_weeks);
  weeks.fill(prior_weeks);
  std::vector<double> base;
  const std::size_t begin = std::max<std::size_t>(horizon, 7);
  for (std::size_t t = 0; t < data.days(); ++t) {
    if (t >= begin) {
      ratios[t % 7] += data.totals[t] / level[t - horizon];
      ++weeks[t % 7];
    }
    const std::size_t weekday = (t + horizon) % 7;
    base.push_back(std::max(level[t] * ratios[weekday] / weeks[weekday], least_total));
  }
  return base;
}

}  // namespace

BoostingTask total_task(const DailyCounts& data, std::size_t horizon) {
  BoostingTask task;
  task.base = base_of(data, horizon);
  task.features = total_features(data, task.base, horizon);
  task.labels.assign(data.totals.begin() + static_cast<std::ptrdiff_t>(std::min(horizon, data.days())),
                     data.totals.end());
  task.labels.resize(data.days());
  task.weights.assign(data.days(), 1);
  return task;
}

TreeParameters total_parameters() {
  TreeParameters parameters;
  parameters.max_depth = 3;
  parameters.eta = 0.05;
  parameters.rounds = 300;
  parameters.min_child_weight = 1000;  // of events: about ten days of a hundred events each
  parameters.lambda = 100;
  parameters.subsample = 0.7;
  parameters.colsample_bytree = 0.7;
  return parameters;
}

Predictions predict_total(const DailyCounts& data, const ForecastQuestion& question) {
  require_answerable(question, data);
  const std::size_t horizon = question.horizon;
  const TrainingSplit split = split_training_days(training_days(question, data));
  const BoostingTask task = total_task(data, horizon);
  TreeParameters parameters = total_parameters();
  const BoostedForecast held_out =
      boost_until_best(task, parameters, rows_of(split.fit, horizon, 1), rows_of(split.stop, horizon, 1));
  std::vector<ObservedForecast> days;
  for (std::size_t day = split.stop.begin; day < split.stop.end; ++day) {
    days.push_back({held_out.means[day - horizon], data.totals[day], 0});
  }
  const double overdispersion = fit_overdispersion(days, 0);
  parameters.rounds = held_out.rounds;
  const BoostedForecast forecast = boost(task, parameters, rows_of(split.all, horizon, 1));

  Predictions result{.model = "total", .first = question.test_from, .regions = 1};
  for (std::size_t row = first_test_day(question, data) - horizon; row < forecast.means.size(); ++row) {
    append_count_law(result, forecast.means[row], overdispersion, question.confidence);
  }
  return result;
}

DailyCounts total_counts(const DailyCounts& data) {
  return {.first = data.first,
          .regions = {"total"},
          .counts = data.totals,
          .totals = data.totals,
          .noise = {},
          .holidays = data.holidays};
}

}  // namespace sourdine
