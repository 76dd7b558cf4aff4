#include "sourdine/forecast/xgboost.h"

#include <gtest/gtest.h>

#include <barrier>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "forecast/simulated_days.h"
#include "sourdine/base/error.h"
#include "sourdine/forecast/boosting.h"
#include "sourdine/forecast/xgboost_library.h"

namespace sourdine {
namespace {

using testing::poisson;
using testing::uniform;

// Counts with mean 2 or 8, as the first of two features is below or above one half.
struct Sample {
  std::vector<float> features, labels;
  std::size_t rows() const { return labels.size(); }
};

Sample two_levels(std::size_t rows, std::uint64_t seed) {
  SeededBits random(seed);
  Sample sample;
  for (std::size_t i = 0; i < rows; ++i) {
    const double x = uniform(random);
    sample.features.insert(sample.features.end(), {static_cast<float>(x), static_cast<float>(uniform(random))});
    sample.labels.push_back(static_cast<float>(poisson(random, x < 0.5 ? 2 : 8)));
  }
  return sample;
}

std::vector<double> predictions(const TreeParameters& parameters, const Sample& sample) {
  TreeTable train(sample.features, sample.rows(), 2);
  train.set_labels(sample.labels);
  const std::vector<float> asked = {0.2f, 0.5f, 0.8f, 0.5f};
  return fit_and_predict(parameters, train, TreeTable(asked, 2, 2));
}

TEST(Trees, LearnAPoissonMeanOfTwoLevels) {
  TreeParameters parameters;
  parameters.max_depth = 1;
  const std::vector<double> means = predictions(parameters, two_levels(4000, 1));
  // Standard deviations of the two means: √(2/2000) and √(8/2000).
  EXPECT_NEAR(means[0], 2, 6 * std::sqrt(2.0 / 2000));
  EXPECT_NEAR(means[1], 8, 6 * std::sqrt(8.0 / 2000));
}

TEST(Trees, AreTheSameEveryTime) {
  TreeParameters parameters;
  parameters.subsample = 0.5;
  parameters.colsample_bytree = 0.5;
  const Sample sample = two_levels(2000, 2);
  EXPECT_EQ(predictions(parameters, sample), predictions(parameters, sample));
}

TEST(Trees, SayWhatTheyWereGrownWith) {
  const nlohmann::json json = nlohmann::json::parse(TreeParameters().json());
  EXPECT_EQ(json.at("objective"), "count:poisson");
  EXPECT_EQ(json.at("version"), xgboost_version());
  EXPECT_EQ(json.at("max_depth"), 6);
  EXPECT_EQ(json.at("eta"), 0.3);
  EXPECT_EQ(json.at("rounds"), 100);
  EXPECT_EQ(json.at("max_delta_step"), 0.7);
}

TEST(Trees, ErrorsOfTheLibraryAreInternalErrors) {
  Sample sample = two_levels(10, 3);
  sample.labels[3] = -1;  // count:poisson wants labels ≥ 0
  try {
    predictions({}, sample);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::internal);
    EXPECT_NE(std::string(error.what()).find("XGBoost"), std::string::npos);
  }
  EXPECT_THROW(TreeTable(sample.features, 11, 2), Error);
}

// The library builds a table's histogram index when a table is first learnt from, inside the table: two threads that
// meet there would each free what the other reads.
TEST(ParallelTrees, OneTableServesSeveralThreadsAsItServesOne) {
  constexpr std::size_t threads = 4;
  const Sample sample = two_levels(2000, 9);
  TreeParameters parameters;
  parameters.rounds = 2;
  parameters.max_depth = 2;
  const std::vector<double> expected = predictions(parameters, sample);
  const std::vector<float> asked = {0.2f, 0.5f, 0.8f, 0.5f};
  for (int turn = 0; turn < 10; ++turn) {
    TreeTable train(sample.features, sample.rows(), 2);
    train.set_labels(sample.labels);
    const TreeTable test(asked, 2, 2);
    std::vector<std::vector<double>> found(threads);
    std::barrier start(threads);
    std::vector<std::thread> workers;
    for (auto& means : found) {
      workers.emplace_back([&] {
        start.arrive_and_wait();
        means = fit_and_predict(parameters, train, test);
      });
    }
    for (std::thread& worker : workers) worker.join();
    for (const auto& means : found) ASSERT_EQ(means, expected);
  }
}

TEST(XgboostLibrary, ThatIsMissingIsNamedWithThePackageToInstall) {
  try {
    load_xgboost({"libxgboost-is-not-here.so.0"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("libxgboost-is-not-here.so.0"), std::string::npos) << error.what();
    EXPECT_NE(error.hint().find("libxgboost0"), std::string::npos);
  }
}

TEST(XgboostLibrary, WithoutTheFunctionsIsRefused) {
  try {
    load_xgboost({"libm.so.6"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("it has no function XGBoostVersion"), std::string::npos) << error.what();
  }
}

BoostingTask task_of(const Sample& sample) {
  BoostingTask task;
  task.features.names = {"x", "y"};
  task.features.values = sample.features;
  task.base.assign(sample.rows(), 0.5);  // what the library starts from
  task.labels.assign(sample.labels.begin(), sample.labels.end());
  task.weights.assign(sample.rows(), 1);
  return task;
}

TEST(Boosting, WithWeightsOneIsCountPoisson) {
  const Sample sample = two_levels(1000, 4);
  TreeParameters parameters;
  parameters.max_depth = 3;
  parameters.rounds = 10;
  parameters.max_delta_step = 0;  // the library's curvature is μ·e^max_delta_step, ours is μ
  const std::vector<double> ours = boost(task_of(sample), parameters, {0, sample.rows()}).means;
  TreeTable train(sample.features, sample.rows(), 2);
  train.set_labels(sample.labels);
  const std::vector<double> theirs = fit_and_predict(parameters, train, TreeTable(sample.features, sample.rows(), 2));
  for (std::size_t i = 0; i < ours.size(); ++i) ASSERT_NEAR(ours[i] / theirs[i], 1, 1e-4) << i;
}

TEST(Boosting, UnbiasedLabelsBelowZeroLeadToTheSameMeans) {
  Sample sample = two_levels(4000, 5);
  SeededBits random(6);
  std::size_t negative = 0;
  for (float& label : sample.labels) {
    label += random.bernoulli(1, 2) ? 5.0f : -5.0f;
    negative += label < 0;
  }
  ASSERT_GT(negative, 500u);
  TreeParameters parameters;
  parameters.max_depth = 1;
  parameters.rounds = 30;
  const std::vector<double> means = boost(task_of(sample), parameters, {0, sample.rows()}).means;
  double low = 0, high = 0, lows = 0;
  for (std::size_t i = 0; i < means.size(); ++i) {
    const bool is_low = sample.features[2 * i] < 0.5f;
    (is_low ? low : high) += means[i];
    lows += is_low;
  }
  // Labels have variance 2 + 25 and 8 + 25; about 2,000 of each.
  EXPECT_NEAR(low / lows, 2, 5 * std::sqrt(27.0 / 2000));
  EXPECT_NEAR(high / (4000 - lows), 8, 5 * std::sqrt(33.0 / 2000));
}

TEST(Boosting, StopsAtOnceWhereThereIsNothingToLearn) {
  SeededBits random(7);
  Sample noise = two_levels(3000, 8);
  for (float& label : noise.labels) label = static_cast<float>(poisson(random, 4));
  BoostingTask task = task_of(noise);
  task.base.assign(noise.rows(), 4);
  const BoostedForecast forecast = boost_until_best(task, TreeParameters(), {0, 2000}, {2000, 3000});
  EXPECT_LE(forecast.rounds, 2);
  EXPECT_EQ(forecast.means.size(), noise.rows());
}

}  // namespace
}  // namespace sourdine
