// How good a forecast was. Every measure has one definition and one name, here:
//
//   RMSE              of the mean: the root of the mean squared error over all days and regions together
//   MAE               of the median: the mean absolute error over all days and regions together
//   coverage          the share of the counts inside their intervals
//   estimated RMSE    the RMSE as the sanitised counts alone let us know it
//   StudyScore        what a published study took instead, to stand beside its figures; nowhere else
//
// The mean is what has the least squared error and the median what has the least absolute error: a mean scored by the
// absolute error loses to whatever predicts too little, and a median scored by the squared error to a mean.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "sourdine/forecast/predictions.h"

namespace sourdine {

struct Score {
  double rmse = 0;
  std::optional<double> mae = {};       // where the model has medians
  std::optional<double> coverage = {};  // where the model has intervals
  std::size_t days = 0;
};

// Against exact counts of the same days and regions. Throws Error(bad_input) when no predicted day is among them.
Score score(const Predictions& predictions, const DailyCounts& truth);

// Uniform averages over the regions of each region's measure, both of the mean, as in Arcolezi et al. (2020).
struct StudyScore {
  double mae_of_mean = 0;
  double mean_region_rmse = 0;
};

// Throws as score() does.
StudyScore study_score(const Predictions& predictions, const DailyCounts& truth);

// What sanitised counts tell of the mean squared error: the error against them minus their known noise, which is
// unbiased and may be negative. There is no such way to the MAE or to the coverage.
struct EstimatedRmse {
  double squared = 0;  // the estimate of RMSE²
  double margin = 0;   // half its 95 % interval, from how days differ: noise is independent between days

  // Nothing where the interval of RMSE² reaches 0.
  std::optional<double> value() const;
  // The interval; from 0 where value() is nothing.
  double lower() const;
  double upper() const;
};

// What every output says instead of a number that is not there.
inline constexpr std::string_view hidden_by_noise = "below what the noise lets us see";

// Exact counts have no noise: the RMSE itself, with no margin. Throws as score() does.
EstimatedRmse estimated_rmse(const Predictions& predictions, const DailyCounts& sanitised);

}  // namespace sourdine
