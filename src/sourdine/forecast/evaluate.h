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
  bool learnt_from_truth = false;
  std::optional<Score> score = {};            // against the truth, where it is given
  std::optional<double> estimated_rmse = {};  // from the data alone
};

struct Evaluation {
  std::vector<ModelResult> models;  // those of the data first, the improved one last among them
  std::size_t improved = 0;         // its place: the forecast to publish

  const Predictions& forecast() const { return models[improved].predictions; }
};

// Told before each model, for a progress bar: its name, how many are done, how many there are.
using EvaluationProgress = std::function<void(const std::string& model, std::size_t done, std::size_t all)>;

struct EvaluationOptions {
  // The published study's model too: one regressor per region, which takes longer than everything else together.
  bool with_paper = false;
  // Exact counts of the same days and regions, where somebody lends them. They score the models of the data and train
  // the same models beside them; nothing flows from them into the forecast.
  const DailyCounts* truth = nullptr;
  EvaluationProgress progress = {};
};

// The models of the data see nothing but `data`.
Evaluation evaluate(const DailyCounts& data, const ForecastQuestion& question, const EvaluationOptions& options = {});

}  // namespace sourdine
