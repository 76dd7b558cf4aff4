// Mechanisms that choose or decide: permute-and-flip, private quantile, bounded count.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>

#include "mechanism/mechanism_law.h"
#include "sourdine/mechanism/bounded_count.h"
#include "sourdine/mechanism/permute_and_flip.h"
#include "sourdine/mechanism/private_quantile.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::mechanism_law;

constexpr ExactEpsilon one{ExactEpsilon::billion};

// Σ over all orders of (1/k!)·Π (refused before)·(accepted), from the definition.
std::vector<double> flip_law(const std::vector<std::int64_t>& scores, double epsilon, double sensitivity) {
  const std::int64_t best = *std::max_element(scores.begin(), scores.end());
  std::vector<double> accept;
  for (const std::int64_t score : scores) {
    accept.push_back(std::exp(-epsilon * static_cast<double>(best - score) / (2 * sensitivity)));
  }
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> law(scores.size());
  double orders = 0;
  do {
    ++orders;
    double reached = 1;
    for (const std::size_t candidate : order) {
      law[candidate] += reached * accept[candidate];
      reached *= 1 - accept[candidate];
    }
  } while (std::next_permutation(order.begin(), order.end()));
  for (double& probability : law) probability /= orders;
  return law;
}

TEST(PermuteAndFlip, HasTheLawOfItsDefinition) {
  const std::vector<std::int64_t> scores = {3, -1, 5, 4};
  const PermuteAndFlip mechanism({500'000'000}, {.largest_change = 2, .is_monotone = false});
  const auto law = mechanism_law([&](auto& chance) { return mechanism.choose(chance, scores); });
  const std::vector<double> expected = flip_law(scores, 0.5, 2);
  ASSERT_EQ(law.size(), 4U);
  for (const auto& [candidate, probability] : law) EXPECT_NEAR(probability, expected[candidate], 1e-14);
}

// Monotone scores need half the noise: ε instead of ε/2 in the exponent.
TEST(PermuteAndFlip, MonotoneScoresHaveHalfTheNoise) {
  const std::vector<std::int64_t> scores = {0, 1, 3};
  const PermuteAndFlip mechanism(one, {.largest_change = 1, .is_monotone = true});
  const auto law = mechanism_law([&](auto& chance) { return mechanism.choose(chance, scores); });
  const std::vector<double> expected = flip_law(scores, 2, 1);
  for (const auto& [candidate, probability] : law) EXPECT_NEAR(probability, expected[candidate], 1e-14);
}

// The best has the highest probability, at least that of the exponential mechanism.
TEST(PermuteAndFlip, IsNeverWorseThanTheExponentialMechanism) {
  for (const std::int64_t gap : {0, 1, 3, 10}) {
    const std::vector<std::int64_t> scores = {0, gap, 0};
    const auto law = mechanism_law([&](auto& chance) { return PermuteAndFlip(one, {}).choose(chance, scores); });
    const double weight = std::exp(static_cast<double>(gap) / 2);
    EXPECT_GE(law.at(1), weight / (weight + 2) - 1e-14);
  }
}

TEST(PermuteAndFlip, TakesScoresOfAnySignAndSize) {
  SeededBits random(90);
  const PermuteAndFlip mechanism(one, {});
  const std::int64_t far = std::int64_t{1} << 61;
  EXPECT_EQ(mechanism.choose(random, std::array<std::int64_t, 3>{-far, far - 1, 0}), 1U);
  EXPECT_EQ(mechanism.choose(random, std::array<std::int64_t, 1>{-7}), 0U);
  EXPECT_EQ(input_error([&] {
              mechanism.choose(random, std::array<std::int64_t, 2>{-far, far});
            }),
            "scores must not be further apart than 2^62");
  EXPECT_EQ(input_error([&] { mechanism.choose(random, std::span<const std::int64_t>()); }),
            "there is no candidate to choose from");
  EXPECT_EQ(input_error([] { PermuteAndFlip({0}, {}); }), "epsilon must be greater than 0");
  EXPECT_EQ(input_error([] { PermuteAndFlip(one, {.largest_change = 0}); }),
            "the sensitivity of scores must be a whole number from 1 to 10^9");
}

TEST(PrivateQuantile, ScoresAreDistancesOfRanks) {
  const PrivateQuantile median({.epsilon = one, .share_numerator = 1, .share_denominator = 2, .most = 4});
  // People with 0, 1, 2, 2 and 9 events: 2, 4, 4, 4 have at most 1, 2, 3, 4.
  const std::vector<std::uint64_t> numbers = {0, 2, 1, 9, 2};
  EXPECT_EQ(median.scores(numbers), (std::vector<std::int64_t>{-1, -3, -3, -3}));
  EXPECT_EQ(median.scores({}), (std::vector<std::int64_t>{0, 0, 0, 0}));
}

