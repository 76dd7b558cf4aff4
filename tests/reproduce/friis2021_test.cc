// What the reproduction of Friis (2021) computes in closed form.
#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/reproduce/friis_break_even.h"
#include "sourdine/reproduce/friis_claims.h"
#include "sourdine/reproduce/friis_study.h"
#include "sourdine/reproduce/slope_fit.h"

namespace sourdine {
namespace {

TEST(Friis2021, ExponentsArePowersWhateverTheFactors) {
  std::vector<PowerPoint> points;
  for (std::size_t group = 0; group < 3; ++group) {
    for (const double x : {1.0, 2.0, 7.0, 20.0}) {
      points.push_back({x, static_cast<double>(group + 1) * std::pow(x, -1.5), group, points.size()});
    }
  }
  const Slope slope = fit_exponent(points);
  EXPECT_NEAR(slope.value, -1.5, 1e-12);
  EXPECT_NEAR(slope.std_error, 0, 1e-12);
}

// Why his R² ≥ 0.97 proves nothing: at the lengths of Table 1 a straight line fits √r as well.
TEST(Friis2021, AStraightLineFitsTheRootOfHisLengths) {
  for (const std::uint64_t size : FriisSettings{}.sizes) {
    std::vector<double> lengths, roots;
    for (const std::uint64_t length : friis_table1(size)) {
      lengths.push_back(static_cast<double>(length));
      roots.push_back(std::sqrt(lengths.back()));
    }
    EXPECT_GT(line_r_squared(lengths, roots), 0.97) << size;
  }
}

TEST(Friis2021, HisTable2IsHisRule) {
  for (const std::uint64_t size : {256U, 512U, 1024U, 2048U}) {
    for (const std::uint64_t degree : friis_degrees) {
      const std::uint64_t length = friis_table2(size, degree);
      if (length == 0) continue;
      EXPECT_EQ(length, friis_rule(size, degree)) << size << " " << degree;
    }
  }
}

TEST(Friis2021, LocalTreesWinFromAbout48OfTwoThousandValues) {
  EXPECT_EQ(break_even_length(PrivacyModel::local, 2048, 4, false), 49);  // wins beyond 48
  EXPECT_EQ(break_even_length(PrivacyModel::local, 2048, 3, false), 48);
  EXPECT_EQ(break_even_length(PrivacyModel::local, 2048, 2, false), 67);
  EXPECT_EQ(break_even_length(PrivacyModel::local, 256, 4, false), 28);
  EXPECT_EQ(break_even_length(PrivacyModel::local, 32, 2, false), 26);
}

TEST(Friis2021, PlainCentralTreesWinLateOrNever) {
  for (const std::uint64_t degree : friis_degrees) {
    EXPECT_FALSE(break_even_length(PrivacyModel::central, 256, degree, false)) << degree;
  }
  EXPECT_EQ(break_even_length(PrivacyModel::central, 512, 8, false), 288);
  EXPECT_NEAR(static_cast<double>(*break_even_length(PrivacyModel::central, 2048, 4, false)), 676, 1);
  EXPECT_NEAR(static_cast<double>(*break_even_length(PrivacyModel::central, 2048, 8, false)), 527, 2);
}

TEST(Friis2021, HisOracleHasTheEpsilonOfItsChannel) {
  for (const double epsilon : {0.2, 1.0, 2.0}) {
    for (const double g : {2.0, 17.0, 2048.0}) {
      const double truth = std::exp(epsilon) / (std::exp(epsilon) + g - 1);
      const double lie = (1 - truth) / g;  // about any one value, the true one included
      EXPECT_NEAR(friis_oracle_epsilon(epsilon, g), std::log((truth + lie) / lie), 1e-12);
    }
  }
  EXPECT_NEAR(friis_oracle_epsilon(0.2, 2), 1.236287, 1e-6);
  EXPECT_NEAR(friis_oracle_epsilon(0.2, 2048), 0.798407, 1e-6);
}

}  // namespace
}  // namespace sourdine
