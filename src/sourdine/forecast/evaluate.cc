#include "sourdine/forecast/evaluate.h"

#include <array>
#include <utility>

#include "sourdine/forecast/baselines.h"
#include "sourdine/forecast/improved.h"
#include "sourdine/forecast/paper.h"
#include "sourdine/forecast/totals.h"

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

// Adds the last day of `further`, which predicts one day more than `to`.
void append_last_day(Predictions& to, const Predictions& further) {
  const auto begin = static_cast<std::ptrdiff_t>(to.means.size());
  const auto append = [&](std::vector<double>& numbers, const std::vector<double>& more) {
    numbers.insert(numbers.end(), more.begin() + begin, more.end());
  };
  append(to.means, further.means);
  append(to.medians, further.medians);
  append(to.lower, further.lower);
  append(to.upper, further.upper);
}

ForecastQuestion so_far_ahead(ForecastQuestion question, std::size_t horizon) {
  question.horizon = horizon;
  return question;
}

void evaluate_totals(const DailyCounts& data, const ForecastQuestion& question, Evaluation& into) {
  const DailyCounts totals = total_counts(data);
  for (std::size_t horizon = 1; horizon <= question.horizon; ++horizon) {
    Predictions total = predict_total(data, so_far_ahead(question, horizon));
    if (question.test_from <= data.last()) into.totals.push_back({horizon, score(total, totals)});
    if (horizon == 1) {
      into.total_forecast = std::move(total);
    } else {
      append_last_day(into.total_forecast, total);
    }
  }
}

}  // namespace

Evaluation evaluate(const DailyCounts& data, const ForecastQuestion& question, const EvaluationOptions& options) {
  require_answerable(question, data);
  const DailyCounts* const truth = options.truth;
  if (truth != nullptr) require_same_shape(data, *truth);
  const std::size_t papers = options.with_paper ? 1 : 0;
  const std::size_t models_a_table = (models.size() - 1) * question.horizon + papers;
  const std::size_t all = models_a_table * (truth == nullptr ? 1 : 2);
  const bool has_test = question.test_from <= data.last();
  Evaluation result;
  for (const bool learns_from_truth : {false, true}) {
    if (learns_from_truth && truth == nullptr) break;
    for (std::size_t horizon = 1; horizon <= question.horizon; ++horizon) {
      for (const Model& model : models) {
        if (model.is_paper && !(options.with_paper && horizon == 1)) continue;
        if (options.progress) options.progress(model.name, result.models.size(), all);
        ModelResult found{
            .predictions = model.predict(learns_from_truth ? *truth : data, so_far_ahead(question, horizon)),
            .horizon = horizon,
            .learnt_from_truth = learns_from_truth};
        if (has_test && truth != nullptr) found.score = score(found.predictions, *truth);
        if (has_test && !learns_from_truth) found.estimated_rmse = estimated_rmse(found.predictions, data);
        result.models.push_back(std::move(found));
      }
      if (learns_from_truth) continue;
      const Predictions& improved = result.models.back().predictions;
      if (horizon == 1) {
        result.forecast = improved;
      } else {
        append_last_day(result.forecast, improved);
      }
    }
  }
  evaluate_totals(data, question, result);
  return result;
}

}  // namespace sourdine
