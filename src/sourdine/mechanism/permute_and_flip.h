// permute-and-flip: which candidate has the highest score, told privately.
//
// What:         takes the candidates in a random order and accepts each with probability e^−γ, γ = ε·(best − score)
//               divided by 2Δ (by Δ where scores are monotone); the best is accepted for certain.
// In, out:      one whole-number score per candidate, the candidates being public; the place of one of them.
// Probabilities: those of report-noisy-max with exponential noise; decided by Bernoulli(e^−fraction) on integers.
// Loss:         pure ε, attained in the limit of many candidates.
// Sensitivity:  Δ: no score changes by more between neighbours. Monotone: all scores that change go the same way
//               (counts, when a unit is added or removed).
// Accuracy:     never worse than the exponential mechanism, at best twice as good: the expected shortfall is at most
//               (2Δ/ε)·ln(candidates).
// Cost:         O(candidates) at most, a few decisions each.
// When:         one choice from a public list: a parameter, the busiest place.
// Reference:    McKenna, Sheldon, Permute-and-flip: a new mechanism for differentially private selection, NeurIPS 2020.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/privacy/exact_epsilon.h"
#include "sourdine/privacy/loss_kinds.h"
#include "sourdine/random/bernoulli.h"

namespace sourdine {

struct ScoreSensitivity {
  std::uint64_t largest_change = 1;
  bool is_monotone = false;
};

class PermuteAndFlip {
 public:
  // Throws Error(bad_input) unless ε > 0 and the sensitivity is from 1 to 10^9.
  PermuteAndFlip(ExactEpsilon epsilon, ScoreSensitivity sensitivity)
      : epsilon_(epsilon), denominator_((sensitivity.is_monotone ? 1 : 2) * sensitivity.largest_change) {
    if (epsilon.nano == 0) fail_input("epsilon must be greater than 0");
    if (sensitivity.largest_change == 0 || sensitivity.largest_change > 1'000'000'000) {
      fail_input("the sensitivity of scores must be a whole number from 1 to 10^9");
    }
  }

  // Throws Error(bad_input) when there are no candidates, or scores are further apart than 2^62.
  template <Chance C>
  std::size_t choose(C& chance, std::span<const std::int64_t> scores) const {
    if (scores.empty()) fail_input("there is no candidate to choose from");
    const auto [worst, best] = std::minmax_element(scores.begin(), scores.end());
    const auto below = [best = static_cast<std::uint64_t>(*best)](std::int64_t score) {
      return best - static_cast<std::uint64_t>(score);  // exact, whatever the signs
    };
    if (below(*worst) >> 62 != 0) {
      fail_input("scores must not be further apart than 2^62");
    }
    std::vector<std::size_t> left(scores.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    for (;;) {
      const std::uint64_t drawn = chance.below(left.size());
      const std::size_t candidate = left[drawn];
      left[drawn] = left.back();
      left.pop_back();
      const Wide shortfall = below(scores[candidate]);
      const Wide denominator = static_cast<Wide>(denominator_) * ExactEpsilon::billion;
      if (shortfall == 0 || bernoulli_exp(chance, shortfall * epsilon_.nano, denominator)) return candidate;
    }
  }

  PureEpsilon loss() const { return {epsilon_.value()}; }

 private:
  ExactEpsilon epsilon_;
  std::uint64_t denominator_;
};

}  // namespace sourdine
