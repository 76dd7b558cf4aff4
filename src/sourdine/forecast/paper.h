// The paper's model: one count:poisson regressor per region on the paper's features, everything else by default.
#pragma once

#include "sourdine/forecast/predictions.h"
#include "sourdine/forecast/xgboost.h"

namespace sourdine {

// The defaults changed between the versions the authors may have used.
enum class PaperDefaults {
  current,  // XGBoost 1.7: depth 6, eta 0.3, 100 rounds, max_delta_step 0.7
  legacy,   // scikit-learn wrapper up to 0.90: depth 3, eta 0.1, 100 rounds, max_delta_step 0
};

TreeParameters paper_parameters(PaperDefaults defaults);

// Learns from `train`; the features of the test days come from `inputs`. The paper trains on sanitised counts and tests
// on exact ones; give the same counts twice to stay private. Negative counts are taken as 0, as in the paper.
Predictions predict_paper(const DailyCounts& train, const DailyCounts& inputs, const ForecastQuestion& question,
                          PaperDefaults defaults = PaperDefaults::current);

}  // namespace sourdine