// Over all lists of up to three people: one more person, or another number, changes no score by more than is stated.
TEST(PrivateQuantile, SensitivityCoversEveryNeighbour) {
  for (const std::uint64_t numerator : {1U, 2U, 7U, 19U}) {
    const QuantileSpec spec{.epsilon = one, .share_numerator = numerator, .share_denominator = 20, .most = 3};
    const PrivateQuantile quantile(spec);
    const auto largest_change = [](const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
      std::int64_t largest = 0;
      for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
      return largest;
    };
    std::int64_t added = 0;
    std::int64_t replaced = 0;
    for (std::uint64_t code = 0; code < 125; ++code) {
      const std::vector<std::uint64_t> rest = {code % 5, code / 5 % 5};
      for (std::uint64_t person = 0; person < 5; ++person) {
        std::vector<std::uint64_t> with = rest;
        with.push_back(person);
        added = std::max(added, largest_change(quantile.scores(rest), quantile.scores(with)));
        std::vector<std::uint64_t> other = rest;
        other.push_back(code / 25);
        replaced = std::max(replaced, largest_change(quantile.scores(other), quantile.scores(with)));
      }
    }
    EXPECT_LE(added, static_cast<std::int64_t>(std::max<std::uint64_t>(numerator, 20 - numerator)));
    EXPECT_LE(replaced, 20);
  }
}

// The promise of the header: with 1 − β, the rank is off by at most (2Δ/(dε))·ln(most/β) people more than the best's.
TEST(PrivateQuantile, ChoosesABoundOfThePromisedRank) {
  const PrivateQuantile quantile({.epsilon = one, .share_numerator = 19, .share_denominator = 20, .most = 6});
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t person = 0; person < 200; ++person) numbers.push_back(1 + person * person % 7);
  const std::vector<std::int64_t> scores = quantile.scores(numbers);
  const std::int64_t best = *std::max_element(scores.begin(), scores.end());
  const auto law = mechanism_law([&](auto& chance) { return quantile.choose(chance, numbers); });
  for (const double beta : {0.1, 1e-3, 1e-6}) {
    const double off = 2.0 * 19 / 20 * std::log(6 / beta);
    double missed = 0;
    for (const auto& [candidate, probability] : law) {
      if (static_cast<double>(best - scores[candidate - 1]) / 20 > off) missed += probability;
    }
    EXPECT_LE(missed, beta);
  }
}

TEST(PrivateQuantile, RefusesInOneSentence) {
  EXPECT_EQ(input_error([] { PrivateQuantile({.epsilon = one, .share_numerator = 20}); }),
            "the share of a quantile must be a fraction between 0 and 1 with a denominator up to 1000");
  EXPECT_EQ(input_error([] { PrivateQuantile({.epsilon = one, .most = 0}); }),
            "the largest candidate must be from 1 to 1000000");
  EXPECT_EQ(input_error([] { PrivateQuantile(QuantileSpec{}); }), "epsilon must be greater than 0");
}

TEST(BoundedCount, HasTheLawOfItsDefinition) {
  const BoundedCount mechanism(one, 2, 3, 7);
  const double alpha = std::exp(-0.5);
  for (const std::int64_t count : {3, 5, 7}) {
    const auto law = mechanism_law([&](auto& chance) { return mechanism.release(chance, count); });
    ASSERT_EQ(law.size(), 5U);
    for (const auto& [y, probability] : law) {
      const auto distance = static_cast<double>(std::abs(y - count));
      const double share = y == 3 || y == 7 ? 1 / (1 + alpha) : (1 - alpha) / (1 + alpha);
      const double expected = y == count && (y == 3 || y == 7) ? 1 / (1 + alpha) : share * std::pow(alpha, distance);
      EXPECT_NEAR(probability, expected, 1e-14) << count << " → " << y;
    }
  }
  EXPECT_EQ(mechanism.loss().epsilon, 1);
}

TEST(BoundedCount, MovesWhatIsOutsideAndRefusesBadBounds) {
  SeededBits random(91);
  const BoundedCount certain({1'000'000'000'000'000}, 1, 0, 4);  // ε = 10^6: the noise is 0
  EXPECT_EQ(certain.release(random, -5), 0);
  EXPECT_EQ(certain.release(random, 3), 3);
  EXPECT_EQ(certain.release(random, 1'000'000), 4);
  const std::string bounds = "the bounds of a count must be whole numbers from 0 to 10^15, the lower below the upper";
  EXPECT_EQ(input_error([] { BoundedCount(one, 1, 4, 4); }), bounds);
  EXPECT_EQ(input_error([] { BoundedCount(one, 1, -1, 4); }), bounds);
  EXPECT_EQ(input_error([] { BoundedCount(one, 0, 0, 4); }),
            "the sensitivity of a count must be a whole number from 1 to 10^9");
}

}  // namespace
}  // namespace sourdine
