// What every model answers to a question (windows.h).
//
// A forecast of a count is a law, and two numbers say where it lies. The mean adds up over regions and days, and has
// the least squared error; the median is as often too large as too small, and has the least absolute error.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "sourdine/forecast/windows.h"

namespace sourdine {

// Days test_from … last + horizon, the last ones not yet seen by anyone.
struct Predictions {
  std::string model;
  std::chrono::local_days first{};
  std::size_t regions = 0;
  std::vector<double> means = {};              // days × regions
  std::vector<double> medians = {};            // the same, whole numbers
  std::vector<double> lower = {}, upper = {};  // the same; empty when the model has no intervals
  std::string parameters = "{}";               // JSON

  std::size_t days() const { return means.size() / regions; }
};

// One more cell by a law: negative binomial with this mean and overdispersion (count_distribution.h).
void append_count_law(Predictions& predictions, double mean, double overdispersion, double confidence);

// For models that predict a mean and no law: the medians of Poisson counts with these means; 0 for means below 0.
void add_poisson_medians(Predictions& predictions);

}  // namespace sourdine
