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

constexpr std::array<std::pair<const char*, Predict>, 4> models = {{{"weekday mean", predict_weekday_mean},
                                                                    {"seasonal naive", predict_seasonal_naive},
                                                                    {"paper", predict_paper_on_one},
                                                                    {"improved", predict_improved}}};

}  // namespace

Evaluation evaluate(const DailyCounts& data, const ForecastQuestion& question, const DailyCounts* truth,
                    const EvaluationProgress& progress) {
  if (truth != nullptr) require_same_shape(data, *truth);
  const std::size_t all = models.size() * (truth == nullptr ? 1 : 2);
  const bool has_test = question.test_from <= data.last();
  Evaluation result;
  for (const bool learns_from_truth : {false, true}) {
    if (learns_from_truth && truth == nullptr) break;
    for (const auto& [name, predict] : models) {
      if (progress) progress(name, result.models.size(), all);
      ModelResult model{predict(learns_from_truth ? *truth : data, question), learns_from_truth};
      if (has_test && truth != nullptr) model.score = score(model.predictions, *truth);
      if (has_test && !learns_from_truth) model.estimated_rmse = estimated_rmse(model.predictions, data);
      result.models.push_back(std::move(model));
    }
  }
  result.improved = models.size() - 1;
  return result;
}

}  // namespace sourdine
