// Published numbers (p, q, variance, estimates), to the digits given.
#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/oracle/table.h"

namespace sourdine {
namespace {

std::unique_ptr<const Oracle> made(std::string name, Value k, double epsilon,
                                   std::map<std::string, double> parameters = {}) {
  return make_oracle({std::move(name), Domain(k), epsilon, std::move(parameters)});
}

// Numbers are given rounded to ten decimals (twelve for probabilities).
constexpr double rounding = 0.5001e-10;
constexpr double probability_rounding = 0.5001e-12;

Tally tally_with_cells(const Oracle& oracle, std::uint64_t reports, std::vector<std::uint64_t> cells) {
  return {oracle.spec(), reports, std::move(cells)};
}

void expect_estimates(const std::vector<double>& estimates, const std::vector<double>& expected) {
  ASSERT_EQ(estimates.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(estimates[i], expected[i], 0.5001e-8);
}

TEST(Grr, HasThePublishedProbabilitiesAndVariances) {
  struct Row {
    double epsilon;
    Value k;
    double p, q, variance;
  };
  const Row rows[] = {
      {0.5, 2, .622459331202, .377540668798, 3.9176980890},   {0.5, 4, .354661244392, .215112918536, 8.6701061020},
      {0.5, 17, .093418738129, .056661328867, 39.5607581865}, {1, 2, .731058578630, .268941421370, 0.9206735942},
      {1, 4, .475366886419, .174877704527, 1.5980673689},     {1, 17, .145220691374, .053423706789, 6.0011269043},
      {2, 2, .880797077978, .119202922022, 0.1810154152},     {2, 4, .711234594228, .096255135257, 0.2300109602},
      {2, 17, .315919379888, .042755038757, 0.5484820026},    {3, 2, .952574126822, .047425873178, 0.0551410055},
      {3, 4, .870048506561, .043317164480, 0.0606316235},     {3, 17, .556609063790, .027711933513, 0.0963206407},
  };
  for (const Row& row : rows) {
    const auto grr = made("grr", row.k, row.epsilon);
    EXPECT_NEAR(grr->support().yes, row.p, probability_rounding);
    EXPECT_NEAR(grr->support().no, row.q, probability_rounding);
    EXPECT_NEAR(grr->approximate_variance(), row.variance, rounding);
  }
}

TEST(Grr, OfTwoValuesAtLnThreeIsTheCoinProtocol) {
  const auto coin = made("grr", 2, std::log(3.0));
  EXPECT_NEAR(coin->support().yes, 0.75, 1e-15);
  EXPECT_NEAR(coin->support().no, 0.25, 1e-15);
  EXPECT_NEAR(coin->approximate_variance(), 0.75, 1e-14);
  EXPECT_NEAR(coin->epsilon(), 1.0986122887, rounding);
}

TEST(Grr, EstimatesThePublishedCounts) {
  const auto grr = made("grr", 4, 1);
  const auto estimates = grr->invert(tally_with_cells(*grr, 100, {40, 25, 20, 15}));
  expect_estimates(estimates, {74.91860241, 25, 8.36046586, -8.27906827});
  EXPECT_NEAR(estimates[0] + estimates[1] + estimates[2] + estimates[3], 100, 1e-12);
}

TEST(Sue, HasThePublishedEpsilonAndVarianceForEveryF) {
  const double rows[][3] = {{.05, 7.3271232923, .0270083}, {.1, 5.8888779583, .0586420}, {.15, 5.0246112480, .0960208},
                            {.2, 4.3944491547, .140625},   {.3, 3.4692021108, .2602041}, {.4, 2.7725887222, .4444444},
                            {.5, 2.1972245773, .75},       {.6, 1.6945957208, 1.3125},   {.7, 1.2380784168, 2.5277778},
                            {.8, 0.8109302162, 6.0},       {.9, 0.4013413909, 24.75}};
  for (const auto& [f, epsilon, variance] : rows) {
    const auto sue = made("sue", 4, 0, {{"f", f}});
    EXPECT_NEAR(sue->epsilon(), epsilon, rounding);
    EXPECT_NEAR(sue->approximate_variance(), variance, 0.5001e-7);
    EXPECT_NEAR(sue->support().yes, 1 - f / 2, 1e-15);
    EXPECT_NEAR(sue->support().no, f / 2, 1e-15);
  }
}

TEST(Sue, HasThePublishedProbabilitiesAndAVarianceThatDoesNotDependOnTheCounts) {
  for (const auto& [epsilon, p, variance] :
       {std::array{1.0, .622459331202, 3.9176980890}, std::array{2.0, .731058578630, .9206735942}}) {
    const auto sue = made("sue", 3, epsilon);
    EXPECT_NEAR(sue->support().yes, p, probability_rounding);
    EXPECT_NEAR(sue->approximate_variance(), variance, rounding);
    EXPECT_NEAR(sue->variance(0, std::array{1.0, 0.0, 0.0}), variance, rounding);
  }
}

TEST(Sue, EstimatesThePublishedCountsOfEquationEight) {
  const auto sue = made("sue", 4, 0, {{"f", 0.5}});
  expect_estimates(sue->invert(tally_with_cells(*sue, 100, {60, 30, 27, 20})), {70, 10, 4, -10});
}

TEST(Oue, HasThePublishedProbabilitiesAndVariances) {
  const double rows[][3] = {{.5, .377540668798, 15.6707923561},
                            {1, .268941421370, 3.6826943768},
                            {2, .119202922022, .7240616610},
                            {3, .047425873178, .2205640220}};
  for (const auto& [epsilon, q, variance] : rows) {
    const auto oue = made("oue", 3, epsilon);
    EXPECT_EQ(oue->support().yes, 0.5);
    EXPECT_NEAR(oue->support().no, q, probability_rounding);
    EXPECT_NEAR(oue->approximate_variance(), variance, rounding);
    // A value that everybody holds costs one more.
    EXPECT_NEAR(oue->variance(0, std::array{1.0, 0.0, 0.0}), variance + 1, rounding);
  }
}

TEST(Oue, EstimatesThePublishedCounts) {
  const auto oue = made("oue", 4, 1);
  expect_estimates(oue->invert(tally_with_cells(*oue, 100, {60, 30, 27, 20})),
                   {143.27906827, 13.44186345, 0.45814297, -29.83720482});
}

TEST(The, HasThePublishedProbabilitiesVariancesAndEffectiveEpsilons) {
  const double rows[][6] = {{.5, .561629433, .5519004324, .4345020836, 17.8278468642, .471858},
                            {1, .618553451, .5868193841, .3669888158, 4.8071541301, .895989},
                            {2, .709614282, .6260124976, .2459169350, 1.2835772933, 1.635657},
                            {3, .772404153, .6446105156, .1569617068, .5564506820, 2.276442}};
  for (const auto& [epsilon, theta, p, q, variance, effective] : rows) {
    const auto best = made("the", 4, epsilon);
    EXPECT_NEAR(best->approximate_variance(), variance, rounding);
    // θ is a flat minimum: a double finds it to half of its digits, so p and q are compared at the published θ.
    EXPECT_NEAR(best->epsilon(), effective, 1e-6);
    const auto given = made("the", 4, epsilon, {{"theta", theta}});
    EXPECT_NEAR(given->support().yes, p, 5e-10);
    EXPECT_NEAR(given->support().no, q, 5e-10);
  }
}

TEST(Olh, HasThePublishedProbabilitiesAndVariances) {
  const double rows[][4] = {{.5, 3, .451862761878, 15.8174002768},
                            {1, 4, .475366886419, 3.6916546175},
                            {2, 8, .513519166798, .7245913891},
                            {3, 21, .501066929992, .2205650263}};
  for (const auto& [epsilon, g, p, variance] : rows) {
    const auto olh = made("olh", 17, epsilon);
    EXPECT_EQ(olh->report_bits(), 64 + static_cast<std::size_t>(std::ceil(std::log2(g))));
    EXPECT_NEAR(olh->support().yes, p, probability_rounding);
    EXPECT_NEAR(olh->support().no, 1 / g, 1e-15);
    EXPECT_NEAR(olh->approximate_variance(), variance, rounding);
  }
}

TEST(Olh, EstimatesThePublishedCounts) {
  const auto olh = made("olh", 4, 1);
  expect_estimates(olh->invert(tally_with_cells(*olh, 100, {50, 30, 25, 22})),
                   {110.93022758, 22.18604552, 0, -13.31162731});
}

TEST(Blh, HasThePublishedVariance) { EXPECT_NEAR(made("blh", 17, 1)->approximate_variance(), 4.6826943768, rounding); }

TEST(Ss, HasThePublishedProbabilitiesAndVariances) {
  const double rows[][6] = {{1, 4, 1, .475366886419, .174877704527, 1.5980673689},
                            {1, 17, 5, .531092643892, .279306709757, 3.1751841491},
                            {1, 100, 27, .501344352974, .267663188354, 3.5896499106},
                            {2, 17, 2, .496274313820, .093982855386, .5261425537}};
  for (const auto& [epsilon, k, omega, yes, no, variance] : rows) {
    const auto chosen = made("ss", static_cast<Value>(k), epsilon);
    const auto given = made("ss", static_cast<Value>(k), epsilon, {{"omega", omega}});
    EXPECT_EQ(chosen->support().yes, given->support().yes);
    EXPECT_NEAR(chosen->support().yes, yes, probability_rounding);
    EXPECT_NEAR(chosen->support().no, no, probability_rounding);
    EXPECT_NEAR(chosen->approximate_variance(), variance, rounding);
  }
}

TEST(Hr, HasThePublishedSizesAndVariancesOfItsThreeClasses) {
  const auto hr = made("hr", 17, 2, {{"blocks", 4}});  // the published rule's choice
  EXPECT_EQ(hr->cells(), 24U);                         // 3 blocks of 8
  const auto variance_when_held = [&hr](Value held) {
    std::vector<double> counts(17);
    counts[held] = 1;
    return hr->variance(0, counts);
  };
  EXPECT_NEAR(variance_when_held(0), 1.546114, 0.5001e-6);
  EXPECT_NEAR(variance_when_held(6), 2.546114, 0.5001e-6);
  EXPECT_NEAR(variance_when_held(7), 0.607009, 0.5001e-6);
  // yes = s·e^ε/Z
  const double z = 4 * std::exp(2.0) / hr->support().yes;
  EXPECT_NEAR(z, 49.556224, 0.5001e-6);
}

TEST(Hr, OfOneBlockIsTheHighPrivacyForm) {
  for (const double epsilon : {0.1, 0.5}) {
    const auto hr = made("hr", 5, epsilon);
    EXPECT_EQ(hr->cells(), 8U);
    const double ratio = (std::exp(epsilon) + 1) / std::expm1(epsilon);
    EXPECT_NEAR(hr->support().yes, 1 / (1 + std::exp(-epsilon)), 1e-15);
    EXPECT_NEAR(hr->support().no, 0.5, 1e-15);
    EXPECT_NEAR(hr->approximate_variance(), ratio * ratio, 1e-12 * ratio * ratio);
  }
}

TEST(Hrr, HasThePublishedVariances) {
  const auto hrr = made("hrr", 17, 1);
  std::vector<double> counts(17);
  counts[3] = 1;
  EXPECT_NEAR(hrr->variance(3, counts), 3.68269, 0.5001e-5);
  EXPECT_NEAR(hrr->variance(4, counts), 4.6826943768, rounding);
  EXPECT_EQ(hrr->report_bits(), 6U);
}

TEST(Pgr, HasThePublishedSizesProbabilitiesAndVariances) {
  const double rows[][7] = {{1, 17, 3, 40, .5668750100, .3187980767, 3.5287329198},
                            {2, 17, 7, 57, .5467681979, .1330934250, .6742342715},
                            {std::log(2.0), 10, 3, 13, .4705882353, .2941176471, 6.6666666667}};
  for (const auto& [epsilon, k, order, points, yes, no, variance] : rows) {
    const auto pgr = made("pgr", static_cast<Value>(k), epsilon, {{"order", order}});
    EXPECT_EQ(pgr->cells(), static_cast<std::size_t>(points));
    EXPECT_NEAR(pgr->support().yes, yes, rounding);
    EXPECT_NEAR(pgr->support().no, no, rounding);
    EXPECT_NEAR(pgr->approximate_variance(), variance, rounding);
  }
  // π, the probability of an output that does not support the value: yes = e^ε·π·13 at ε = 1, q = 3, t = 4.
  EXPECT_NEAR(made("pgr", 17, 1, {{"order", 3}})->support().yes / (std::exp(1.0) * 13), .0160416663, rounding);
}

TEST(Adp, ChoosesGrrUpToThePublishedDomainSizes) {
  for (const auto& [epsilon, largest] : {std::pair(0.5, 6U), std::pair(1.0, 10U), std::pair(2.0, 24U), {3.0, 62U}}) {
    EXPECT_EQ(made("adp", largest, epsilon)->name(), "grr");
    EXPECT_EQ(made("adp", largest + 1, epsilon)->name(), "oue");
  }
}

TEST(Adp, HasTheSmallerOfTheTwoVariances) {
  for (const double epsilon : {0.5, 1.0, 2.0, 3.0}) {
    for (Value k = 2; k < 80; ++k) {
      const double smaller =
          std::min(made("grr", k, epsilon)->approximate_variance(), made("oue", k, epsilon)->approximate_variance());
      EXPECT_NEAR(made("adp", k, epsilon)->approximate_variance(), smaller, 1e-12 * smaller);
    }
  }
}

TEST(OracleTable, VariancesAtEpsilonOneAndSeventeenValuesHaveThePublishedOrder) {
  const auto variance = [](const char* name) { return made(name, 17, 1)->approximate_variance(); };
  EXPECT_LT(variance("ss"), variance("pgr"));
  EXPECT_LT(variance("pgr"), variance("oue"));
  EXPECT_LT(variance("oue"), variance("olh"));
  EXPECT_LT(variance("olh"), variance("sue"));
  EXPECT_LT(variance("sue"), variance("hrr"));
  EXPECT_NEAR(variance("hrr"), variance("blh"), 1e-14);
  EXPECT_LT(variance("blh"), variance("the"));
  EXPECT_LT(variance("the"), variance("grr"));
}

}  // namespace
}  // namespace sourdine
