#include "sourdine/forecast/evaluate.h"

#include <array>
#include <utility>

#include "sourdine/forecast/baselines.h"
#include "sourdine/forecast/improved.h"
#include "sourdine/forecast/paper.h"

namespace sourdine {
namespace {

using Predict = Predictions (*)(const DailyCounts&, const ForecastQuestion&);

Predictions predict_paper_on_one(const DailyCounts& data, const ForecastQuestion& question) {
  return predict_paper(data, data, question);
}

struct Model {
  const char* name;
  Predict predict;
  bool is_paper = false;
};

// The one to publish comes last.
constexpr std::array<Model, 4> models = {{{"weekday mean", predict_weekday_mean},
                                          {"seasonal naive", predict_seasonal_naive},
                                          {"paper", predict_paper_on_one, true},
                                          {"improved", predict_improved}}};

}  // namespace

Evaluation evaluate(const DailyCounts& data, const ForecastQuestion& question, const EvaluationOptions& options) {
  const DailyCounts* const truth = options.truth;
  if (truth != nullptr) require_same_shape(data, *truth);
  const std::size_t models_a_table = models.size() - (options.with_paper ? 0 : 1);
  const std::size_t all = models_a_table * (truth == nullptr ? 1 : 2);
  const bool has_test = question.test_from <= data.last();
  Evaluation result;
  for (const bool learns_from_truth : {false, true}) {
    if (learns_from_truth && truth == nullptr) break;
    for (const Model& model : models) {
      if (model.is_paper && !options.with_paper) continue;
      if (options.progress) options.progress(model.name, result.models.size(), all);
      ModelResult found{model.predict(learns_from_truth ? *truth : data, question), learns_from_truth};
      if (has_test && truth != nullptr) found.score = score(found.predictions, *truth);
      if (has_test && !learns_from_truth) found.estimated_rmse = estimated_rmse(found.predictions, data);
      result.models.push_back(std::move(found));
    }
  }
  result.improved = models_a_table - 1;
  return result;
}

}  // namespace sourdine
