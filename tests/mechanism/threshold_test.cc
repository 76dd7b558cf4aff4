// Mechanisms with a threshold: sparse vector, partition selection.
#include <gtest/gtest.h>

#include <cmath>

#include "mechanism/mechanism_law.h"
#include "sourdine/mechanism/partition_selection.h"
#include "sourdine/mechanism/sparse_vector.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::mechanism_law;

constexpr ExactEpsilon four{4 * ExactEpsilon::billion};
constexpr ExactEpsilon one{ExactEpsilon::billion};

// Pr[X ≥ m] of discrete Laplace noise.
double at_least(const LaplaceScale& scale, std::int64_t m) {
  const double alpha = std::exp(-static_cast<double>(scale.s) / static_cast<double>(scale.t));
  return m > 0 ? std::pow(alpha, static_cast<double>(m)) / (1 + alpha)
               : 1 - std::pow(alpha, static_cast<double>(1 - m)) / (1 + alpha);
}

// Two questions, from the definition: the threshold's noise is shared, the answers' are not.
TEST(SparseVector, HasTheLawOfItsDefinition) {
  const SparseVectorSpec spec{.epsilon = four, .answers = 2, .threshold = 1};
  const SparseVectorNoise noise = sparse_vector_noise(spec);
  const auto law = mechanism_law(
      [&](auto& chance) {
        SparseVector sparse(chance, spec);
        const bool first = sparse.ask(chance, 0).is_above;
        return std::pair(first, sparse.ask(chance, 2).is_above);
      },
      36);
  for (const auto& [result, probability] : law) {
    double expected = 0;
    for (std::int64_t shift = -60; shift <= 60; ++shift) {
      const double density = at_least(noise.threshold, shift) - at_least(noise.threshold, shift + 1);
      const double first = at_least(noise.comparison, 1 + shift - 0);
      const double second = at_least(noise.comparison, 1 + shift - 2);
      expected += density * (result.first ? first : 1 - first) * (result.second ? second : 1 - second);
    }
    EXPECT_NEAR(probability, expected, 1e-6);
  }
}

TEST(SparseVector, SharesAddUpToTheLoss) {
  for (const std::uint64_t answers : {1U, 3U, 100U}) {
    for (const bool is_monotone : {false, true}) {
      const SparseVectorSpec spec{
          .epsilon = four, .value_epsilon = one, .answers = answers, .sensitivity = 2, .is_monotone = is_monotone};
      const SparseVectorNoise noise = sparse_vector_noise(spec);
      const auto rate = [](const LaplaceScale& scale) {
        return static_cast<long double>(scale.s) / static_cast<long double>(scale.t);
      };
      const long double factor = (is_monotone ? 1.0L : 2.0L) * static_cast<long double>(answers);
      EXPECT_NEAR(static_cast<double>(2 * rate(noise.threshold) + 2 * factor * rate(noise.comparison)), 4, 1e-15);
      EXPECT_NEAR(static_cast<double>(2 * static_cast<long double>(answers) * rate(*noise.value)), 1, 1e-15);
      // The comparison's variance, threshold and answer together, is least at this split: a share more or less is
      // worse.
      const long double first = 2 * rate(noise.threshold);
      const auto variance = [factor](long double share) {
        return 1 / (share * share) + factor * factor / ((4 - share) * (4 - share));
      };
      EXPECT_LE(variance(first), variance(first * 1.01L));
      EXPECT_LE(variance(first), variance(first * 0.99L));
      SeededBits random(92);
      EXPECT_EQ(SparseVector(random, spec).loss().epsilon, 5);
    }
  }
}

TEST(SparseVector, StopsAfterItsAnswersAndGivesValuesOnlyWherePaidFor) {
  SeededBits random(93);
  SparseVector silent(random, {.epsilon = four, .answers = 2});
  const std::int64_t high = 1'000'000;
  EXPECT_FALSE(silent.ask(random, -high).is_above);
  EXPECT_FALSE(silent.ask(random, high).value.has_value());
  EXPECT_FALSE(silent.is_spent());
  EXPECT_TRUE(silent.ask(random, high).is_above);
  EXPECT_TRUE(silent.is_spent());
  EXPECT_EQ(testing::error_message(ErrorCode::budget_refused, [&] { silent.ask(random, 0); }),
            "the sparse vector has given all its answers");

  SparseVector paid(random, {.epsilon = four, .value_epsilon = four, .answers = 1});
  EXPECT_FALSE(paid.ask(random, -high).value.has_value());
  const SparseAnswer answer = paid.ask(random, high);
  ASSERT_TRUE(answer.value.has_value());
  EXPECT_NEAR(static_cast<double>(*answer.value), static_cast<double>(high), 20);  // e^−80
}

// The printed value is drawn anew: given "above", it is independent of the comparison's noise.
TEST(SparseVector, TheValueIsNotTheOneCompared) {
  const SparseVectorSpec spec{.epsilon = four, .value_epsilon = four, .answers = 1, .threshold = 2};
  const auto law =
      mechanism_law([&](auto& chance) { return SparseVector(chance, spec).ask(chance, 0).value.value_or(1000); }, 36);
  const double above = 1 - law.at(1000);
  const double alpha = std::exp(-4.0);
  for (const std::int64_t value : {-1, 0, 1, 2}) {
    const double expected = above * (1 - alpha) / (1 + alpha) * std::pow(alpha, static_cast<double>(std::abs(value)));
    EXPECT_NEAR(law.at(value), expected, 1e-6);
  }
}

