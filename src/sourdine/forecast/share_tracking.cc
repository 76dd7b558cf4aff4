#include "sourdine/forecast/share_tracking.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "sourdine/forecast/windows.h"

namespace sourdine {
namespace {

constexpr double century = 36500;  // days: an average of all that was ever seen
constexpr double half_lives[] = {7, 14, 28, 56, 112, 224, 448, 896, 1792, 4000, century};
constexpr double prior_reports = 200;    // an average over few reports leans on the region's mean so far
constexpr double weekday_spread = 0.03;  // prior standard deviation of a weekday's factor

// Keeps a share positive where the estimates of a rare region sum to nothing or less.
double least_share(std::size_t regions) { return 0.01 / static_cast<double>(regions); }

// Scales a row to sum 1 after raising what is too small.
void normalize(std::span<double> shares) {
  for (double& share : shares) share = std::max(share, least_share(shares.size()));
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= sum;
}

TrackedShares averaged_shares(const DailyCounts& data, double half_life) {
  const std::size_t k = data.regions.size();
  const double keep = std::exp2(-1 / half_life);
  TrackedShares result{std::vector<double>(data.counts.size()), std::vector<double>(data.counts.size())};
  std::vector<double> recent(k), ever(k);
  double recent_total = 0, squared_total = 0, ever_total = 0;  // squared: by the squares of the averages' weights
  double squared_days = 0;
  for (std::size_t t = 0; t < data.days(); ++t) {
    recent_total = keep * recent_total + data.totals[t];
    squared_total = keep * keep * squared_total + data.totals[t];
    squared_days = keep * keep * squared_days + 1;
    ever_total += data.totals[t];
    const double weight = recent_total + prior_reports;
    const std::span<double> row(result.shares.data() + t * k, k);
    for (std::size_t i = 0; i < k; ++i) {
      recent[i] = keep * recent[i] + data.count(t, i);
      ever[i] += data.count(t, i);
      const double mean = ever_total > 0 ? ever[i] / ever_total : 1 / static_cast<double>(k);
      row[i] = (recent[i] + prior_reports * mean) / weight;
    }
    normalize(row);
    for (std::size_t i = 0; i < k; ++i) {
      const double per_event = row[i] + data.noise.per_report + data.noise.per_holder * row[i];
      const double variance = squared_total * per_event + squared_days * data.noise_per_count;
      result.relative_errors[t * k + i] = std::sqrt(std::max(0.0, variance)) / (weight * row[i]);
    }
  }
  return result;
}

// Sum over the days before `end` of (count − predicted)² / variance, per region. The variance is that of the region's
// usual share, the same for all candidates: with its own, a candidate would win by predicting too much.
std::vector<double> squared_errors(const DailyCounts& data, const std::vector<double>& shares,
                                   const std::vector<double>& usual_shares, RowRange days, std::size_t horizon) {
  const std::size_t k = data.regions.size();
  std::vector<double> sums(k);
  for (std::size_t t = days.begin; t < days.end; ++t) {
    if (data.totals[t] <= 0) continue;
    for (std::size_t i = 0; i < k; ++i) {
      const std::size_t cell = (t - horizon) * k + i;
      const double error = data.count(t, i) - shares[cell] * data.totals[t];
      const double usual = usual_shares[cell] * data.totals[t];
      sums[i] += error * error / (usual + data.noise_variance(data.totals[t], usual));
    }
  }
  return sums;
}

// Gaussian log likelihoods, half-lives × k, with a dispersion per region so that bursts do not decide alone.
std::vector<double> log_likelihoods(const std::vector<std::vector<double>>& errors, std::size_t days) {
  const std::size_t k = errors.front().size();
  std::vector<double> result(errors.size() * k);
  for (std::size_t i = 0; i < k; ++i) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& error : errors) least = std::min(least, error[i]);
    const double dispersion = std::max(1.0, least / static_cast<double>(days));
    for (std::size_t h = 0; h < errors.size(); ++h) result[h * k + i] = -(errors[h][i] - least) / (2 * dispersion);
  }
  return result;
}

