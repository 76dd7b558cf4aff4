#include "sourdine/audit/channel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sourdine/base/error.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/table.h"

namespace sourdine {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Threshold threshold(double p) { return {static_cast<std::uint64_t>(std::ldexp(p, 64))}; }

Mechanism keep_or_any(Value k, Threshold keep) {
  return [k, keep](Value value, Branches& chance, std::vector<std::uint8_t>& output) {
    output.push_back(static_cast<std::uint8_t>(chance.bernoulli(keep) ? value : chance.below(k)));
  };
}

TEST(ExactChannel, TheCoinProtocolHasEpsilonLnThree) {
  const auto audit = exact_channel(keep_or_any(2, threshold(0.5)), 2);
  EXPECT_DOUBLE_EQ(audit.exact_epsilon, std::log(3.0));
  EXPECT_EQ(audit.outputs, 2U);
  EXPECT_EQ(audit.paths, 6U);
  EXPECT_TRUE(audit.rows_sum_to_one);
  EXPECT_FALSE(audit.is_lower_bound);
}

TEST(ExactChannel, ThePapersTableOfFAndEpsilonIsReproduced) {
  const std::pair<double, double> table[] = {{.05, 7.3271232923}, {.1, 5.8888779583}, {.15, 5.0246112480},
                                             {.2, 4.3944491547},  {.3, 3.4692021108}, {.4, 2.7725887222},
                                             {.5, 2.1972245773},  {.6, 1.6945957208}, {.7, 1.2380784168},
                                             {.8, 0.8109302162},  {.9, 0.4013413909}};
  for (const auto& [f, epsilon] : table) {
    const auto oracle = make_oracle({"sue", Domain(4), 0, {{"f", f}}});
    const auto audit = audit_exact(*oracle);
    EXPECT_NEAR(audit.exact_epsilon, epsilon, 6e-11) << "f = " << f;
    EXPECT_EQ(audit.outputs, 16U);
  }
}

// Truth with p, else uniform over all g: ε = ln(1 + g·e^ε/(g−1)).
TEST(ExactChannel, LiesOverAllValuesSpendWhatTheDefectTableSays) {
  struct Row {
    Value g;
    double epsilon, real;
  };
  const Row rows[] = {{2, .2, 1.236287}, {2, .5, 1.458020},  {2, 1, 1.861995},  {2, 2, 2.758624},
                      {4, .2, .966427},  {4, .5, 1.162618},  {4, 1, 1.531341},  {4, 2, 2.384356},
                      {17, .2, .831926}, {17, .5, 1.012243}, {17, 1, 1.357940}, {17, 2, 2.180516}};
  for (const Row& row : rows) {
    const double p = 1 / (1 + (row.g - 1) * std::exp(-row.epsilon));
    const auto audit = exact_channel(keep_or_any(row.g, threshold(p)), row.g);
    EXPECT_NEAR(audit.exact_epsilon, row.real, 6e-7) << row.g << ' ' << row.epsilon;
    EXPECT_FALSE(audit.within(row.epsilon));
  }
}

TEST(ExactChannel, OneUnitOf2ToTheMinus64AboveTheAskedEpsilonIsSeen) {
  for (const double epsilon : {0.1, 1.0, 4.0}) {
    const Threshold keep = Keep::for_epsilon(epsilon, 3, 1).threshold;
    const auto good = exact_channel(keep_or_any(3, keep), 3);
    const auto bad = exact_channel(keep_or_any(3, {keep.numerator + 1}), 3);
    EXPECT_DOUBLE_EQ(good.exact_epsilon, bad.exact_epsilon) << "a double cannot tell them apart";
    EXPECT_TRUE(good.within(epsilon));
    EXPECT_FALSE(bad.within(epsilon));
  }
}

TEST(ExactChannel, DisjointSupportsAreInfinite) {
  const auto audit = exact_channel(
      [](Value value, Branches& chance, std::vector<std::uint8_t>& output) {
        output.push_back(static_cast<std::uint8_t>(value + chance.below(2)));
      },
      2);
  EXPECT_EQ(audit.exact_epsilon, infinity);
  EXPECT_FALSE(audit.within(1e300));
  EXPECT_NE(audit.likely, audit.unlikely);
}

TEST(ExactChannel, TheLengthOfTheOutputIsPartOfIt) {
  const auto audit =
      exact_channel([](Value value, Branches&, std::vector<std::uint8_t>& output) { output.assign(value + 1, 0); }, 2);
  EXPECT_EQ(audit.exact_epsilon, infinity);
}

TEST(ExactChannel, TheWorstPairIsNamed) {
  // Only value 2 answers 7 more often than the others.
  const auto audit = exact_channel(
      [](Value value, Branches& chance, std::vector<std::uint8_t>& output) {
        output.push_back(chance.below(value == 2 ? 2 : 6) == 0 ? 7 : 0);
      },
      4);
  EXPECT_EQ(audit.likely, 2U);
  EXPECT_NE(audit.unlikely, 2U);
  EXPECT_EQ(audit.worst_output, std::vector<std::uint8_t>{7});
  EXPECT_DOUBLE_EQ(audit.exact_epsilon, std::log(3.0));
}

TEST(ExactChannel, AMechanismThatIgnoresItsValueSpendsNothing) {
  const auto audit = exact_channel(
      [](Value, Branches& chance, std::vector<std::uint8_t>& output) {
        output.push_back(static_cast<std::uint8_t>(chance.below(3)));
      },
      3);
  EXPECT_EQ(audit.exact_epsilon, 0);
  EXPECT_TRUE(audit.within(0));
  EXPECT_FALSE(audit.within(-1e-9));
}

TEST(ExactChannel, ADomainOfOneValueHasNothingToHide) {
  const auto audit = audit_exact(*make_oracle({"grr", Domain(1), 1, {}}));
  EXPECT_EQ(audit.exact_epsilon, 0);
  EXPECT_TRUE(audit.rows_sum_to_one);
}

// value + geometric noise of ratio 1/2: ε = ln 2 and, towards value 1, an impossible output 0.
TEST(ExactChannel, CutPathsKeepRowsAtOneAndGiveALowerBound) {
  ExactOptions options;
  options.branches.prune_bits = 30;
  const auto audit = exact_channel(
      [](Value value, Branches& chance, std::vector<std::uint8_t>& output) {
        std::uint8_t noise = 0;
        while (chance.bernoulli({std::uint64_t{1} << 63})) ++noise;
        output.push_back(static_cast<std::uint8_t>(2 * value + noise));
      },
      2, options);
  EXPECT_TRUE(audit.is_lower_bound);
  EXPECT_TRUE(audit.rows_sum_to_one);
  EXPECT_DOUBLE_EQ(audit.cut_mass, std::ldexp(1.0, -31) * 2) << "exactly the mass beyond the cut";
  // Pr[0 | value 0] = 1/2 and Pr[0 | value 1] ≤ the cut mass.
  EXPECT_DOUBLE_EQ(audit.exact_epsilon, std::log(0.5 / audit.cut_mass));
}

TEST(ExactChannel, PublishedWordsAreCounted) {
  const auto seeded = exact_channel(
      [](Value value, Branches& chance, std::vector<std::uint8_t>& output) {
        const std::uint64_t seed = chance.public_word() % 4;
        output.push_back(static_cast<std::uint8_t>(seed));
        const auto bit = static_cast<std::uint8_t>((seed >> value) & 1);
        output.push_back(chance.bernoulli({std::uint64_t{1} << 62}) ? bit : std::uint8_t{0});
      },
      2);
  EXPECT_EQ(seeded.public_words, 64U);
  EXPECT_EQ(exact_channel(keep_or_any(2, threshold(0.5)), 2).public_words, 0U);
}

TEST(ExactChannel, AChannelTooLargeToEnumerateIsRefused) {
  const auto oracle = make_oracle({"oue", Domain(64), 1, {}});
  const ExactOptions options{.max_decisions = 100'000};
  EXPECT_FALSE(try_exact_channel(mechanism_of(*oracle), oracle->k(), options).has_value());
  EXPECT_THROW(audit_exact(*oracle, options), Error);
}

TEST(ExactChannel, ALoopThatNeverEndsIsCut) {
  const auto audit = exact_channel(
      [](Value, Branches& chance, std::vector<std::uint8_t>&) {
        while (!chance.bernoulli({std::uint64_t{1} << 63})) {
        }
      },
      2);
  EXPECT_TRUE(audit.is_lower_bound);
  EXPECT_TRUE(audit.rows_sum_to_one);
}

}  // namespace
}  // namespace sourdine
