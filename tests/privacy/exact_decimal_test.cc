#include "sourdine/privacy/exact_decimal.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/errors.h"

namespace sourdine {
namespace {

TEST(ExactDecimal, AddsUpAsItIsWritten) {
  ExactDecimal sum;
  for (int i = 0; i < 10; ++i) sum = sum + ExactDecimal::charged(1e-7);
  EXPECT_EQ(sum, ExactDecimal::parse("1e-6"));
  EXPECT_EQ(sum, ExactDecimal::charged(1e-6));
  EXPECT_LT(sum, sum + ExactDecimal::parse("1e-30"));
}

TEST(ExactDecimal, IsReadAsItIsWritten) {
  for (const char* text : {"0", "1", "12", "100", "0.05", "0.001", "1e-7", "1.5e-7", "1.234567890123456789e-12",
                           "1e-30", "99999999.5", "0.1"}) {
    EXPECT_EQ(ExactDecimal::parse(text).text(), text);
  }
  EXPECT_EQ(ExactDecimal::parse("0.0000001"), ExactDecimal::parse("1e-7"));
  EXPECT_EQ(ExactDecimal::parse("10E-8"), ExactDecimal::parse("1e-7"));
  EXPECT_EQ(ExactDecimal::parse("0.50").text(), "0.5");
}

TEST(ExactDecimal, RefusesWhatIsNoNumber) {
  for (const char* text : {"", "-1", "+1", "1e-31", "1e9", "abc", "1.2.3", ".", "1e", "1e-", "1e1000", "nan", "inf",
                           "0x1", "1,5", "1234567890123456789012345678901234567890"}) {
    EXPECT_NE(testing::input_error([&] { ExactDecimal::parse(text); }), "no error") << text;
  }
  for (const double x : {-1e-9, 2e8, std::nan(""), HUGE_VAL}) {
    EXPECT_NE(testing::input_error([&] { ExactDecimal::charged(x); }), "no error") << x;
  }
}

// The double of a decimal with 15 digits is that decimal; others are bracketed, more closely than by 10^−15.
TEST(ExactDecimal, RoundsInTheDirectionAsked) {
  EXPECT_EQ(ExactDecimal::charged(0.1), ExactDecimal::spendable(0.1));
  EXPECT_EQ(ExactDecimal::charged(1e-6).text(), "1e-6");
  const double third = 1e-5 / 3;
  const ExactDecimal up = ExactDecimal::charged(third);
  const ExactDecimal down = ExactDecimal::spendable(third);
  EXPECT_LT(down, up);
  EXPECT_LE(down.value_down(), third);
  EXPECT_GE(up.value_up(), third);
  EXPECT_NEAR(up.value_up() / down.value_down(), 1, 1e-15);
  EXPECT_EQ(ExactDecimal::charged(1e-40).text(), "1e-30");
  EXPECT_EQ(ExactDecimal::spendable(1e-40).text(), "0");
}

TEST(ExactDecimal, SumsThatDoNotFitAreNotForgotten) {
  const ExactDecimal most{static_cast<Wide>(-1)};
  EXPECT_EQ(most + ExactDecimal::parse("1"), most);
  EXPECT_EQ(left_of(ExactDecimal::parse("1"), ExactDecimal::parse("2")).text(), "0");
  EXPECT_EQ(left_of(ExactDecimal::parse("1e-6"), ExactDecimal::parse("9e-7")).text(), "1e-7");
}

}  // namespace
}  // namespace sourdine