// Posterior weights of the half-lives under a common prior, which is learnt.
std::vector<double> posterior_weights(const std::vector<double>& log_likelihood, std::size_t lives, std::size_t k) {
  constexpr int iterations = 50;
  constexpr double pseudo_count = 0.1;  // no half-life is ruled out for all regions
  std::vector<double> prior(lives, 1 / static_cast<double>(lives));
  std::vector<double> weights(lives * k);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    std::vector<double> next(lives, pseudo_count);
    for (std::size_t i = 0; i < k; ++i) {
      double sum = 0;
      for (std::size_t h = 0; h < lives; ++h)
        sum += weights[h * k + i] = prior[h] * std::exp(log_likelihood[h * k + i]);
      for (std::size_t h = 0; h < lives; ++h) next[h] += weights[h * k + i] /= sum;
    }
    const double sum = std::accumulate(next.begin(), next.end(), 0.0);
    for (std::size_t h = 0; h < lives; ++h) prior[h] = next[h] / sum;
  }
  return weights;
}

}  // namespace

ShareMemory fit_share_memory(const DailyCounts& data, std::size_t end, std::size_t horizon) {
  ShareMemory memory;
  memory.half_lives.assign(std::begin(half_lives), std::end(half_lives));
  const RowRange days{std::max(horizon, std::min<std::size_t>(365, end / 4)), end};
  const std::vector<double> usual = averaged_shares(data, century).shares;
  std::vector<std::vector<double>> errors;
  for (const double half_life : memory.half_lives) {
    errors.push_back(squared_errors(data, averaged_shares(data, half_life).shares, usual, days, horizon));
  }
  memory.weights = posterior_weights(log_likelihoods(errors, days.size()), errors.size(), data.regions.size());
  return memory;
}

TrackedShares track_shares(const DailyCounts& data, const ShareMemory& memory) {
  const std::size_t k = data.regions.size();
  TrackedShares result{std::vector<double>(data.counts.size()), std::vector<double>(data.counts.size())};
  for (std::size_t h = 0; h < memory.half_lives.size(); ++h) {
    const TrackedShares averaged = averaged_shares(data, memory.half_lives[h]);
    for (std::size_t cell = 0; cell < result.shares.size(); ++cell) {
      const double weight = memory.weights[h * k + cell % k];
      result.shares[cell] += weight * averaged.shares[cell];
      // Averages of the same days: as if their errors were one.
      result.relative_errors[cell] += weight * averaged.relative_errors[cell];
    }
  }
  for (std::size_t t = 0; t < data.days(); ++t) normalize(std::span(result.shares).subspan(t * k, k));
  return result;
}

std::vector<double> weekday_factors(const DailyCounts& data, const std::vector<double>& shares, std::size_t horizon) {
  const std::size_t k = data.regions.size();
  std::vector<double> precision(7 * k, 1 / (weekday_spread * weekday_spread)), score(7 * k);
  std::vector<double> factors(data.counts.size(), 1);
  const std::size_t begin = std::max<std::size_t>(horizon, 28);  // before, the shares know too little
  for (std::size_t t = 0; t < data.days(); ++t) {
    const std::size_t today = t % 7;  // a weekday's name does not matter here
    for (std::size_t i = 0; i < k; ++i) {
      if (t >= begin && data.totals[t] > 0) {
        const double predicted = shares[(t - horizon) * k + i] * data.totals[t];
        const double variance = predicted + data.noise_variance(data.totals[t], predicted);
        score[today * k + i] += predicted * (data.count(t, i) - predicted) / variance;
        precision[today * k + i] += predicted * predicted / variance;
      }
    }
    const std::size_t target = (t + horizon) % 7;
    for (std::size_t i = 0; i < k; ++i) {
      factors[t * k + i] = std::max(0.5, 1 + score[target * k + i] / precision[target * k + i]);
    }
  }
  return factors;
}

}  // namespace sourdine
