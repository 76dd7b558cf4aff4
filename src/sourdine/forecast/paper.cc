#include "sourdine/forecast/paper.h"

#include <functional>

#include "sourdine/base/parallel.h"
#include "sourdine/forecast/features.h"

namespace sourdine {
namespace {

struct RegionFit {
  std::size_t region = 0;
  std::vector<double> means;
};

}  // namespace

TreeParameters paper_parameters(PaperDefaults defaults) {
  TreeParameters parameters;
  if (defaults == PaperDefaults::legacy) {
    parameters.max_depth = 3;
    parameters.eta = 0.1;
    parameters.max_delta_step = 0;
  }
  return parameters;
}

Predictions predict_paper(const DailyCounts& train, const DailyCounts& inputs, const ForecastQuestion& question,
                          PaperDefaults defaults) {
  require_answerable(question, train);
  require_same_shape(train, inputs);
  const DailyCounts counts = clipped(train);
  const FeatureTable learnt = paper_features(counts);
  const FeatureTable asked = paper_features(clipped(inputs));
  const TreeParameters parameters = paper_parameters(defaults);
  const std::size_t k = counts.regions.size();
  const std::size_t rows = training_days(question, train) - question.horizon;  // to learn from
  const std::size_t begin = first_test_day(question, train) - question.horizon;
  const std::size_t end = counts.days();
  const TreeTable test(asked.rows(begin, end), end - begin, asked.columns());

  Predictions result{.model = defaults == PaperDefaults::current ? "paper" : "paper, old defaults",
                     .first = question.test_from,
                     .regions = k,
                     .means = std::vector<double>((end - begin) * k),
                     .parameters = parameters.json()};
  std::size_t next = 0;
  ordered_pipeline<RegionFit>(  // regions side by side, each by one thread
      thread_count(0), {}, [&](RegionFit& fit) { return (fit.region = next++) < k; },
      [&](RegionFit& fit) {
        TreeTable table(learnt.rows(0, rows), rows, learnt.columns());
        std::vector<float> labels(rows);
        for (std::size_t t = 0; t < rows; ++t) {
          labels[t] = static_cast<float>(counts.count(t + question.horizon, fit.region));
        }
        table.set_labels(labels);
        fit.means = fit_and_predict(parameters, table, test);
      },
      [&](RegionFit& fit) {
        for (std::size_t t = 0; t < fit.means.size(); ++t) result.means[t * k + fit.region] = fit.means[t];
      });
  add_poisson_medians(result);
  return result;
}

}  // namespace sourdine
