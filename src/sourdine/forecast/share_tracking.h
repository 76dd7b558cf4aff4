// Each region's share of the total, day by day, from the past alone.
//
// A share is tracked by exponential averages of several half-lives, from a week to a century. Which of them predicts
// a region best is learnt from its own past: each is given the weight of its Gaussian likelihood, times a prior over
// half-lives that all regions have in common and that is learnt with them (expectation–maximisation). Exact counts of a
// large region end with weeks, noisy counts of a small one with years. The sanitised data suffice: their noise is
// independent of the past, so the half-life that predicts the estimates best also predicts the counts best.
#pragma once

#include <cstddef>
#include <vector>

#include "sourdine/forecast/daily_counts.h"

namespace sourdine {

// How far back each region's share looks: a mixture of half-lives.
struct ShareMemory {
  std::vector<double> half_lives;  // days
  std::vector<double> weights;     // half-lives × k; those of a region sum to 1
};

// Fitted on days before `end`.
ShareMemory fit_share_memory(const DailyCounts& data, std::size_t end, std::size_t horizon);

// T × k; row t from days ≤ t.
struct TrackedShares {
  std::vector<double> shares;           // positive; each row sums to 1
  std::vector<double> relative_errors;  // standard error of a share, by chance and by noise, relative to it
};

TrackedShares track_shares(const DailyCounts& data, const ShareMemory& memory);

// T × k; row t from days ≤ t, for the weekday of day t + horizon. The posterior mean of a factor with a Gaussian prior
// around 1: near 1 while the noise hides the weekday.
std::vector<double> weekday_factors(const DailyCounts& data, const std::vector<double>& shares, std::size_t horizon);

}  // namespace sourdine
