#include "sourdine/random/real_bernoulli.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>

#include "sourdine/random/fair_binomial.h"
#include "sourdine/random/log_factorial.h"
#include "sourdine/random/seeded_bits.h"
#include "support/scripted_random.h"

namespace sourdine::detail {
namespace {

using boost::multiprecision::cpp_int;
using testing::ScriptedRandom;

constexpr std::uint64_t half_word = std::uint64_t{1} << 63;

// p = 1/2 with an honest but useless estimate: everything is left to the exact path.
struct Half {
  double estimate() const { return std::numeric_limits<double>::quiet_NaN(); }
  template <unsigned bits>
  Real<bits> log() const {
    return -boost::math::constants::ln_two<Real<bits>>();
  }
};

struct HalfEstimated : Half {
  double estimate() const { return 0.5; }
};

TEST(RealBernoulli, OneWordDecidesFarFromTheProbability) {
  ScriptedRandom random({half_word - (half_word >> 20), half_word + (half_word >> 20)});
  EXPECT_TRUE(sample_real_bernoulli(random, HalfEstimated{}));
  EXPECT_FALSE(sample_real_bernoulli(random, HalfEstimated{}));
  EXPECT_EQ(random.drawn(), 2U);
}

TEST(RealBernoulli, EstimateAndExactPathAgreeOnTheSameWords) {
  for (const std::uint64_t word : {half_word / 3, half_word - 2, half_word + 2, half_word + half_word / 2}) {
    ScriptedRandom quick({word});
    ScriptedRandom exact({word});
    EXPECT_EQ(sample_real_bernoulli(quick, HalfEstimated{}), sample_real_bernoulli(exact, Half{}));
    EXPECT_EQ(quick.drawn(), exact.drawn());
  }
}

TEST(RealBernoulli, DrawsMoreWordsOnlyWhileTheFirstOnesTie) {
  // U = 0.0111…1|0 lies below ½ by 2^−128; U = 0.1000…0|1 lies above it.
  ScriptedRandom below({half_word - 1, ~std::uint64_t{0} - 1});
  EXPECT_TRUE(sample_real_bernoulli(below, HalfEstimated{}));
  EXPECT_EQ(below.drawn(), 2U);
  ScriptedRandom above({half_word, 1});
  EXPECT_FALSE(sample_real_bernoulli(above, HalfEstimated{}));
  EXPECT_EQ(above.drawn(), 2U);
}

TEST(RealBernoulli, GoesOnIn1024BitsWhereTheFirst128BitsTie) {
  ScriptedRandom random({half_word, 0, 0, 0, 7});
  EXPECT_FALSE(sample_real_bernoulli(random, HalfEstimated{}));
  EXPECT_EQ(random.drawn(), 5U);
}

TEST(RealBernoulli, RefusesToDecideAfter896TiedBits) {
  ScriptedRandom random({half_word, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_THROW(sample_real_bernoulli(random, HalfEstimated{}), Error);
  EXPECT_EQ(random.drawn(), 14U);
}

TEST(LogFactorial, TangentNumbersStartAsKnown) {
  const auto& t = tangent_numbers();
  ASSERT_EQ(t.size(), 80U);
  EXPECT_EQ(t[0], 1);
  EXPECT_EQ(t[3], 272);
  EXPECT_EQ(t[9], cpp_int("29088885112832"));
}

template <unsigned bits>
void expect_log_factorial_matches_the_integer(std::uint64_t n) {
  cpp_int factorial = 1;
  for (std::uint64_t i = 2; i <= n; ++i) factorial *= i;
  // Compared as e^(ln n! − L) − 1 with n! rounded once: the error of L itself, to first order.
  const Real<bits> exact = boost::multiprecision::log(Real<bits>(factorial));
  EXPECT_LE(abs(log_factorial<bits>(n) - exact), ldexp(Real<bits>(1), 75 - static_cast<int>(bits))) << n;
}

TEST(LogFactorial, SeriesMatchesTheExactFactorialOnBothSidesOfTheSwitch) {
  for (const std::uint64_t n : {0U, 1U, 2U, 10U, 1023U, 1024U, 1025U, 2000U}) {
    expect_log_factorial_matches_the_integer<256>(n);
    expect_log_factorial_matches_the_integer<1024>(n);
  }
}

TEST(LogFactorial, StepsByTheLogarithmForLargeArguments) {
  for (int e = 11; e <= 63; e += 4) {
    const std::uint64_t n = (std::uint64_t{1} << e) - 1;
    const Real<1024> step = log_factorial<1024>(n) - log_factorial<1024>(n - 1);
    EXPECT_LE(abs(step - boost::multiprecision::log(Real<1024>(n))), ldexp(Real<1024>(1), 77 - 1024)) << n;
  }
}

TEST(LogFactorial, TheTwoPrecisionsAgree) {
  SeededBits random(1);
  for (int i = 0; i < 40; ++i) {
    const std::uint64_t n = random.next() >> (1 + random.below(60));
    const Real<256> difference = log_factorial<256>(n) - Real<256>(log_factorial<1024>(n));
    EXPECT_LE(abs(difference), ldexp(Real<256>(1), 75 - 256)) << n;
  }
}

}  // namespace
}  // namespace sourdine::detail
