#include "sourdine/oracle/hadamard.h"

#include <gtest/gtest.h>

#include <cmath>

#include "oracle/channel.h"
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
  const auto outputs = [](Value k, double epsilon) { return make_oracle({"hr", Domain(k), epsilon, {}})->cells(); };
  EXPECT_EQ(outputs(17, 0.5), 32U);   // B = 1: one block of 32
  EXPECT_EQ(outputs(17, 1), 32U);     // B = 2, w = 16: two blocks
  EXPECT_EQ(outputs(17, 2), 24U);     // B = 4, w = 8: three blocks
  EXPECT_EQ(outputs(17, 1000), 34U);  // B = 32, w = 2: every value its own block
  EXPECT_EQ(outputs(2, 1000), 4U);
}

// Several blocks, the last one incomplete: the whole channel by enumeration.
TEST(Hr, SupportsHalfOfItsBlock) {
  for (const auto& [k, epsilon] : {std::pair(17U, 2.0), std::pair(10U, 1.0), std::pair(5U, 3.0)}) {
    const auto hr = make_oracle({"hr", Domain(k), epsilon, {}});
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
