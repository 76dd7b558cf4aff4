// Table 4 of Arcolezi et al. (2020): the error of tomorrow's forecast per region, learnt from raw and from sanitised
// data.
//
// Trained on all days before 1 January of the last year, scored on the exact counts of that year. The paper's models
// learn from sue reports cut at zero, with and without its ratio filter (which is not private), and are given exact
// counts as inputs on test days, as in the paper; ours learns from the oracle that choose_oracle() takes at the same ε
// and sees sanitised data only, on test days too. All are scored by the paper's measures (metrics.h: StudyScore).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/counts/event_source.h"
#include "sourdine/counts/period_estimates.h"
#include "sourdine/forecast/evaluate.h"
#include "sourdine/forecast/release_days.h"
#include "sourdine/oracle/oracle.h"
#include "sourdine/random/random_source.h"

namespace sourdine {

struct ForecastRow {
  std::string variant;
  std::optional<double> f, epsilon;
  bool is_private = false;
  std::optional<double> published_mae, published_rmse;
  StudyScore score;                // by the study's measures
  std::optional<double> coverage;  // of the intervals, where the model has some
  double mae_ratio_to_raw = 0;     // to the best model that learns from raw data
};

struct ForecastStudy {
  std::vector<ForecastRow> rows;
  Predictions forecast;  // ours, at `shown_f`
  std::optional<double> forecast_coverage;
  double confidence = 0.95;  // of all intervals
};

// The unbiased estimates of one draw of reports, by day.
DailyCounts sanitised_days(const CollectedEvents& collected, const Oracle& oracle,
                           const std::vector<std::string>& regions);

// Told what is done, and how many of how many models are.
using ForecastProgress = std::function<void(const std::string&, std::size_t, std::size_t)>;

// `truth` is by day. Draw i takes stream i of `random`. Models learn side by side; the result does not depend on the
// number of threads. `shown`, when given, is the sanitised data of a release at shown_f, from which ours then learns
// instead of from a draw.
ForecastStudy study_forecasts(const TrueCounts& truth, const std::vector<double>& fs, double shown_f,
                              const RandomSource& random, const ForecastProgress& progress,
                              const DailyCounts* shown = nullptr);

}  // namespace sourdine
