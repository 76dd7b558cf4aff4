#include "sourdine/forecast/evaluate.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "forecast/simulated_days.h"
#include "sourdine/forecast/improved.h"
#include "sourdine/forecast/paper.h"
#include "sourdine/forecast/totals.h"

namespace sourdine {
namespace {

using testing::sanitised;
using testing::simulated_days;

struct Example {
  DailyCounts exact, noisy;
  ForecastQuestion question;
};

Example example() {
  SeededBits random(1);
  Example result;
  result.exact = simulated_days(280, {0.6, 0.3, 0.1}, 30, random);
  result.noisy = sanitised(result.exact, "ss", 2, random);
  result.question = {result.exact.date(200)};
  return result;
}

TEST(Evaluate, TheTruthScoresTheForecastAndNeverChangesIt) {
  const auto [exact, noisy, question] = example();
  DailyCounts other = exact;
  std::swap(other.counts.front(), other.counts[500]);
  const Evaluation without = evaluate(noisy, question);
  const Evaluation with = evaluate(noisy, question, {.truth = &exact});
  const Evaluation with_another = evaluate(noisy, question, {.truth = &other});
  EXPECT_EQ(without.forecast.means, with.forecast.means);
  EXPECT_EQ(without.forecast.upper, with.forecast.upper);
  EXPECT_EQ(without.forecast.means, with_another.forecast.means);
  EXPECT_FALSE(without.models.front().score);
  EXPECT_EQ(with.models.size(), 2 * without.models.size());
}

TEST(Evaluate, NamesItsModelsAndTellsProgress) {
  const auto [exact, noisy, question] = example();
  std::vector<std::string> told;
  EvaluationOptions options{.with_paper = true, .truth = &exact};
  options.progress = [&](const std::string& model, std::size_t done, std::size_t all) {
    EXPECT_EQ(done, told.size());
    EXPECT_EQ(all, 8u);
    told.push_back(model);
  };
  const Evaluation evaluation = evaluate(noisy, question, options);
  const std::vector<std::string> names = {"weekday mean", "seasonal naive", "paper", "improved"};
  ASSERT_EQ(evaluation.models.size(), 8u);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(told[i], names[i % 4]);
    EXPECT_EQ(evaluation.models[i].predictions.model, names[i % 4]);
    EXPECT_EQ(evaluation.models[i].learnt_from_truth, i >= 4);
  }
  EXPECT_EQ(evaluation.forecast.model, "improved");
}

TEST(Evaluate, RunsThePapersModelOnlyWhenAskedAndTheForecastIsTheSame) {
  const auto [exact, noisy, question] = example();
  const Evaluation without = evaluate(noisy, question);
  ASSERT_EQ(without.models.size(), 3u);
  for (const ModelResult& model : without.models) EXPECT_NE(model.predictions.model, "paper");
  EXPECT_EQ(without.forecast.model, "improved");
  EXPECT_EQ(without.forecast.means, evaluate(noisy, question, {.with_paper = true}).forecast.means);
}

TEST(Evaluate, EachDayAfterTheDataComesFromTheModelOfItsHorizon) {
  auto [exact, noisy, question] = example();
  question.horizon = 3;
  const Evaluation evaluation = evaluate(noisy, question);
  const Predictions& forecast = evaluation.forecast;
  ASSERT_EQ(forecast.days(), 83u);
  ASSERT_EQ(evaluation.total_forecast.days(), 83u);
  EXPECT_EQ(evaluation.totals.size(), 3u);
  EXPECT_EQ(evaluation.models.size(), 9u);
  for (const std::size_t horizon : {1u, 2u, 3u}) {
    question.horizon = horizon;
    const Predictions alone = predict_improved(noisy, question);
    const Predictions total = predict_total(noisy, question);
    ASSERT_EQ(alone.days(), 80 + horizon);
    for (std::size_t i = (79 + horizon) * 3; i < alone.means.size(); ++i) {
      EXPECT_EQ(forecast.means[i], alone.means[i]);
      EXPECT_EQ(forecast.medians[i], alone.medians[i]);
      EXPECT_EQ(forecast.lower[i], alone.lower[i]);
      EXPECT_EQ(forecast.upper[i], alone.upper[i]);
    }
    EXPECT_EQ(evaluation.total_forecast.means[79 + horizon], total.means.back());
  }
  // Test days as forecast the day before.
  question.horizon = 1;
  const Predictions tomorrow = predict_improved(noisy, question);
  for (std::size_t i = 0; i < tomorrow.means.size(); ++i) EXPECT_EQ(forecast.means[i], tomorrow.means[i]);
}

// The total's scores need no truth: they are those of the public totals, and noise in the regions does not touch them.
TEST(Evaluate, TotalsAreForecastFromThePublicTotalsAlone) {
  const auto [exact, noisy, question] = example();
  EXPECT_EQ(evaluate(noisy, question).total_forecast.means, evaluate(exact, question).total_forecast.means);
}

TEST(Improved, PredictsEveryTestDayAndTomorrowWithIntervalsAndItsParameters) {
  auto [exact, noisy, question] = example();
  for (const std::size_t horizon : {1u, 7u, 28u}) {
    question.horizon = horizon;
    const Predictions predictions = predict_improved(noisy, question);
    ASSERT_EQ(predictions.days(), 80 + horizon);
    for (std::size_t i = 0; i < predictions.means.size(); ++i) {
      EXPECT_GT(predictions.means[i], 0);
      EXPECT_LE(predictions.lower[i], predictions.means[i] + 1);
      EXPECT_GE(predictions.upper[i], predictions.means[i] - 1);
    }
    const nlohmann::json parameters = nlohmann::json::parse(predictions.parameters);
    EXPECT_EQ(parameters.at("regions").at("objective"), "count:poisson");
    EXPECT_EQ(parameters.at("confidence"), question.confidence);
  }
}

TEST(Improved, WhatHappensAfterADayDoesNotChangeItsForecast) {
  const auto [exact, noisy, question] = example();
  const std::size_t known = 230, k = 3;
  DailyCounts other = noisy;
  for (std::size_t i = known * k; i < other.counts.size(); ++i) other.counts[i] += 10;
  for (std::size_t t = known; t < other.days(); ++t) other.totals[t] += 30;
  const Predictions a = predict_improved(noisy, question), b = predict_improved(other, question);
  const std::size_t same = (known + 1 - 200) * k;  // the day `known` is predicted from the days before
  for (std::size_t i = 0; i < same; ++i) ASSERT_EQ(a.means[i], b.means[i]) << i;
  EXPECT_NE(a.means[same], b.means[same]);
}

// Neither features nor what is learnt: everything was known `horizon` days before.
TEST(Improved, WhatHappensAfterTheOriginDoesNotChangeAForecastOfManyDaysAhead) {
  auto [exact, noisy, question] = example();
  const std::size_t k = 3;
  for (const std::size_t horizon : {2u, 7u, 16u}) {
    question.horizon = horizon;
    const std::size_t known = 200 - horizon + 1;  // what day 200, the first that is tested, may see
    DailyCounts other = noisy;
    for (std::size_t i = known * k; i < other.counts.size(); ++i) other.counts[i] += 10;
    for (std::size_t t = known; t < other.days(); ++t) other.totals[t] += 30;
    const Predictions a = predict_improved(noisy, question), b = predict_improved(other, question);
    for (std::size_t i = 0; i < k; ++i) {
      EXPECT_EQ(a.means[i], b.means[i]) << horizon;
      EXPECT_EQ(a.upper[i], b.upper[i]) << horizon;
      EXPECT_NE(a.means[k + i], b.means[k + i]) << horizon;
    }
    EXPECT_EQ(predict_total(noisy, question).means[0], predict_total(other, question).means[0]);
  }
}

TEST(Improved, MediansAreWholeNumbersInsideTheirIntervals) {
  const auto [exact, noisy, question] = example();
  const Predictions predictions = predict_improved(noisy, question);
  ASSERT_EQ(predictions.medians.size(), predictions.means.size());
  for (std::size_t i = 0; i < predictions.means.size(); ++i) {
    EXPECT_EQ(predictions.medians[i], std::floor(predictions.medians[i]));
    EXPECT_GE(predictions.medians[i], predictions.lower[i]);
    EXPECT_LE(predictions.medians[i], predictions.upper[i]);
  }
}

TEST(Improved, DaysWithoutEventsAreForecastToo) {
  auto [exact, noisy, question] = example();
  for (std::size_t t = 100; t < 120; ++t) {
    exact.totals[t] = 0;
    for (std::size_t i = 0; i < 3; ++i) exact.counts[3 * t + i] = 0;
  }
  for (const double mean : predict_improved(exact, question).means) EXPECT_TRUE(std::isfinite(mean) && mean > 0);
  exact.totals.assign(exact.days(), 0);
  exact.counts.assign(exact.counts.size(), 0);
  for (const double mean : predict_improved(exact, question).means) EXPECT_LT(mean, 0.2);
}

TEST(Paper, TakesTestInputsFromWhereItIsTold) {
  const auto [exact, noisy, question] = example();
  const Predictions on_itself = predict_paper(noisy, noisy, question);
  const Predictions on_truth = predict_paper(noisy, exact, question);
  EXPECT_EQ(on_itself.days(), 81u);
  EXPECT_NE(on_itself.means, on_truth.means);
  // Counts of training days other than the last one play no part as inputs.
  DailyCounts other = exact;
  for (std::size_t i = 0; i < 3 * 199; ++i) other.counts[i] = 77;
  EXPECT_EQ(on_truth.means, predict_paper(noisy, other, question).means);
}

TEST(Paper, HasTheDefaultsOfBothVersions) {
  EXPECT_EQ(paper_parameters(PaperDefaults::current).max_depth, 6);
  EXPECT_EQ(paper_parameters(PaperDefaults::current).eta, 0.3);
  EXPECT_EQ(paper_parameters(PaperDefaults::legacy).max_depth, 3);
  EXPECT_EQ(paper_parameters(PaperDefaults::legacy).eta, 0.1);
  EXPECT_EQ(paper_parameters(PaperDefaults::legacy).max_delta_step, 0);
}

}  // namespace
}  // namespace sourdine
