#include "sourdine/estimate/bias.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

TEST(Bias, CuttingAtZeroInflatesTheMeanByTheKnownAmounts) {
  EXPECT_NEAR(expected_positive_part(0, 1), 0.398942, 5e-7);
  EXPECT_NEAR(expected_positive_part(1, 1) - 1, 0.083315, 5e-7);
  EXPECT_NEAR(expected_positive_part(2, 1) - 2, 0.008491, 5e-7);
  EXPECT_NEAR(expected_positive_part(3, 1) - 3, 0.000382, 5e-7);
}

TEST(Bias, ScalesWithTheStandardError) {
  for (const double s : {1e-3, 3.75, 49.749}) {
    EXPECT_DOUBLE_EQ(expected_positive_part(0.7 * s, s), s * expected_positive_part(0.7, 1));
  }
}

// The definition, ∫ max(0, x) dN(μ, 1), by the trapezoidal rule (spectrally accurate but for the kink at 0).
TEST(Bias, IsTheIntegralItSaysItIs) {
  for (const double mean : {-3.0, -1.0, 0.0, 0.5, 4.0}) {
    const double step = 1e-4;
    double sum = 0;
    for (double x = step; x < mean + 12 || x < 12; x += step) {
      sum += x * std::exp(-(x - mean) * (x - mean) / 2) * step / std::sqrt(2 * std::acos(-1.0));
    }
    EXPECT_NEAR(expected_positive_part(mean, 1), sum, 1e-8) << mean;
  }
}

TEST(Bias, WithoutNoiseNothingButTheSignIsLost) {
  EXPECT_EQ(expected_positive_part(5, 0), 5);
  EXPECT_EQ(expected_positive_part(-5, 0), 0);
  EXPECT_EQ(mean_before_cut(5, 0), 5);
}

TEST(Bias, CorrectionUndoesTheCut) {
  for (const double s : {0.01, 1.0, 24.495}) {
    for (double t = -30; t <= 30; t += 0.25) {
      const double corrected = mean_before_cut(expected_positive_part(t * s, s), s);
      EXPECT_NEAR(corrected, t * s, 1e-9 * s) << t << " " << s;
    }
  }
}

TEST(Bias, CorrectionIsAtMostWhatWasObserved) {
  for (const double observed : {1e-12, 0.1, 0.398942, 1.0, 50.0}) EXPECT_LE(mean_before_cut(observed, 1), observed);
  EXPECT_NEAR(mean_before_cut(0.3989422804014327, 1), 0, 1e-15);
  EXPECT_EQ(mean_before_cut(1e6, 1), 1e6);
}

TEST(Bias, AMeanOfZeroHasNoFiniteOrigin) { EXPECT_EQ(mean_before_cut(0, 1), -INFINITY); }

TEST(Bias, RefusesWhatCannotBeAMeanOfCutEstimates) {
  EXPECT_THROW(mean_before_cut(-1, 1), Error);
  EXPECT_THROW(mean_before_cut(1, -1), Error);
  EXPECT_THROW(mean_before_cut(NAN, 1), Error);
  EXPECT_THROW(mean_before_cut(1, INFINITY), Error);
}

}  // namespace
}  // namespace sourdine
