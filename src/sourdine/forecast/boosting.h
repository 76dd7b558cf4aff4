// Boosted trees that correct a forecast, trained on labels that may be negative.
//
// count:poisson refuses negative labels, and sanitised counts are unbiased only if negative ones stay. So the trees are
// grown by our own gradients of the same loss, Σ w (μ − y log μ): it needs no sign of y, its expectation over the noise
// is the loss of the exact counts, and with weights 1 and labels ≥ 0 it is count:poisson. The weights are those of
// quasi-likelihood, (variance of a count) / (variance of its estimate): a row's noise decides how much it may say.
#pragma once

#include <cstddef>
#include <vector>

#include "sourdine/forecast/features.h"
#include "sourdine/forecast/xgboost.h"

namespace sourdine {

struct BoostingTask {
  FeatureTable features;
  std::vector<double> base;     // per row: the forecast to correct, > 0
  std::vector<double> labels;   // per row; of rows outside the fit they are not read
  std::vector<double> weights;  // per row
};

struct BoostedForecast {
  std::vector<double> means;  // every row of the task
  int rounds = 0;             // 0: the trees found nothing to correct
};

// Grows on `fit` while the loss on `stop` falls, at most parameters.rounds; predicts with the round of least loss.
BoostedForecast boost_until_best(const BoostingTask& task, const TreeParameters& parameters, RowRange fit,
                                 RowRange stop);
// Grows exactly parameters.rounds.
BoostedForecast boost(const BoostingTask& task, const TreeParameters& parameters, RowRange fit);

}  // namespace sourdine
