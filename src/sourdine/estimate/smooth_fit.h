// The variances of smooth()'s model by maximum likelihood.
#pragma once

#include <cstddef>
#include <vector>

#include "sourdine/estimate/smooth_panel.h"

namespace sourdine {

struct SmoothParameters {
  double drift = 0.0025;        // logit scale, per period
  double dispersion = 1;        // ≥ 1
  std::vector<double> seasons;  // logit scale; one per season of the design

  static SmoothParameters start(const SeasonDesign& design) {
    return {.seasons = std::vector<double>(design.seasons, 0.1)};
  }
};

SharePrior share_prior(const SmoothPanel& panel, std::size_t v, const SmoothParameters& parameters);
// `noisy` is the panel's noisy_share(v), and must outlive the result.
ObservedShares observed_shares(const SmoothPanel& panel, std::size_t v, const NoisyShare& noisy,
                               const SmoothParameters& parameters);

// One set for all values. The drift has a flat prior on its standard deviation: alone, a likelihood often has its top
// at a drift of exactly 0, and intervals that believe it are too short. The logarithm of the dispersion has an
// exponential one: where the noise hides it, a count varies as a multinomial one does. `step` is the size of the first
// steps away from `start`, on the scale of logarithms.
SmoothParameters fit_common(const SmoothPanel& panel, const SmoothParameters& start, double step);

// One value's own, with a normal prior of standard deviation 1 on every logarithm around the common ones: values whose
// data say little borrow from the others.
SmoothParameters fit_value(const SmoothPanel& panel, std::size_t v, const SmoothParameters& common);

}  // namespace sourdine
