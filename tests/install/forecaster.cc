// A program on the parts beside the core: reads the configuration of a release, and scores a forecast.
#include <sourdine/counts/config.h>
#include <sourdine/forecast/metrics.h>
#include <sourdine/forecast/xgboost.h>

#include <cstdio>

int main(int argc, char** argv) {
  using namespace sourdine;
  if (argc != 2) return 2;
  const ReleaseConfig config = read_config(argv[1]);

  DailyCounts truth;
  truth.first = std::chrono::local_days(std::chrono::days(20'000));
  truth.regions = {"town"};
  truth.counts = {7};
  truth.totals = {7};
  Predictions predictions;
  predictions.first = truth.first;
  predictions.regions = 1;
  predictions.means = {5};
  predictions.medians = {5};
  const Score result = score(predictions, truth);
  std::printf("epsilon %.3f; mean absolute error %.1f; XGBoost %s\n", config.privacy.epsilon.value_or(0),
              result.mae.value_or(0), xgboost_version().c_str());
  return result.mae == 2.0 ? 0 : 1;
}
