#include "sourdine/forecast/metrics.h"

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

struct Overlap {
  std::size_t begin;  // in the data
  std::size_t days;
};

Overlap overlap(const Predictions& predictions, const DailyCounts& data) {
  if (predictions.regions != data.regions.size()) fail_input("forecast and counts do not have the same regions");
  const auto offset = (predictions.first - data.first).count();
  if (offset < 0 || static_cast<std::size_t>(offset) >= data.days()) {
    fail_input("no predicted day is among the counts to compare with");
  }
  const auto begin = static_cast<std::size_t>(offset);
  return {begin, std::min(predictions.days(), data.days() - begin)};
}

}  // namespace

Score score(const Predictions& predictions, const DailyCounts& truth) {
  const auto [begin, days] = overlap(predictions, truth);
  const std::size_t k = predictions.regions;
  const auto all = static_cast<double>(days);
  Score result{.days = days};
  std::size_t inside = 0;
  for (std::size_t i = 0; i < k; ++i) {
    double absolute = 0, squared = 0;
    for (std::size_t t = 0; t < days; ++t) {
      const std::size_t cell = t * k + i;
      const double count = truth.count(begin + t, i);
      const double error = count - predictions.means[cell];
      absolute += std::fabs(error);
      squared += error * error;
      if (!predictions.lower.empty() && predictions.lower[cell] <= count && count <= predictions.upper[cell]) ++inside;
    }
    result.mae += absolute / all / static_cast<double>(k);
    result.rmse += std::sqrt(squared / all) / static_cast<double>(k);
  }
  if (!predictions.lower.empty()) result.coverage = static_cast<double>(inside) / (all * static_cast<double>(k));
  return result;
}

double estimated_rmse(const Predictions& predictions, const DailyCounts& sanitised) {
  const auto [begin, days] = overlap(predictions, sanitised);
  const std::size_t k = predictions.regions;
  double squared = 0;
  for (std::size_t t = 0; t < days; ++t) {
    for (std::size_t i = 0; i < k; ++i) {
      const double count = sanitised.count(begin + t, i);
      const double error = count - predictions.means[t * k + i];
      // The noise's variance is linear in the exact count, so the estimate stands in for it without bias.
      squared += error * error - sanitised.noise_variance(sanitised.totals[begin + t], count);
    }
  }
  return std::sqrt(std::max(0.0, squared / static_cast<double>(days * k)));
}

}  // namespace sourdine
