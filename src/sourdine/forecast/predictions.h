// What every model answers to a question (windows.h).
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
  std::vector<double> lower = {}, upper = {};  // the same; empty when the model has no intervals
  std::string parameters = "{}";               // JSON

  std::size_t days() const { return means.size() / regions; }
};

}  // namespace sourdine
