#include "sourdine/audit/events.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sourdine/audit/empirical.h"

namespace sourdine {
namespace {

// Ratios are compared by their logarithm in steps of 10^−9: equal likelihoods computed in another order still meet.
constexpr double steps = 1e9;

std::int64_t in_steps(double ratio) { return std::llround(std::clamp(std::log(ratio), -1e6, 1e6) * steps); }
double from_steps(std::int64_t level) { return static_cast<double>(level) / steps; }

// The bound to expect from an event of these probabilities.
double promised_bound(double p1, double p2, std::uint64_t trials, double alpha) {
  const auto expected = [trials](double p) {
    return static_cast<std::uint64_t>(std::llround(std::min(p, 1.0) * static_cast<double>(trials)));
  };
  return epsilon_lower_bound(expected(p1), expected(p2), trials, alpha);
}

}  // namespace

LikelihoodEvents::LikelihoodEvents(const Oracle& oracle, std::span<const Value> values)
    : oracle_(oracle),
      values_(values),
      likelihood_(oracle.k()),
      seen_(values.size() * values.size()),
      cut_(values.size() * values.size(), std::numeric_limits<double>::infinity()),
      floor_(values.size() * values.size()),
      learned_(values.size()) {}

void LikelihoodEvents::learn(std::size_t held, std::span<const std::uint8_t> output) {
  look_at(output);
  ++learned_[held];
  for (std::size_t other = 0; other < values_.size(); ++other) {
    if (other != held) ++seen_[held * values_.size() + other][in_steps(ratio(held, other))];
  }
}

void LikelihoodEvents::settle(std::uint64_t trials, double alpha) {
  for (std::size_t pair = 0; pair < seen_.size(); ++pair) {
    const auto draws = static_cast<double>(learned_[pair / values_.size()]);
    double p1 = 0;
    double p2 = 0;
    double best = -std::numeric_limits<double>::infinity();
    for (auto level = seen_[pair].rbegin(); level != seen_[pair].rend(); ++level) {
      const double mass = static_cast<double>(level->second) / draws;
      p1 += mass;
      p2 += mass * std::exp(-from_steps(level->first));
      if (const double bound = promised_bound(p1, p2, trials, alpha); bound > best) {
        best = bound;
        floor_[pair] = from_steps(level->first - 1);
        cut_[pair] = std::exp(floor_[pair]);
      }
    }
  }
}

void OutputEvents::learn(std::size_t held, std::span<const std::uint8_t> output) {
  const auto [known, is_new] = numbers_.try_emplace({output.begin(), output.end()}, counts_.size());
  if (is_new) counts_.emplace_back(values_);
  ++counts_[known->second][held];
  ++learned_[held];
}

void OutputEvents::settle(std::uint64_t trials, double alpha) {
  for (std::size_t v1 = 0; v1 < values_; ++v1) {
    for (std::size_t v2 = 0; v2 < values_; ++v2) {
      if (v1 != v2) sets_[v1 * values_ + v2] = best_set(v1, v2, trials, alpha);
    }
  }
}

std::set<std::size_t> OutputEvents::best_set(std::size_t v1, std::size_t v2, std::uint64_t trials, double alpha) const {
  constexpr std::size_t most_outputs = 64;
  // Cautious ratios, two standard deviations to the safe side: one lucky draw does not come first.
  const auto score = [&](std::size_t output) {
    const auto c1 = static_cast<double>(counts_[output][v1]);
    const auto c2 = static_cast<double>(counts_[output][v2]);
    return (c1 - 2 * std::sqrt(c1)) / (c2 + 2 * std::sqrt(c2) + 1);
  };
  std::vector<std::size_t> order(counts_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return score(a) > score(b); });
  order.resize(std::min(order.size(), most_outputs));

  double p1 = 0;
  double p2 = 0;
  double best = -std::numeric_limits<double>::infinity();
  std::size_t taken = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    p1 += static_cast<double>(counts_[order[i]][v1]) / static_cast<double>(learned_[v1]);
    p2 += static_cast<double>(counts_[order[i]][v2]) / static_cast<double>(learned_[v2]);
    if (const double bound = promised_bound(p1, p2, trials, alpha); bound > best) {
      best = bound;
      taken = i + 1;
    }
  }
  return {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(taken)};
}

void OutputEvents::look_at(std::span<const std::uint8_t> output) {
  buffer_.assign(output.begin(), output.end());
  const auto found = numbers_.find(buffer_);
  known_ = found != numbers_.end();
  if (known_) current_ = found->second;
}

}  // namespace sourdine
