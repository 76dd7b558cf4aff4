// Every model side by side: on the data of a release, and, where somebody lends the truth, on exact counts.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/forecast/daily_counts.h"
#include "sourdine/forecast/metrics.h"
#include "sourdine/forecast/predictions.h"

namespace sourdine {

struct ModelResult {
  Predictions predictions;
  std::size_t horizon = 1;
  bool learnt_from_truth = false;
  std::optional<Score> score = {};                   // against the truth, where it is given
  std::optional<EstimatedRmse> estimated_rmse = {};  // from the data alone
};

// How well the totals were forecast so many days ahead: they are public, so this is no estimate.
struct TotalResult {
  std::size_t horizon = 1;
  Score score;
};

struct Evaluation {
  std::vector<ModelResult> models;  // those of the data first; by horizon, the improved one last of each
  std::vector<TotalResult> totals;  // by horizon; none where there is no day to test on

  // The forecasts to publish, by the improved model from the data alone. Test days as forecast the day before, then the
  // days after the data, each by the model of its own horizon (the direct strategy): learnt before the test days, fed
  // with all that is known.
  Predictions forecast;
  Predictions total_forecast;  // of one region: the totals
};

// Told before each model, for a progress bar: its name, how many are done, how many there are.
using EvaluationProgress = std::function<void(const std::string& model, std::size_t done, std::size_t all)>;

struct EvaluationOptions {
  // The published study's model too, one day ahead as in the study: one regressor per region, which takes longer than
  // everything else together.
  bool with_paper = false;
  // Exact counts of the same days and regions, where somebody lends them. They score the models of the data and train
  // the same models beside them; nothing flows from them into the forecast.
  const DailyCounts* truth = nullptr;
  EvaluationProgress progress = {};
};

// Every horizon from 1 to question.horizon, each with models of its own. The models of the data see nothing but `data`.
Evaluation evaluate(const DailyCounts& data, const ForecastQuestion& question, const EvaluationOptions& options = {});

}  // namespace sourdine
