#include "sourdine/base/decimals.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace sourdine {
namespace {

void expect_as_fmt(double value) {
  std::string text = "x";
  append_four_decimals(value, text);
  EXPECT_EQ(text, fmt::format("x{:.4f}", value));
}

TEST(FourDecimals, AreThoseOfFmtAtTheEdges) {
  for (const double value : {0.0, 1.0, 0.00005, 0.00015, 0.5, 0.99995, 9999.99995, 123.45675, 1e8, 99999999.99995,
                             1e300, 0.00004999999999999999, 4.9e-324, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
    expect_as_fmt(value);
    expect_as_fmt(-value);
  }
}

TEST(FourDecimals, AreThoseOfFmtForNumbersOfEverySizeAndNextToTies) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 25'000; ++i) {
    expect_as_fmt(std::bit_cast<double>(random()));
    expect_as_fmt(static_cast<double>(random() >> 11) * std::exp2(-static_cast<double>(random() % 60)));
    const double tie = (static_cast<double>(random() % 1'000'000) + 0.5) / 1e4;
    for (const double value : {tie, std::nextafter(tie, 0), std::nextafter(tie, 1e9)}) expect_as_fmt(value);
  }
}

}  // namespace
}  // namespace sourdine
