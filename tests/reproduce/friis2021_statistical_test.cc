// The measured errors of the reproduction of Friis (2021) against their closed forms, with fixed seeds. Everything that
// is averaged is independent between runs (a kind of structure at one N and one ε), so the spread between runs gives
// the standard error, and Student's t the false-alarm rate: 10^−6 for each test, all its kinds together.
#include <gtest/gtest.h>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <map>

#include "sourdine/random/seeded_source.h"
#include "sourdine/reproduce/friis2021.h"
#include "sourdine/reproduce/friis_charts.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

const FriisStudy& study() {
  static const FriisStudy made = [] {
    FriisSettings settings;
    settings.sizes = {32, 128, 256, 512};
    settings.structures = 100;
    settings.queries = 10;
    std::vector<std::uint64_t> counts;
    for (std::uint64_t day = 0; day < 512; ++day) counts.push_back(60 + day * 37 % 50);
    return study_friis(settings, counts, SeededSource(7), [](std::size_t, std::size_t) {});
  }();
  return made;
}

std::vector<FriisKind> all_kinds() {
  std::vector<FriisKind> kinds = {central_flat, local_flat, local_flat_adjusted};
  for (const PrivacyModel model : {PrivacyModel::central, PrivacyModel::local}) {
    for (const std::uint64_t degree : friis_degrees) {
      for (const bool is_adjusted : {false, true}) kinds.push_back({model, degree, is_adjusted});
    }
  }
  return kinds;
}

double quantile(double runs) {
  const double tests = static_cast<double>(all_kinds().size());
  return boost::math::quantile(complement(boost::math::students_t(runs - 1), testing::false_alarm / (2 * tests)));
}

std::string name(const FriisKind& kind) {
  return std::string(kind.model == PrivacyModel::local ? "local " : "central ") + line_of(kind, {}).label;
}

struct Mean {
  double value, tolerance;
};

// Mean over runs of (mean squared error) / (that expected), the latter being the square of `expected`.
Mean relative_squares(const FriisKind& kind, double FriisCell::*expected) {
  std::map<std::pair<std::uint64_t, double>, std::pair<double, double>> runs;  // sum, number of lengths
  for (const FriisCell& cell : study().cells) {
    if (cell.kind != kind) continue;
    auto& [sum, lengths] = runs[{cell.size, cell.epsilon}];
    sum += std::pow(cell.rmse / (cell.*expected), 2);
    lengths += 1;
  }
  double sum = 0, squares = 0;
  for (const auto& [run, mean] : runs) {
    const double ratio = mean.first / mean.second;
    sum += ratio;
    squares += ratio * ratio;
  }
  const auto n = static_cast<double>(runs.size());
  const double spread = std::sqrt((squares / n - sum / n * sum / n) / (n - 1));
  return {sum / n, quantile(n) * spread};
}

TEST(Friis2021, ErrorsAreThoseOfTheClosedForms) {
  for (const FriisKind& kind : all_kinds()) {
    SCOPED_TRACE(name(kind));
    const Mean above = relative_squares(kind, &FriisCell::expected);
    const Mean below = relative_squares(kind, &FriisCell::at_least);
    EXPECT_LT(above.value, 1 + above.tolerance);
    EXPECT_GT(below.value, 1 - below.tolerance);
    EXPECT_LT(above.tolerance, 0.2);  // the test can tell
  }
}

// The same study with the closed forms in the place of what was measured.
FriisStudy expected_study() {
  FriisStudy expected = study();
  for (FriisCell& cell : expected.cells) cell.rmse = cell.expected;
  return expected;
}

TEST(Friis2021, FlatErrorsGrowLikeTheRootOfTheLength) {
  for (const FriisKind& kind : {central_flat, local_flat}) {
    const Slope slope = exponent_of_length(study(), kind);
    EXPECT_NEAR(exponent_of_length(expected_study(), kind).value, 0.5, 0.005) << name(kind);
    EXPECT_NEAR(slope.value, 0.5, 0.03) << name(kind);
    EXPECT_LT(quantile(32) * slope.std_error, 0.05) << name(kind);
  }
}

// Up to ε = 1 whole-number noise and oue follow 1/sinh(ε/2), which is 1/ε but for 4%.
TEST(Friis2021, ErrorsGrowLikeOneOverEpsilon) {
  const FriisStudy expected = expected_study();
  for (const FriisKind& kind : all_kinds()) {
    const Slope slope = exponent_of_epsilon(study(), kind);
    const double closed_form = exponent_of_epsilon(expected, kind).value;
    EXPECT_NEAR(closed_form, 1, 0.03) << name(kind);
    // 0.01: the bound for adjusted local answers is looser for large ε.
    EXPECT_NEAR(slope.value, closed_form, quantile(20) * slope.std_error + 0.01) << name(kind);
    EXPECT_LT(slope.std_error, 0.03) << name(kind);
  }
}

TEST(Friis2021, VerdictsAreThoseOfTheTheory) {
  FriisSettings settings;
  settings.epsilons = {1, 0.2};
  settings.sizes = {32, 512, 2048};
  const Friis2021 result = reproduce_friis2021(settings, SeededSource(1), [](std::size_t, std::size_t) {});
  std::string holds;
  for (const FriisClaim& claim : result.claims) holds += claim.holds ? '+' : '-';
  EXPECT_EQ(holds, "+-+-++---+--+++");
  for (const FriisClaim& claim : result.claims) {
    EXPECT_FALSE(claim.finding.empty());
    EXPECT_FALSE(claim.chart.lines.empty()) << claim.claim;
  }
}

TEST(Friis2021, TheResultDependsOnTheSeedAlone) {
  const FriisSettings settings{{1}, {32}, 2, 3};
  const std::vector<std::uint64_t> counts(32, 10);
  const auto run = [&](std::uint64_t seed) {
    std::vector<double> errors;
    for (const FriisCell& cell :
         study_friis(settings, counts, SeededSource(seed), [](std::size_t, std::size_t) {}).cells) {
      errors.push_back(cell.rmse);
    }
    return errors;
  };
  EXPECT_EQ(run(3), run(3));
  EXPECT_NE(run(3), run(4));
}

}  // namespace
}  // namespace sourdine
