#include "sourdine/oracle/subset_selection.h"

#include <gtest/gtest.h>

#include <numeric>

#include "oracle/channel.h"
#include "sourdine/base/bits.h"
#include "support/errors.h"

namespace sourdine::testing {
namespace {

std::unique_ptr<const Oracle> ss(Value k, double epsilon, double omega) {
  return make_oracle({"ss", Domain(k), epsilon, {{"omega", omega}}});
}

TEST(Ss, SpellsASetTheShorterWay) {
  EXPECT_EQ(ss(16, 1, 3)->report_bits(), 12U);    // a list of 3 numbers of 4 bits
  EXPECT_EQ(ss(16, 1, 4)->report_bits(), 16U);    // 16 bits
  EXPECT_EQ(ss(17, 1, 4)->report_bits(), 17U);    // 17 bits, not 4 × 5
  EXPECT_EQ(ss(1000, 1, 7)->report_bits(), 70U);  // a list
}

// Both spellings, with more than one member: the channel must be uniform over the sets with the value, and over those
// without it.
TEST(Ss, DependsOnlyOnWhetherTheSetHoldsTheValue) {
  for (const auto& [k, omega, sets] : {std::tuple(16U, 2, 120U), std::tuple(16U, 3, 560U), std::tuple(8U, 4, 70U)}) {
    const auto oracle = ss(k, 1, omega);
    const Channel channel = enumerate_channel(*oracle);
    EXPECT_EQ(channel.probability.size(), sets);
    Exact inside = 0;
    Exact outside = 0;
    for (const auto& [report, probabilities] : channel.probability) {
      ASSERT_TRUE(oracle->is_possible(report));
      const auto members = oracle->supports(tally_of(*oracle, report));
      EXPECT_EQ(std::accumulate(members.begin(), members.end(), 0.0), omega);
      for (Value value = 0; value < k; ++value) {
        Exact& known = members[value] == 1 ? inside : outside;
        if (known == 0) known = probabilities[value];
        EXPECT_LT(abs(probabilities[value] - known), 1e-90);
      }
    }
    EXPECT_LE(inside / outside, exp(Exact(1)));
    EXPECT_NEAR(static_cast<double>(log(inside / outside)), oracle->epsilon(), 1e-12);
  }
}

TEST(Ss, OfOneMemberIsGrr) {
  const auto one = ss(9, 1.5, 1);
  const auto grr = make_oracle({"grr", Domain(9), 1.5, {}});
  EXPECT_EQ(one->epsilon(), grr->epsilon());
  EXPECT_EQ(one->support().yes, grr->support().yes);
  EXPECT_EQ(one->support().no, grr->support().no);
}

TEST(Ss, RefusesSetsOfTheWrongSizeAndListsOutOfOrder) {
  const auto list = ss(12, 1, 2);  // two numbers of 4 bits
  const auto is_possible = [&list](std::uint64_t first, std::uint64_t second) {
    Report report(1);
    put_bits(report, 0, 4, first);
    put_bits(report, 4, 4, second);
    return list->is_possible(report);
  };
  EXPECT_TRUE(is_possible(3, 7));
  EXPECT_FALSE(is_possible(7, 3));
  EXPECT_FALSE(is_possible(5, 5));
  EXPECT_FALSE(is_possible(3, 12));
  EXPECT_TRUE(is_possible(0, 11));

  const auto bitmap = ss(8, 1, 4);
  EXPECT_TRUE(bitmap->is_possible(Report{0b11001100}));
  EXPECT_FALSE(bitmap->is_possible(Report{0b11001101}));
  EXPECT_FALSE(bitmap->is_possible(Report{0b10001100}));
}

TEST(Ss, RefusesASetOfAllValues) {
  EXPECT_EQ(input_error([] { ss(5, 1, 5); }),
            "parameter 'omega' of oracle 'ss' must be a whole number from 1 to 4, not 5");
}

TEST(Ss, EstimatesAlwaysSumToTheNumberOfReports) {
  const auto oracle = ss(8, 1, 3);
  const Channel channel = enumerate_channel(*oracle);
  for (const auto& [report, probabilities] : channel.probability) {
    const auto estimate = oracle->invert(tally_of(*oracle, report));
    EXPECT_NEAR(std::accumulate(estimate.begin(), estimate.end(), 0.0), 1, 1e-12);
  }
}

}  // namespace
}  // namespace sourdine::testing
