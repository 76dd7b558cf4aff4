// The test helpers themselves: what could not have failed must not pass.
#include "support/statistics.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace sourdine {
namespace {

using testing::chi_squared_test;
using Counts = std::vector<std::uint64_t>;
using Law = std::vector<double>;

TEST(Statistics, NoTrialsAreNoTest) {
  EXPECT_THROW(testing::binomial_test(0, 0, 0.5), std::logic_error);
  EXPECT_THROW(testing::binomial_lower_tail(0, 0, 0.5), std::logic_error);
  EXPECT_THROW(chi_squared_test(Counts{0, 0}, Law{0.5, 0.5}), std::logic_error);
}

TEST(Statistics, TooFewTrialsForTwoCellsAreNoTest) {
  EXPECT_THROW(chi_squared_test(Counts{3, 1}, Law{0.5, 0.5}), std::logic_error);
  EXPECT_THROW(chi_squared_test(Counts{900, 100}, Law{0.999, 0.001}), std::logic_error);
}

TEST(Statistics, WhatCannotHappenFailsWhatIsCertainPasses) {
  EXPECT_EQ(chi_squared_test(Counts{990, 10}, Law{1, 0}), 0);
  EXPECT_EQ(chi_squared_test(Counts{500, 490, 10}, Law{0.5, 0.5, 0}), 0);
  EXPECT_EQ(chi_squared_test(Counts{1000, 0}, Law{1, 0}), 1);
}

TEST(Statistics, TellsAFairCoinFromABentOne) {
  EXPECT_GT(chi_squared_test(Counts{505, 495}, Law{0.5, 0.5}), 0.5);
  EXPECT_LT(chi_squared_test(Counts{600, 400}, Law{0.5, 0.5}), testing::false_alarm);
}

}  // namespace
}  // namespace sourdine
