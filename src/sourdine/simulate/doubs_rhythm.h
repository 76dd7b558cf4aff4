// The rhythms of the simulated brigade: weights in thousandths, all invented (docs/data-doubs.md).
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <span>

#include "sourdine/random/random.h"

namespace sourdine::doubs {

constexpr std::uint64_t one = 1000;

inline std::uint64_t scale(std::uint64_t value, std::uint64_t thousandths) { return value * thousandths / one; }

constexpr std::size_t regions = 17;

// How busy the whole department is on that date, by season, weekday and feast.
std::uint64_t calendar_weight(std::chrono::local_days date);

// The hot season of wasp nests and field fires: 0 before June and after mid-September, `one` at the height.
std::uint64_t summer_height(std::chrono::local_days date);

// How often one inhabitant of the region calls on that date: its rate and its own season and weekend.
std::uint64_t region_weight(std::size_t region, std::chrono::local_days date);

// The 24 hours of an ordinary day, and of the events of a burst.
std::span<const std::uint64_t, 24> hour_weights(std::chrono::local_days date);
std::span<const std::uint64_t, 24> burst_hour_weights();

// A wandering factor around `one`: x ← keep·x + shock, in 1/10,000, an autoregression of order 1. The shock is a fair
// binomial around 0, which is as good as a normal one and exact.
class Wander {
 public:
  // 0 ≤ keep < 100, in hundredths.
  explicit Wander(std::int64_t keep) : keep_(keep) {}

  // One day more; `deviation` is that of the shock, in 1/10,000. At least 3/10 of `one`.
  std::uint64_t step(Random& random, std::uint64_t deviation);

 private:
  std::int64_t keep_;
  std::int64_t state_ = 0;
};

}  // namespace sourdine::doubs
