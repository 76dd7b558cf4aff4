#include "sourdine/oracle/keep.h"

#include <fmt/format.h>

#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/random/exact.h"

namespace sourdine {

void require_epsilon(double epsilon) {
  if (!(epsilon > 0) || !std::isfinite(epsilon)) {
    fail_input(fmt::format("epsilon must be a number greater than 0, not {}", epsilon),
               "Common choices lie between 0.1 (strong) and 4 (weak).");
  }
}

Keep Keep::for_epsilon(double epsilon, std::uint64_t outputs, std::uint64_t supporting) {
  require_epsilon(epsilon);
  // λ/(1−λ) = (e^ε − 1)·s/U = x, so λ = x/(1+x); written with e^−ε it cannot overflow.
  const Exact decay = exp(-Exact(epsilon));
  const Exact lie = decay * outputs;
  const Exact truth = (1 - decay) * supporting;
  const Threshold threshold = round_down(truth / (truth + lie));
  if (threshold.numerator == 0) {
    fail_input(
        fmt::format("epsilon = {} is too small for a domain of this size: its reports would say nothing", epsilon));
  }
  return {threshold, outputs, supporting};
}

double Keep::epsilon() const {
  const Exact keep = threshold.numerator;
  return up_to_double(log1p(keep / (two_to_64() - keep) * outputs / supporting));
}

double Keep::yes() const {
  return threshold.probability() +
         threshold.complement() * static_cast<double>(supporting) / static_cast<double>(outputs);
}

double Keep::no(double overlap) const {
  return threshold.probability() * overlap +
         threshold.complement() * static_cast<double>(supporting) / static_cast<double>(outputs);
}

double Keep::gap(double overlap) const { return threshold.probability() * (1 - overlap); }

}  // namespace sourdine