TEST(SparseVector, RefusesInOneSentence) {
  SeededBits random(94);
  EXPECT_EQ(input_error([&] { sparse_vector_noise({.epsilon = {1}}); }), "epsilon must be at least 2e-9");
  EXPECT_EQ(input_error([&] { sparse_vector_noise({.epsilon = one, .answers = 0}); }),
            "the number of answers of a sparse vector must be from 1 to 1000000");
  EXPECT_EQ(input_error([&] { sparse_vector_noise({.epsilon = one, .sensitivity = 0}); }),
            "the sensitivity of a sparse vector's answers must be from 1 to 1000000");
  EXPECT_EQ(input_error([&] { sparse_vector_noise({.epsilon = one, .answers = 1'000'000, .sensitivity = 1'000'000}); }),
            "the sensitivity times the number of answers must be at most 5*10^8");
  EXPECT_EQ(input_error(
                [&] { sparse_vector_noise({.epsilon = one, .threshold = std::numeric_limits<std::int64_t>::min()}); }),
            "the threshold must be within 10^15 of zero");
  SparseVector sparse(random, {.epsilon = one});
  EXPECT_EQ(input_error([&] { sparse.ask(random, std::numeric_limits<std::int64_t>::min()); }),
            "an answer must be within 10^15 of zero");
}

// The inequalities of (ε', δ') hold exactly on the integers in use, both ways, and one of them is nearly an equality:
// nothing larger would be private.
TEST(PartitionSelection, ThresholdsAreTheLargestThatPrivacyAllows) {
  for (const double epsilon : {0.01, 0.5, 1.0, 3.0}) {
    for (const double delta : {1e-9, 1e-6, 0.01, 0.4}) {
      for (const std::uint64_t places : {1U, 3U}) {
        const PartitionSelection selection(ExactEpsilon::spendable(epsilon), delta, places);
        const Exact growth = exp(Exact(ExactEpsilon::spendable(epsilon).nano) / ExactEpsilon::billion / places);
        const Exact told = Exact(delta) / places;
        const Exact unit = 1 / two_to_64();
        Exact before = 0;
        std::vector<Exact> kept;
        for (const Threshold threshold : selection.thresholds()) kept.push_back(exact(threshold));
        kept.emplace_back(1);
        for (const Exact& now : kept) {
          ASSERT_GT(now, before);
          ASSERT_LE(now, growth * before + told);
          ASSERT_LE(1 - before, growth * (1 - now) + told);
          const bool is_largest =
              now == 1 || now + 2 * unit > growth * before + told || 1 - before > growth * (1 - now - 2 * unit) + told;
          ASSERT_TRUE(is_largest) << epsilon << " " << delta << " " << static_cast<double>(now);
          before = now;
        }
        EXPECT_LE(exact(selection.thresholds().front()), told);
      }
    }
  }
}

// The closed form of the paper at ε = 1, δ = 10^−5: a place of one person is kept with δ; about half of those with
// (1/ε)·ln((e^ε + 2δ − 1)/((e^ε + 1)·δ)) + 1 people.
TEST(PartitionSelection, AgreesWithTheClosedForm) {
  const double delta = 1e-5;
  const PartitionSelection selection(one, delta, 1);
  const double e = std::exp(1.0);
  const auto& thresholds = selection.thresholds();
  const auto crossover = 1 + static_cast<std::size_t>(std::floor(std::log((e + 2 * delta - 1) / ((e + 1) * delta))));
  for (std::size_t n = 1; n <= crossover; ++n) {
    const double closed = delta * (std::exp(static_cast<double>(n)) - 1) / (e - 1);
    EXPECT_NEAR(static_cast<double>(exact(thresholds[n - 1])) / closed, 1, 1e-12) << n;
  }
  EXPECT_LT(exact(thresholds[crossover - 1]), Exact(0.75));
  EXPECT_GT(exact(thresholds[crossover]), Exact(0.5));
}

TEST(PartitionSelection, KeepsNobodysPlaceNeverAndACrowdsAlways) {
  SeededBits random(95);
  const PartitionSelection selection(one, 1e-6, 1);
  const std::size_t certain = selection.thresholds().size() + 1;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_FALSE(selection.keep(random, 0));
    EXPECT_TRUE(selection.keep(random, certain));
    EXPECT_TRUE(selection.keep(random, ~std::uint64_t{0}));
  }
  EXPECT_EQ(selection.loss(), (ApproximateDp{1, 1e-6}));
}

TEST(PartitionSelection, RefusesInOneSentence) {
  EXPECT_EQ(input_error([] { PartitionSelection(one, 1e-6, 0); }),
            "the number of places of one person must be from 1 to 1000000");
  EXPECT_EQ(input_error([] { PartitionSelection(one, 1, 1); }),
            "delta must be less than 1, and per place at least 2^-60");
  EXPECT_EQ(input_error([] { PartitionSelection(one, 0, 1); }),
            "delta must be less than 1, and per place at least 2^-60");
  EXPECT_EQ(input_error([] { PartitionSelection(one, std::nan(""), 1); }),
            "delta must be less than 1, and per place at least 2^-60");
  EXPECT_EQ(input_error([] { PartitionSelection({1000}, 1e-6, 1); }), "epsilon per place must be from 0.001 to 1000");
}

}  // namespace
}  // namespace sourdine
