// The interval of a count that is a whole number between 0 and the total.
#pragma once

#include "sourdine/estimate/smooth.h"

namespace sourdine {

// Everything known about one realised count.
struct CountKnowledge {
  double total = 0;     // N
  double estimate = 0;  // y
  MeasurementNoise noise;
  double mean = 0, std_error = 0;  // normal posterior of the count, y included

  bool has_prediction = false;         // else only y speaks
  double rate = 0, rate_variance = 0;  // what the other periods say of the expected count, normal
  double dispersion = 1;               // of the count around it
};

struct CountInterval {
  double lower, upper;
};

// `z` is the normal law's quantile of this confidence, two-sided: it takes as long to find as all the rest.
CountInterval count_interval(const CountKnowledge& knowledge, double confidence, double z);

}  // namespace sourdine
