#include "sourdine/mechanism/sparse_vector.h"

#include <algorithm>
#include <cmath>

namespace sourdine {
namespace {

bool is_far(std::int64_t number) { return number > 1'000'000'000'000'000 || number < -1'000'000'000'000'000; }

// The share of ε for the threshold: 1/(1 + c'^⅔), c' = 2c or c. Any share is private; this one is the most accurate.
ExactEpsilon threshold_share(ExactEpsilon epsilon, std::uint64_t factor) {
  const double share = 1 / (1 + std::cbrt(static_cast<double>(factor) * static_cast<double>(factor)));
  const auto nano = static_cast<std::uint64_t>(static_cast<double>(epsilon.nano) * share);
  return {std::clamp<std::uint64_t>(nano, 1, epsilon.nano - 1)};
}

}  // namespace

SparseVectorNoise sparse_vector_noise(const SparseVectorSpec& spec) {
  if (spec.epsilon.nano < 2) fail_input("epsilon must be at least 2e-9");
  if (spec.answers == 0 || spec.answers > 1'000'000) {
    fail_input("the number of answers of a sparse vector must be from 1 to 1000000");
  }
  if (spec.sensitivity == 0 || spec.sensitivity > 1'000'000) {
    fail_input("the sensitivity of a sparse vector's answers must be from 1 to 1000000");
  }
  if (is_far(spec.threshold)) fail_input("the threshold must be within 10^15 of zero");
  const std::uint64_t factor = (spec.is_monotone ? 1 : 2) * spec.answers;
  const ExactEpsilon first = threshold_share(spec.epsilon, factor);
  const ExactEpsilon second{spec.epsilon.nano - first.nano};
  const auto of = [](ExactEpsilon epsilon, std::uint64_t sensitivity) {
    if (sensitivity > 1'000'000'000) fail_input("the sensitivity times the number of answers must be at most 5*10^8");
    return LaplaceScale::of_epsilon(epsilon, sensitivity);
  };
  SparseVectorNoise noise{of(first, spec.sensitivity), of(second, factor * spec.sensitivity), {}};
  if (spec.value_epsilon.nano > 0) noise.value = of(spec.value_epsilon, spec.answers * spec.sensitivity);
  return noise;
}

void SparseVector::require_open(std::int64_t answer) const {
  if (is_spent()) {
    throw Error(ErrorCode::budget_refused, "the sparse vector has given all its answers",
                "start another one, with a budget of its own");
  }
  if (is_far(answer)) fail_input("an answer must be within 10^15 of zero");
}

}  // namespace sourdine
