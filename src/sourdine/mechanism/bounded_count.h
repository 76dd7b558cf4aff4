// bounded-count: two-sided geometric noise on a count that is known to lie between two numbers.
//
// What:         adds discrete Laplace noise (the two-sided geometric law) and moves what falls outside to the nearer
//               bound.
// In, out:      whole numbers; whole numbers from `least` to `most`. A count outside is moved to its bound first.
// Probabilities: inside, (1−α)/(1+α)·α^|y−x|; at a bound, the whole tail: α^|y−x|/(1+α). α = e^−s/t.
// Loss:         pure ε = sensitivity·s/t: that of the noise; moving is post-processing. Both are attained where the
//               sensitivity does not exceed most − least.
// Neighbours:   any for which the count changes by at most the sensitivity.
// Cost:         O(1): some thirty random words.
// When:         a single count with a natural range, where an impossible answer would be worse than a small bias: the
//               answer is biased towards the middle near the bounds. (Never average such answers.)
// Reference:    Ghosh, Roughgarden, Sundararajan, Universally utility-maximizing privacy mechanisms, STOC 2009.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "sourdine/base/error.h"
#include "sourdine/mechanism/laplace_scale.h"
#include "sourdine/privacy/loss_kinds.h"
#include "sourdine/random/discrete_laplace.h"

namespace sourdine {

class BoundedCount {
 public:
  // Throws Error(bad_input) unless 0 ≤ least < most ≤ 10^15, and as LaplaceScale::of_epsilon.
  BoundedCount(ExactEpsilon epsilon, std::uint64_t sensitivity, std::int64_t least, std::int64_t most)
      : scale_(LaplaceScale::of_epsilon(epsilon, sensitivity)), epsilon_(epsilon), least_(least), most_(most) {
    if (!(0 <= least && least < most && most <= 1'000'000'000'000'000)) {
      fail_input("the bounds of a count must be whole numbers from 0 to 10^15, the lower below the upper");
    }
  }

  template <Chance C>
  std::int64_t release(C& chance, std::int64_t count) const {
    constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max() / 2;  // beyond every bound; no sum overflows
    const std::int64_t noise = std::clamp(sample_discrete_laplace(chance, scale_.t, scale_.s), -far, far);
    return std::clamp(std::clamp(count, least_, most_) + noise, least_, most_);
  }

  PureEpsilon loss() const { return {epsilon_.value()}; }
  LaplaceScale scale() const { return scale_; }

 private:
  LaplaceScale scale_;
  ExactEpsilon epsilon_;
  std::int64_t least_, most_;
};

}  // namespace sourdine
