#include "sourdine/forecast/baselines.h"

#include <array>

namespace sourdine {
namespace {

// One prediction per day and region; `predict` is called with the day's index, which may lie beyond the data.
template <class Predict>
Predictions predict_each(const char* model, const DailyCounts& data, const ForecastQuestion& question,
                         const Predict& predict) {
  require_answerable(question, data);
  const std::size_t begin = first_test_day(question, data);
  Predictions result{.model = model, .first = question.test_from, .regions = data.regions.size()};
  for (std::size_t day = begin; day < data.days() + question.horizon; ++day) {
    for (std::size_t i = 0; i < data.regions.size(); ++i) result.means.push_back(predict(day, i));
  }
  add_poisson_medians(result);
  return result;
}

}  // namespace

Predictions predict_weekday_mean(const DailyCounts& data, const ForecastQuestion& question) {
  require_answerable(question, data);
  const std::size_t k = data.regions.size();
  std::vector<double> sums(7 * k);
  std::array<double, 7> days{};
  const std::size_t known = training_days(question, data);
  for (std::size_t t = 0; t < known; ++t) {
    ++days[t % 7];
    for (std::size_t i = 0; i < k; ++i) sums[t % 7 * k + i] += data.count(t, i);
  }
  return predict_each("weekday mean", data, question,
                      [&](std::size_t day, std::size_t i) { return sums[day % 7 * k + i] / days[day % 7]; });
}

Predictions predict_seasonal_naive(const DailyCounts& data, const ForecastQuestion& question) {
  const std::size_t back = 7 * weeks_to_known(question.horizon);
  return predict_each("seasonal naive", data, question,
                      [&](std::size_t day, std::size_t i) { return data.count(day - back, i); });
}

}  // namespace sourdine
