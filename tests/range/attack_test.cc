#include "sourdine/range/attack.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random/noise_laws.h"
#include "range/exact_ranges.h"
#include "sourdine/estimate/normal.h"
#include "sourdine/random/discrete_laplace.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/central_tree.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using testing::some_counts;

// How many counts the attacker has right after rounding.
std::uint64_t recovered(const std::vector<double>& guesses, const std::vector<std::uint64_t>& counts,
                        std::size_t first = 0, std::size_t step = 1) {
  std::uint64_t right = 0;
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    right += std::round(guesses[i]) == static_cast<double>(counts[first + i * step]) ? 1U : 0U;
  }
  return right;
}

// Broken on purpose: fresh noise for every question.
class ForgetfulStructure {
 public:
  ForgetfulStructure(const std::vector<std::uint64_t>& counts, Random& random) : counts_(counts), random_(random) {}
  double answer(const Range& range) {
    double sum = static_cast<double>(sample_discrete_laplace(random_, 1, 1));
    for (std::uint64_t i = range.first; i <= range.last; ++i) sum += static_cast<double>(counts_[i]);
    return sum;
  }

 private:
  const std::vector<std::uint64_t>& counts_;
  Random& random_;
};

TEST(Reconstruction, RecoversEveryCountWhenNoiseIsDrawnAfresh) {
  SeededBits random(600);
  const auto counts = some_counts(400);
  ForgetfulStructure broken(counts, random);
  const auto guesses = reconstruct_counts(400, [&](const Range& range) { return broken.answer(range); });
  // Standard error √(2·1.84/401) = 0.096: a half is five of them away.
  EXPECT_EQ(recovered(guesses, counts), 400U);
}

// Ours answers from one set of noisy numbers: all questions together tell no more than the question about the value.
TEST(Reconstruction, FindsNothingButOurOwnAnswers) {
  SeededBits random(601);
  const auto counts = some_counts(64);
  for (const std::uint64_t degree : {2U, 8U, 64U}) {
    const auto tree = CentralTree::build({64, degree, 1}, counts, random);
    const auto guesses = reconstruct_counts(64, [&](const Range& range) { return tree->answer(range).value; });
    for (std::uint64_t i = 0; i < 64; ++i) EXPECT_NEAR(guesses[i], tree->answer({i, i}).value, 1e-9);
  }
}

// The rate of lucky guesses on the flat histogram is Pr[noise = 0].
TEST(Reconstruction, SucceedsOnOursAtTheRateOfTheNoiseOnly) {
  SeededBits random(602);
  const auto counts = some_counts(64);
  std::uint64_t right = 0;
  constexpr std::uint64_t rounds = 200;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const auto tree = CentralTree::build({64, 64, 1}, counts, random);
    right += recovered(reconstruct_counts(64, [&](const Range& range) { return tree->answer(range).value; }), counts);
  }
  const double lucky = testing::discrete_laplace_law(1).at(0);
  EXPECT_GT(testing::binomial_test(right, rounds * 64, lucky), testing::false_alarm);
}

// Broken on purpose, after a published tree: noise is handed down, the left child's is its sibling's plus the parent's.
std::vector<std::int64_t> handed_down(std::uint64_t pairs, Random& random, bool is_broken,
                                      std::vector<std::int64_t>& blocks) {
  std::vector<std::int64_t> leaves;
  for (std::uint64_t i = 0; i < pairs; ++i) {
    const std::int64_t block = sample_discrete_laplace(random, 6, 1);
    const std::int64_t right = sample_discrete_laplace(random, 6, 1);
    blocks.push_back(block);
    leaves.push_back(is_broken ? right + block : sample_discrete_laplace(random, 6, 1));
    leaves.push_back(right);
  }
  return leaves;
}

std::uint64_t recovered_by_cancelling(const std::vector<std::uint64_t>& counts, Random& random, bool is_broken) {
  std::vector<std::int64_t> blocks;
  const auto leaves = handed_down(counts.size() / 2, random, is_broken, blocks);
  const auto guesses = cancel_sibling_noise(counts.size(), [&](const Range& range) {
    double sum =
        range.length() == 1 ? static_cast<double>(leaves[range.first]) : static_cast<double>(blocks[range.first / 2]);
    for (std::uint64_t i = range.first; i <= range.last; ++i) sum += static_cast<double>(counts[i]);
    return sum;
  });
  return recovered(guesses, counts, 1, 2);
}

TEST(CancellingNoise, RecoversEveryOddValueOfATreeThatHandsNoiseDown) {
  SeededBits random(603);
  const auto counts = some_counts(64);
  EXPECT_EQ(recovered_by_cancelling(counts, random, true), 32U);
  EXPECT_LT(recovered_by_cancelling(counts, random, false), 12U);
}

// Against our published nodes, as they are before the adjustment: three independent noises do not cancel. A guess is
// right when their sum is 0 or −1 (half of it is rounded); the rate follows from the law by convolution.
TEST(CancellingNoise, SucceedsOnOurNodesAtTheRateOfThreeIndependentNoises) {
  SeededBits random(604);
  const auto counts = some_counts(64);
  const CentralTreeSpec spec{64, 2, 1};
  const testing::NoiseLaw law = testing::discrete_laplace_law(6);
  double lucky = 0;
  for (std::int64_t a = -law.radius; a <= law.radius; ++a) {
    for (std::int64_t b = -law.radius; b <= law.radius; ++b) {
      for (const std::int64_t c : {-a - b, -1 - a - b}) {
        if (std::abs(c) <= law.radius) lucky += law.at(a) * law.at(b) * law.at(c);
      }
    }
  }
  std::uint64_t right = 0, tried = 0;
  for (int round = 0; round < 300; ++round) {
    const auto tree = CentralTree::build(spec, counts, random);
    const auto guesses = cancel_sibling_noise(64, [&](const Range& range) {
      const unsigned level = range.length() == 1 ? 6 : 5;
      return static_cast<double>(tree->published()[level][range.first >> (6 - level)]);
    });
    for (std::size_t i = 0; i < guesses.size(); ++i, ++tried) {
      right += std::floor(guesses[i] + 0.5) == static_cast<double>(counts[2 * i + 1]) ? 1U : 0U;
    }
  }
  EXPECT_GT(testing::binomial_test(right, tried, lucky), testing::false_alarm);
  EXPECT_LT(lucky, 0.1);
}

TEST(CancellingNoise, OfConsistentAnswersIsTheAnswerItself) {
  SeededBits random(605);
  const auto counts = some_counts(64);
  const auto tree = CentralTree::build({64, 2, 1}, counts, random);
  const auto guesses = cancel_sibling_noise(64, [&](const Range& range) { return tree->answer(range).value; });
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    EXPECT_NEAR(guesses[i], tree->answer({2 * i + 1, 2 * i + 1}).value, 1e-9);
  }
}

}  // namespace
}  // namespace sourdine
