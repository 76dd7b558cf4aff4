#include "sourdine/forecast/metrics.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

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

// Half the 95 % interval of the mean of independent numbers; one number alone does not tell how far they differ.
double margin_of_mean(std::span<const double> numbers, double mean) {
  if (numbers.size() < 2) return std::numeric_limits<double>::infinity();
  double spread = 0;
  for (const double number : numbers) spread += (number - mean) * (number - mean);
  const auto n = static_cast<double>(numbers.size());
  const boost::math::students_t law(n - 1);
  return boost::math::quantile(law, 0.975) * std::sqrt(spread / (n * (n - 1)));
}

}  // namespace

Score score(const Predictions& predictions, const DailyCounts& truth) {
  const auto [begin, days] = overlap(predictions, truth);
  const std::size_t cells = days * predictions.regions;
  const double* const counts = truth.counts.data() + begin * predictions.regions;
  double squared = 0, absolute = 0, inside = 0;
  for (std::size_t i = 0; i < cells; ++i) {
    const double error = counts[i] - predictions.means[i];
    squared += error * error;
    if (!predictions.medians.empty()) absolute += std::fabs(counts[i] - predictions.medians[i]);
    if (!predictions.lower.empty() && predictions.lower[i] <= counts[i] && counts[i] <= predictions.upper[i]) ++inside;
  }
  const auto all = static_cast<double>(cells);
  Score result{.rmse = std::sqrt(squared / all), .days = days};
  if (!predictions.medians.empty()) result.mae = absolute / all;
  if (!predictions.lower.empty()) result.coverage = inside / all;
  return result;
}

StudyScore study_score(const Predictions& predictions, const DailyCounts& truth) {
  const auto [begin, days] = overlap(predictions, truth);
  const std::size_t k = predictions.regions;
  const auto all = static_cast<double>(days);
  StudyScore result;
  for (std::size_t i = 0; i < k; ++i) {
    double absolute = 0, squared = 0;
    for (std::size_t t = 0; t < days; ++t) {
      const double error = truth.count(begin + t, i) - predictions.means[t * k + i];
      absolute += std::fabs(error);
      squared += error * error;
    }
    result.mae_of_mean += absolute / all / static_cast<double>(k);
    result.mean_region_rmse += std::sqrt(squared / all) / static_cast<double>(k);
  }
  return result;
}

std::optional<double> EstimatedRmse::value() const {
  if (squared < 0 || (margin > 0 && squared <= margin)) return std::nullopt;
  return std::sqrt(squared);
}

double EstimatedRmse::lower() const { return std::sqrt(std::max(0.0, squared - margin)); }

double EstimatedRmse::upper() const { return std::sqrt(std::max(0.0, squared + margin)); }

EstimatedRmse estimated_rmse(const Predictions& predictions, const DailyCounts& sanitised) {
  const auto [begin, days] = overlap(predictions, sanitised);
  const std::size_t k = predictions.regions;
  std::vector<double> by_day(days);  // mean squared errors
  for (std::size_t t = 0; t < days; ++t) {
    for (std::size_t i = 0; i < k; ++i) {
      const double count = sanitised.count(begin + t, i);
      const double error = count - predictions.means[t * k + i];
      // The noise's variance is linear in the exact count, so the estimate stands in for it without bias.
      by_day[t] +=
          (error * error - sanitised.noise_variance(sanitised.totals[begin + t], count)) / static_cast<double>(k);
    }
  }
  EstimatedRmse result;
  for (const double one : by_day) result.squared += one / static_cast<double>(days);
  if (!sanitised.is_exact()) result.margin = margin_of_mean(by_day, result.squared);
  return result;
}

}  // namespace sourdine
