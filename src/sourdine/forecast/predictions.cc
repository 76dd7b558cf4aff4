#include "sourdine/forecast/predictions.h"

#include "sourdine/forecast/count_distribution.h"
#include "sourdine/forecast/intervals.h"

namespace sourdine {

void append_count_law(Predictions& predictions, double mean, double overdispersion, double confidence) {
  const CountInterval interval = count_interval(mean, overdispersion, confidence);
  predictions.means.push_back(mean);
  predictions.medians.push_back(CountDistribution(mean, overdispersion).median());
  predictions.lower.push_back(interval.lower);
  predictions.upper.push_back(interval.upper);
}

void add_poisson_medians(Predictions& predictions) {
  predictions.medians.clear();
  predictions.medians.reserve(predictions.means.size());
  for (const double mean : predictions.means) {
    predictions.medians.push_back(mean > 0 ? CountDistribution(mean, 0).median() : 0);
  }
}

}  // namespace sourdine
