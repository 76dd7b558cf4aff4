#include "sourdine/oracle/hadamard.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "oracle/channel.h"
#include "sourdine/oracle/variance_curve.h"
#include "sourdine/oracle/walsh_hadamard.h"

namespace sourdine::testing {
namespace {

TEST(WalshHadamard, IsTheMatrixProduct) {
  for (const std::size_t size : {1U, 2U, 4U, 8U, 64U}) {
    std::vector<std::int64_t> data(size);
    for (std::size_t i = 0; i < size; ++i) data[i] = static_cast<std::int64_t>(i * i % 23) - 7;
    std::vector<std::int64_t> product(size);
    for (std::size_t row = 0; row < size; ++row) {
      for (std::size_t column = 0; column < size; ++column) {
        product[row] += hadamard_is_minus(row, column) ? -data[column] : data[column];
      }
    }
    walsh_hadamard(std::span(data));
    EXPECT_EQ(data, product);
  }
}

TEST(Hr, DealsValuesToBlocksAsDocumented) {
  const auto outputs = [](Value k, double blocks) {
    return make_oracle({"hr", Domain(k), 2, {{"blocks", blocks}}})->cells();
  };
  EXPECT_EQ(outputs(17, 1), 32U);   // w = 32
  EXPECT_EQ(outputs(17, 2), 32U);   // w = 16: two blocks
  EXPECT_EQ(outputs(17, 4), 24U);   // w = 8: three blocks
  EXPECT_EQ(outputs(17, 32), 34U);  // w = 2: every value its own block
  EXPECT_EQ(make_oracle({"hr", Domain(2), 1000, {}})->cells(), 4U);
}

TEST(Hr, ChoosesTheBlocksOfTheSmallestError) {
  for (const Value k : {2U, 3U, 17U, 100U, 1000U}) {
    for (const double epsilon : {0.1, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 8.0}) {
      // A value of the first block, which is always full.
      const double chosen = make_oracle({"hr", Domain(k), epsilon, {}})->approximate_variance();
      for (double blocks = 1; blocks <= 2 * k; blocks *= 2) {
        const auto other = make_oracle({"hr", Domain(k), epsilon, {{"blocks", blocks}}});
        EXPECT_LE(chosen, other->approximate_variance() * (1 + 1e-12)) << k << " " << epsilon << " " << blocks;
      }
    }
  }
}

// Several blocks, the last one incomplete: the whole channel by enumeration.
TEST(Hr, SupportsHalfOfItsBlock) {
  for (const auto& [k, blocks] : {std::pair(17U, 4.0), std::pair(10U, 2.0), std::pair(5U, 8.0), std::pair(5U, 2.0)}) {
    const auto hr = make_oracle({"hr", Domain(k), 2, {{"blocks", blocks}}});
    const Channel channel = enumerate_channel(*hr);
    EXPECT_EQ(channel.probability.size(), hr->cells());
    std::vector<double> supporting(k);
    std::vector<std::vector<double>> mean(k, std::vector<double>(k));
    for (const auto& [report, probabilities] : channel.probability) {
      const Tally tally = tally_of(*hr, report);
      const auto supports = hr->supports(tally);
      const auto estimate = hr->invert(tally);
      std::vector<double> likelihood(k);
      hr->likelihood(report, likelihood);
      for (Value value = 0; value < k; ++value) {
        supporting[value] += supports[value];
        EXPECT_EQ(supports[value] == 1, likelihood[value] == 1);
        for (Value held = 0; held < k; ++held) {
          mean[held][value] += static_cast<double>(probabilities[held]) * estimate[value];
        }
      }
    }
    for (Value value = 0; value < k; ++value) {
      EXPECT_EQ(supporting[value], supporting[0]);
      for (Value held = 0; held < k; ++held) EXPECT_NEAR(mean[held][value], held == value, 1e-12);
    }
  }
}

// Weights of every kind: spread over magnitudes, mostly zero, one alone, and one beside which the others vanish.
std::vector<std::vector<double>> many_weights(Value k) {
  std::mt19937_64 bits(k);
  std::vector<std::vector<double>> weights(4, std::vector<double>(k));
  for (double& weight : weights[0]) weight = std::exp(static_cast<double>(bits() % 20) - 10);
  for (double& weight : weights[1]) weight = bits() % 5 == 0 ? static_cast<double>(bits() % 1000) : 0;
  weights[2][bits() % k] = 5;
  weights[3].assign(k, 1e-3);
  weights[3][bits() % k] = 1e6;
  return weights;
}

TEST(Hr, CurvesOfAllValuesTogetherAreThoseOfEachAlone) {
  constexpr double n = 5000;
  for (const Value k : {2U, 3U, 4U, 7U, 8U, 17U, 100U, 255U, 300U}) {
    for (const double blocks : {1.0, 2.0, 3.0, 8.0, 1000.0}) {
      const auto hr = make_oracle({"hr", Domain(k), 1.5, {{"blocks", blocks}}});
      for (const auto& weights : many_weights(k)) {
        const auto together = hr->variance_curves(n, weights);
        const auto alone = curves_one_by_one(*hr, n, weights);
        for (Value value = 0; value < k; ++value) {
          for (const double x : {0.0, n / 3, n}) {
            // A million beside thousandths costs the one-by-one sums nine digits.
            EXPECT_NEAR(together[value].at(x) / alone[value].at(x), 1, 1e-6) << k << " " << blocks << " " << value;
          }
        }
      }
    }
  }
}

// One by one this takes hours.
TEST(Hr, CurvesOfTwoMillionValuesTakeNoTime) {
  constexpr Value k = 2'000'000;
  const auto hr = make_oracle({"hr", Domain(k), 1, {}});
  const std::vector<double> weights(k, 1);
  const auto curves = hr->variance_curves(1000, weights);
  ASSERT_EQ(curves.size(), k);
  std::vector<double> counts(k, 500.0 / (k - 1));
  counts[k / 2] = 500;
  EXPECT_NEAR(curves[k / 2].at(500) / hr->variance(k / 2, counts), 1, 1e-9);
}

TEST(Hrr, CountsSupportLikeItsDefinition) {
  const auto hrr = make_oracle({"hrr", Domain(11), 1, {}});
  Tally tally = hrr->empty_tally();
  ASSERT_EQ(tally.cells.size(), 32U);
  for (std::size_t cell = 0; cell < 32; ++cell) {
    tally.cells[cell] = cell * cell % 13;
    tally.reports += tally.cells[cell];
  }
  const auto supports = hrr->supports(tally);
  for (Value value = 0; value < 11; ++value) {
    std::uint64_t count = 0;
    for (std::uint64_t row = 0; row < 16; ++row) {
      count += tally.cells[2 * row + (hadamard_is_minus(row, value) ? 1U : 0U)];
    }
    EXPECT_EQ(supports[value], static_cast<double>(count));
  }
}

}  // namespace
}  // namespace sourdine::testing
