#include "sourdine/estimate/consistency_choice.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sourdine/estimate/consistent_error.h"

namespace sourdine {
namespace {

constexpr std::size_t periods_compared = 32;

// Of a value's share over the periods.
struct SharePoint {
  double share, weight;
};

// Two points ≥ 0 with this mean and variance.
std::vector<SharePoint> two_points(double mean, double variance) {
  const double spread = std::sqrt(variance);
  if (mean <= 0) return {{0, 1}};
  if (spread <= mean) return {{mean - spread, 0.5}, {mean + spread, 0.5}};
  const double square = mean * mean + variance;
  return {{0, variance / square}, {square / mean, mean * mean / square}};
}

class MomentsOverPeriods {
 public:
  explicit MomentsOverPeriods(const ConsistencyQuestion& question) : first_(question.values), second_(question.values) {
    double reports = 0;
    double squares = 0;
    for (std::size_t t = 0; t < question.totals.size(); ++t) {
      const double n = question.totals[t];
      reports += n;
      squares += n * n;
      for (std::size_t v = 0; v < first_.size(); ++v) {
        const double estimate = question.estimates[t * first_.size() + v];
        first_[v] += estimate;
        second_[v] += estimate * estimate - question.noise.per_report * n - question.noise.per_holder * estimate;
      }
    }
    for (std::size_t v = 0; v < first_.size(); ++v) {
      first_[v] /= reports;
      second_[v] /= squares;
    }
    first_ = norm_sub(first_, 1).counts;
  }

  std::vector<SharePoint> points(std::size_t value) const {
    const double mean = first_[value];
    const double most = mean * (1 - mean);  // no share lies outside [0, 1]
    return two_points(mean, std::clamp(second_[value] - mean * mean, 0.0, most));
  }

 private:
  std::vector<double> first_, second_;  // mean share, weighted by reports; mean square, weighted by their square
};

double mean_absolute_error(Consistency method, const std::vector<HeldCount>& held, double total) {
  const std::vector<ExpectedError> errors = expected_errors(method, held, total, false);
  double sum = 0;
  for (std::size_t i = 0; i < held.size(); ++i) sum += held[i].weight * errors[i].mean_absolute;
  return sum / total;
}

}  // namespace

Consistency smaller_error_consistency(const ConsistencyQuestion& question) {
  std::vector<double> totals;
  for (const double total : question.totals) {
    if (total > 0) totals.push_back(total);
  }
  if (totals.empty() || question.values < 2) return Consistency::norm_sub;
  const MomentsOverPeriods moments(question);
  std::sort(totals.begin(), totals.end());
  const std::size_t compared = std::min(periods_compared, totals.size());
  double by_shift = 0;
  double by_scale = 0;
  std::vector<HeldCount> held;
  for (std::size_t i = 0; i < compared; ++i) {
    const double total = totals[(2 * i + 1) * totals.size() / (2 * compared)];
    held.clear();
    for (std::size_t v = 0; v < question.values; ++v) {
      for (const auto& [share, weight] : moments.points(v)) {
        const double count = share * total;
        const double variance = question.noise.per_report * total + question.noise.per_holder * count;
        held.push_back({.count = count, .variance = std::max(0.0, variance), .weight = weight});
      }
    }
    by_shift += mean_absolute_error(Consistency::norm_sub, held, total);
    by_scale += mean_absolute_error(Consistency::norm_mul, held, total);
  }
  return by_scale < by_shift ? Consistency::norm_mul : Consistency::norm_sub;
}

}  // namespace sourdine
