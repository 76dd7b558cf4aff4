// sparse-vector: which of many questions have a large answer, at the price of the few that do.
//
// What:         a threshold with noise, once; each answer with fresh noise compared with it; "above" or "below". After
//               `answers` times "above" it stops. Nothing else is printed: the noisy answer that was compared never is.
//               Where a budget for values is set, an "above" comes with the answer plus noise drawn anew.
// In, out:      a threshold, then whole-number answers one by one, each chosen with all that was printed in view; a
//               decision each, and a value where paid for.
// Noise:        discrete Laplace: threshold of scale Δ/ε1, comparisons 2cΔ/ε2 (cΔ/ε2 where answers are monotone),
//               values cΔ/ε3; c = answers.
// Loss:         pure ε = ε1 + ε2 + ε3, however many questions are asked. ε1 : ε2 = 1 : (2c)^⅔ (1 : c^⅔) makes the
//               variance of a comparison least.
// Sensitivity:  Δ: no answer changes by more between neighbours. Monotone: all that change go the same way.
// Cost:         O(1) a question.
// When:         alarms: many days, few exceptional.
// Reference:    Dwork, Roth 2014, §3.6; Lyu, Su, Li, Understanding the sparse vector technique for differential
//               privacy, VLDB 2017 (algorithm 7; its list of published violations is in our audit).
#pragma once

#include <cstdint>
#include <optional>

#include "sourdine/base/error.h"
#include "sourdine/mechanism/laplace_scale.h"
#include "sourdine/privacy/loss_kinds.h"
#include "sourdine/random/discrete_laplace.h"

namespace sourdine {

struct SparseVectorSpec {
  ExactEpsilon epsilon = {};        // for the decisions: ε1 + ε2
  ExactEpsilon value_epsilon = {};  // for the values: ε3; 0: none are given
  std::uint64_t answers = 1;        // c
  std::uint64_t sensitivity = 1;    // Δ
  bool is_monotone = false;
  std::int64_t threshold = 0;
};

// The scales that follow from a spec. Throws Error(bad_input) unless ε is at least 2·10^−9, c and Δ are from 1 to 10^6,
// and the threshold is within ±10^15.
struct SparseVectorNoise {
  LaplaceScale threshold, comparison;
  std::optional<LaplaceScale> value;
};
SparseVectorNoise sparse_vector_noise(const SparseVectorSpec& spec);

struct SparseAnswer {
  bool is_above = false;
  std::optional<std::int64_t> value = {};
};

class SparseVector {
 public:
  // Draws the threshold's noise. Throws as sparse_vector_noise().
  template <Chance C>
  SparseVector(C& chance, const SparseVectorSpec& spec)
      : spec_(spec),
        noise_(sparse_vector_noise(spec)),
        noisy_threshold_(spec.threshold + draw(chance, noise_.threshold)) {}

  // The decision about one more question, whose answer is within ±10^15. Throws Error(budget_refused) after c times
  // "above": the budget is spent.
  template <Chance C>
  SparseAnswer ask(C& chance, std::int64_t answer) {
    require_open(answer);
    if (answer + draw(chance, noise_.comparison) < noisy_threshold_) return {};
    ++given_;
    if (!noise_.value) return {.is_above = true};
    return {.is_above = true, .value = answer + draw(chance, *noise_.value)};
  }

  bool is_spent() const { return given_ == spec_.answers; }
  // ε1 + ε2 + ε3.
  PureEpsilon loss() const { return {(spec_.epsilon + spec_.value_epsilon).value()}; }

 private:
  template <Chance C>
  static std::int64_t draw(C& chance, const LaplaceScale& scale) {
    return sample_discrete_laplace(chance, scale.t, scale.s);
  }
  void require_open(std::int64_t answer) const;

  SparseVectorSpec spec_;
  SparseVectorNoise noise_;
  std::int64_t noisy_threshold_;
  std::uint64_t given_ = 0;
};

}  // namespace sourdine
