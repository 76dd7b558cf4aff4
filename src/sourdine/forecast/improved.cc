#include "sourdine/forecast/improved.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sourdine/forecast/boosting.h"
#include "sourdine/forecast/intervals.h"
#include "sourdine/forecast/share_tracking.h"
#include "sourdine/forecast/totals.h"

namespace sourdine {
namespace {

TreeParameters region_parameters() {
  TreeParameters parameters;
  parameters.max_depth = 4;
  parameters.eta = 0.05;
  parameters.rounds = 200;
  parameters.min_child_weight = 50;
  parameters.lambda = 10;
  // Gradients are scaled so that noise alone gains 1 on average: about the logarithm of the rows.
  parameters.gamma = 12;
  parameters.subsample = 0.7;
  parameters.colsample_bytree = 0.7;
  return parameters;
}

struct RegionTask {
  BoostingTask boosting;
  std::vector<double> relative_errors;  // of the shares, per row
};

RegionTask region_task(const DailyCounts& data, std::vector<double> totals, std::size_t train_days,
                       std::size_t horizon) {
  const std::size_t k = data.regions.size();
  const std::size_t cells = data.counts.size();
  RegionBase base;
  base.totals = std::move(totals);
  TrackedShares tracked = track_shares(data, fit_share_memory(data, train_days, horizon));
  base.shares = std::move(tracked.shares);
  base.weekday_factors = weekday_factors(data, base.shares, horizon);
  base.means.resize(cells);
  for (std::size_t t = 0; t < data.days(); ++t) {
    double sum = 0;
    for (std::size_t i = t * k; i < (t + 1) * k; ++i) sum += base.shares[i] * base.weekday_factors[i];
    for (std::size_t i = t * k; i < (t + 1) * k; ++i) {
      base.means[i] = base.totals[t] * base.shares[i] * base.weekday_factors[i] / sum;
    }
  }
  RegionTask result;
  BoostingTask& task = result.boosting;
  task.features = region_features(data, base, horizon);
  task.labels.assign(data.counts.begin() + static_cast<std::ptrdiff_t>(std::min(horizon * k, cells)),
                     data.counts.end());
  task.labels.resize(cells);
  task.weights.resize(cells);
  for (std::size_t i = 0; i < cells; ++i) {
    const double mean = base.means[i];
    task.weights[i] = mean / (mean + data.noise_variance(base.totals[i / k], mean));
  }
  task.base = std::move(base.means);
  result.relative_errors = std::move(tracked.relative_errors);
  return result;
}

// From days the model has not seen. The totals are exact and say how much all regions move together, which is the least
// that a region moves: the relative spread of a sum is at most that of its terms. The regions' own errors say the rest,
// once the noise and what the shares' own errors explain are taken off.
double overdispersion_of(const DailyCounts& data, const std::vector<double>& totals, const std::vector<double>& means,
                         const std::vector<double>& relative_errors, RowRange days, std::size_t horizon) {
  const std::size_t k = data.regions.size();
  std::vector<ObservedForecast> total_days, region_days;
  for (std::size_t day = days.begin; day < days.end; ++day) {
    total_days.push_back({totals[day - horizon], data.totals[day], 0});
    for (std::size_t i = 0; i < k; ++i) {
      const std::size_t row = (day - horizon) * k + i;
      const double share_error = means[row] * relative_errors[row];
      region_days.push_back({means[row], data.count(day, i),
                             data.noise_variance(data.totals[day], means[row]) + share_error * share_error});
    }
  }
  const double together = fit_overdispersion(total_days, 0);
  return std::max(together, fit_overdispersion(region_days, together));
}

}  // namespace

Predictions predict_improved(const DailyCounts& data, const ForecastQuestion& question) {
  require_answerable(question, data);
  const std::size_t k = data.regions.size();
  const std::size_t horizon = question.horizon;
  const std::size_t train_days = training_days(question, data);
  const TrainingSplit split = split_training_days(train_days);
  TreeParameters for_totals = total_parameters();
  TreeParameters for_regions = region_parameters();

  const BoostingTask totals = total_task(data, horizon);
  double overdispersion = 0;
  {
    const BoostedForecast total =
        boost_until_best(totals, for_totals, rows_of(split.fit, horizon, 1), rows_of(split.stop, horizon, 1));
    const RegionTask regions = region_task(data, total.means, split.fit.end, horizon);
    const BoostedForecast region = boost_until_best(regions.boosting, for_regions, rows_of(split.fit, horizon, k),
                                                    rows_of(split.stop, horizon, k));
    overdispersion = overdispersion_of(data, total.means, region.means, regions.relative_errors, split.stop, horizon);
    for_totals.rounds = total.rounds;
    for_regions.rounds = region.rounds;
  }
  const BoostedForecast total = boost(totals, for_totals, rows_of(split.all, horizon, 1));
  const RegionTask regions = region_task(data, total.means, train_days, horizon);
  const BoostedForecast region = boost(regions.boosting, for_regions, rows_of(split.all, horizon, k));

  Predictions result{.model = "improved", .first = question.test_from, .regions = k};
  for (std::size_t row = (first_test_day(question, data) - horizon) * k; row < region.means.size(); ++row) {
    const double share_error = regions.relative_errors[row];
    append_count_law(result, region.means[row], overdispersion + share_error * share_error, question.confidence);
  }
  result.parameters = nlohmann::ordered_json{{"regions", nlohmann::ordered_json::parse(for_regions.json())},
                                             {"totals", nlohmann::ordered_json::parse(for_totals.json())},
                                             {"overdispersion", overdispersion},
                                             {"confidence", question.confidence}}
                          .dump();
  return result;
}

}  // namespace sourdine
