#include "sourdine/estimate/exact_interval.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <limits>
#include <mutex>

#include "sourdine/estimate/support_law.h"

namespace sourdine {
namespace {

constexpr double rounding_room = 1e-12;
constexpr double same_tail = 1e-9;  // relative; tails that differ by less are taken as equal, which keeps both longer

// The numbers of supporting reports that do not contradict the law: all but those in the tails.
struct AcceptedNumbers {
  std::size_t first, last;
};

// T grows from both ends inwards, so numbers are given up in the order of their tails, equal ones together, as long as
// the sum of what is given up stays within the error.
AcceptedNumbers accepted_numbers(const SupportLaw& law, double error) {
  std::size_t low = 0;
  std::size_t high = law.mass.size() - 1;
  double below = 0;
  double above = 0;
  while (low < high) {
    const double lower_tail = below + law.mass[low];
    const double upper_tail = above + law.mass[high];
    const bool is_tie = std::abs(lower_tail - upper_tail) <= same_tail * std::max(lower_tail, upper_tail);
    const bool gives_low = is_tie || lower_tail < upper_tail;
    const bool gives_high = is_tie || upper_tail < lower_tail;
    const double given_up = (gives_low ? lower_tail : below) + (gives_high ? upper_tail : above);
    if (given_up > error - rounding_room || (is_tie && low + 1 == high)) break;
    if (gives_low) {
      below = lower_tail;
      ++low;
    }
    if (gives_high) {
      above = upper_tail;
      --high;
    }
  }
  return {law.first + low, law.first + high};
}

constexpr WholeInterval none_yet{std::numeric_limits<std::uint16_t>::max(), 0};

std::vector<WholeInterval> invert_laws(const Support& support, double error, std::uint64_t n) {
  std::vector<WholeInterval> intervals(n + 1, none_yet);
  for_each_support_law(support, n, [&](const SupportLaw& law) {
    const auto x = static_cast<std::uint16_t>(law.holders);
    const AcceptedNumbers accepted = accepted_numbers(law, error);
    for (std::size_t c = accepted.first; c <= accepted.last; ++c) {
      intervals[c] = {std::min(intervals[c].lower, x), std::max(intervals[c].upper, x)};
    }
  });
  const auto reports = static_cast<double>(n);
  for (std::size_t c = 0; c <= n; ++c) {
    if (intervals[c].lower <= intervals[c].upper) continue;
    const double estimate = (static_cast<double>(c) - reports * support.no) / support.gap;
    const auto nearest_count = static_cast<std::uint16_t>(std::round(std::clamp(estimate, 0.0, reports)));
    intervals[c] = {nearest_count, nearest_count};
  }
  return intervals;
}

}  // namespace

ShareInterval exact_share_interval(const Support& support, double error, std::uint64_t n, std::uint64_t supporting) {
  const auto with = static_cast<double>(supporting);
  const auto without = static_cast<double>(n - supporting);
  const double lower = supporting == 0 ? 0 : boost::math::ibeta_inv(with, without + 1, error / 2);
  const double upper = supporting == n ? 1 : boost::math::ibetac_inv(with + 1, without, error / 2);
  return {std::clamp((lower - support.no) / support.gap, 0.0, 1.0),
          std::clamp((upper - support.no) / support.gap, 0.0, 1.0)};
}

std::span<const WholeInterval> ExactIntervals::intervals(std::uint64_t n) const {
  {
    const std::shared_lock lock(mutex_);
    if (const auto found = by_reports_.find(n); found != by_reports_.end()) return found->second;
  }
  // Outside the lock: two threads may compute the same, which is better than all of them waiting.
  std::vector<WholeInterval> made = invert_laws(support_, error_, n);
  const std::unique_lock lock(mutex_);
  return by_reports_.try_emplace(n, std::move(made)).first->second;
}

}  // namespace sourdine
