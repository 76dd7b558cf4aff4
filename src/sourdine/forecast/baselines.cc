#include "sourdine/forecast/baselines.h"

#include <array>

namespace sourdine {
namespace {

// One prediction per day and region; `predict` is called with the day's index, which may lie beyond the data.
template <class Predict>
Predictions predict_each(const char* model, const DailyCounts& data, const ForecastQuestion& question,
                         const Predict& predict) {
  require_answerable(question, data);
  const std::size_t begin = training_days(question, data);
  Predictions result{.model = model, .first = question.test_from, .regions = data.regions.size()};
  for (std::size_t day = begin; day < data.days() + question.horizon; ++day) {
    for (std::size_t i = 0; i < data.regions.size(); ++i) result.means.push_back(predict(day, i));
  }
  return result;
}

}  // namespace

Predictions predict_weekday_mean(const DailyCounts& data, const ForecastQuestion& question) {
  require_answerable(question, data);
  const std::size_t k = data.regions.size();
  std::vector<double> sums(7 * k);
  std::array<double, 7> days{};
  for (std::size_t t = 0; data.date(t) < question.test_from; ++t) {
    ++days[t % 7];
    for (std::size_t i = 0; i < k; ++i) sums[t % 7 * k + i] += data.count(t, i);
  }
  return predict_each("weekday mean", data, question,
                      [&](std::size_t day, std::size_t i) { return sums[day % 7 * k + i] / days[day % 7]; });
}

Predictions predict_seasonal_naive(const DailyCounts& data, const ForecastQuestion& question) {
  return predict_each("seasonal naive", data, question,
                      [&](std::size_t day, std::size_t i) { return data.count(day - 7, i); });
}

}  // namespace sourdine
