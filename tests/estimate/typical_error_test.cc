#include "sourdine/estimate/typical_error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "sourdine/estimate/consistency_choice.h"
#include "sourdine/estimate/consistent_error.h"
#include "sourdine/oracle/table.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

TEST(TypicalError, IsTheMeanStandardErrorOfTheShares) {
  const std::vector<double> shares = {0.5, 0.3, 0.2, 0};
  for (const char* name : {"grr", "oue", "ss", "hr"}) {
    const auto oracle = make_oracle({name, Domain(4), 2, {}});
    double mean = 0;
    for (Value v = 0; v < 4; ++v) mean += std::sqrt(oracle->variance(v, shares)) / 4;
    EXPECT_NEAR(typical_error(*oracle, shares), mean, 1e-12) << name;
  }
  EXPECT_EQ(typical_error(*make_oracle({"oue", Domain(1), 1, {}}), std::vector<double>{1.0}), 0);
}

TEST(TypicalError, TheBestOracleHasTheLeastOfAllPureOnes) {
  for (const std::uint64_t k : {2U, 5U, 17U, 100U}) {
    const std::vector<double> even(k, 1 / static_cast<double>(k));
    for (const double epsilon : {0.1, 0.4, 1.0, 2.2, 4.0, 5.89, 10.0}) {
      const std::string best = best_pure_oracle(Domain(k), epsilon, even);
      const double least = typical_error(*make_oracle({best, Domain(k), epsilon, {}}), even);
      for (const OracleRow& row : oracle_table()) {
        const auto other = make_oracle(table_spec(row, Domain(k), epsilon));
        if (!other->is_pure() || row.parameters_for != nullptr) continue;
        EXPECT_LE(least, typical_error(*other, even) * (1 + 2e-9)) << k << " " << epsilon << " " << row.name;
      }
    }
  }
}

// For values nobody holds, hashing is as good as any at ε = 4 on 100 values; for those that people do hold it is not.
TEST(TypicalError, ValuesThatPeopleHoldDecideNotThoseThatNobodyHolds) {
  const Domain domain(17);
  const auto error = [&](const char* name, const std::vector<double>& shares) {
    return typical_error(*make_oracle({name, domain, 4, {}}), shares);
  };
  std::vector<double> one(17);
  one[0] = 1;
  const std::vector<double> even(17, 1.0 / 17);
  EXPECT_GT(error("oue", even) / error("grr", even), 1.2);
  EXPECT_LT(error("oue", one) / error("grr", one), error("oue", even) / error("grr", even));
}

TEST(DeclaredShares, NamedRegionsKeepTheirsAndTheOthersShareTheRest) {
  const Domain regions(std::vector<std::string>{"north", "south", "east"});
  EXPECT_EQ(declared_shares(regions, {}), (std::vector<double>{1.0 / 3, 1.0 / 3, 1.0 / 3}));
  EXPECT_EQ(declared_shares(regions, {{"south", 0.5}}), (std::vector<double>{0.25, 0.5, 0.25}));
  EXPECT_EQ(declared_shares(regions, {{"north", 0.2}, {"south", 0.5}, {"east", 0.3}}),
            (std::vector<double>{0.2, 0.5, 0.3}));
}

TEST(DeclaredShares, ThatDoNotFitAreRefusedInOneSentence) {
  const Domain regions(std::vector<std::string>{"north", "south"});
  const auto refusal = [&](const std::map<std::string, double>& shares) {
    return input_error([&] { declared_shares(regions, shares); });
  };
  EXPECT_EQ(refusal({{"nord", 0.5}}), "the shares name 'nord', which is not among the regions");
  EXPECT_EQ(refusal({{"north", -0.5}}), "the share of 'north' must be a number between 0 and 1, not -0.5");
  EXPECT_EQ(refusal({{"north", 0.8}, {"south", 0.4}}), "the shares sum to 1.2 instead of 1");
  EXPECT_EQ(refusal({{"north", 0.3}, {"south", 0.4}}), "the shares sum to 0.7 instead of 1");
}

// One report under much noise: norm-sub gives it to whichever of k values the noise raised most. The mean error is then
// that of a guess, 2(1 − 1/k)/k, and not 0, though the total is known and hardly more than one value is positive.
TEST(ExpectedErrors, OfOneReportUnderMuchNoiseAreThoseOfAGuess) {
  constexpr std::size_t k = 18;
  std::vector<HeldCount> held(k, {.count = 0, .variance = 25});
  held[3].count = 1;
  double sum = 0;
  for (const ExpectedError& error : expected_errors(Consistency::norm_sub, held, 1, false)) sum += error.mean_absolute;
  EXPECT_NEAR(sum / k, 2 * (1 - 1.0 / k) / k, 0.01);
}

TEST(ConsistencyChoice, WithoutAnythingToTellIsNormSub) {
  EXPECT_EQ(smaller_error_consistency({}), Consistency::norm_sub);
  const std::vector<double> totals = {0, 0};
  const std::vector<double> estimates(4);
  EXPECT_EQ(smaller_error_consistency({.values = 2, .totals = totals, .estimates = estimates, .noise = {1, 0}}),
            Consistency::norm_sub);
  const std::vector<double> ten = {10, 10};
  const std::vector<double> exact = {4, 6, 10, 0};
  EXPECT_EQ(smaller_error_consistency({.values = 2, .totals = ten, .estimates = exact, .noise = {}}),
            Consistency::norm_sub);
}

}  // namespace
}  // namespace sourdine
