#include "sourdine/random/fair_binomial.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/random/seeded_bits.h"

namespace sourdine::detail {
namespace {

// The acceptance probability from its definition: C(2N, N+d) · 2^k · √(πN) / 4^N with the binomial coefficient exact.
Real<256> acceptance_by_definition(const FairAcceptance& a) {
  boost::multiprecision::cpp_int coefficient = 1;
  for (std::uint64_t j = 1; j <= a.half - a.shift; ++j) coefficient = coefficient * (a.half + a.shift + j) / j;
  return ldexp(Real<256>(coefficient), static_cast<int>(a.step) - static_cast<int>(2 * a.half)) *
         sqrt(Real<256>(boost::math::constants::pi<Real<256>>() * a.half));
}

TEST(FairBinomial, AcceptanceIsTheDefinitionAndNeverAboveOneForEveryShift) {
  const Real<256> tolerance = ldexp(Real<256>(1), 100 - 256);
  for (const std::uint64_t half : {1U, 2U, 3U, 4U, 5U, 7U, 11U, 24U, 40U}) {
    const std::uint64_t width = proposal_width(half);
    for (std::uint64_t shift = 0; shift <= half; ++shift) {
      const FairAcceptance a{half, shift, shift / width};
      const Real<256> value = acceptance_by_definition(a);
      EXPECT_LE(value, 1) << half << " " << shift;
      EXPECT_LE(abs(exp(a.log<256>()) - value), tolerance) << half << " " << shift;
    }
  }
}

// Doubles are enough here: where the bound is tight to 2^−40 (shift 0, by the factor e^−1/8N) it is known analytically.
TEST(FairBinomial, AcceptanceNeverExceedsOneForAnySmallPopulation) {
  for (std::uint64_t half = 1; half <= 3000; ++half) {
    const std::uint64_t width = proposal_width(half);
    ASSERT_GE(5 * width * width, 7 * half);
    double ratio = 1;  // p(d)/p(0)
    double central = 1;
    for (std::uint64_t j = 1; j <= half; ++j) central *= 1 - 0.5 / static_cast<double>(j);  // C(2N,N)/4^N
    central *= std::sqrt(3.14159265358979323846 * static_cast<double>(half));
    for (std::uint64_t shift = 0; shift <= half && ratio > 0; ++shift) {
      ASSERT_LE(central * ratio * std::ldexp(1.0, static_cast<int>(shift / width)), 1.0) << half << " " << shift;
      ratio *= static_cast<double>(half - shift) / static_cast<double>(half + shift + 1);
    }
  }
}

TEST(FairBinomial, TheWholeProposalIsAcceptedWithTheStatedRate) {
  // Σ over (sign, d) of proposal · acceptance = √(πN)/(4w): the identity that makes the accepted law p(d).
  constexpr std::uint64_t half = 12;
  const std::uint64_t width = proposal_width(half);
  Real<256> sum = 0;
  for (std::uint64_t shift = 0; shift <= half; ++shift) {
    const FairAcceptance a{half, shift, shift / width};
    const Real<256> proposed = ldexp(Real<256>(1), -static_cast<int>(a.step) - 2) / width;
    sum += exp(a.log<256>()) * proposed * (shift == 0 ? 1 : 2);
  }
  const Real<256> expected = sqrt(Real<256>(boost::math::constants::pi<Real<256>>() * half)) / (4 * width);
  EXPECT_LE(abs(sum - expected), ldexp(Real<256>(1), -150));
}

TEST(FairBinomial, TheQuickEstimateKeepsItsErrorBound) {
  SeededBits random(2);
  const Real<256> bound = ldexp(Real<256>(1), -36);
  int estimated = 0;
  for (int i = 0; i < 600; ++i) {
    const std::uint64_t half = 256 + ((std::uint64_t{1} << 62) - 256) / (std::uint64_t{1} << random.below(54));
    const std::uint64_t width = proposal_width(half);
    const std::uint64_t step = random.below(12);
    const std::uint64_t shift = step * width + random.below(width);
    if (shift > half) continue;
    const FairAcceptance a{half, shift, step};
    if (std::isnan(a.estimate())) continue;
    const Real<256> log = a.log<256>();
    EXPECT_LE(log, 0);
    EXPECT_LE(abs((log < -2000 ? Real<256>(0) : Real<256>(exp(log))) - a.estimate()), bound) << half << " " << shift;
    ++estimated;
  }
  EXPECT_GT(estimated, 400);
}

TEST(FairBinomial, AnEstimateIsAlwaysThereForTheSizesInUse) {
  for (const std::uint64_t half : {std::uint64_t{2112}, std::uint64_t{3000}, std::uint64_t{1} << 20}) {
    const std::uint64_t width = proposal_width(half);
    for (std::uint64_t shift = half / 8 - 3; shift <= half; shift += 1 + shift / 500) {
      EXPECT_FALSE(std::isnan(FairAcceptance({half, shift, shift / width}).estimate())) << half << " " << shift;
    }
  }
}

TEST(IntegerSqrt, IsTheFloorAroundEverySquare) {
  for (const std::uint64_t root : {1ULL, 2ULL, 94906267ULL, 3037000499ULL, 4294967295ULL, 9000000000000000001ULL}) {
    const Wide square = static_cast<Wide>(root) * root;
    EXPECT_EQ(integer_sqrt(square - 1), root - 1);
    EXPECT_EQ(integer_sqrt(square), root);
    EXPECT_EQ(integer_sqrt(square + 1), root);
  }
  EXPECT_EQ(integer_sqrt(0), 0U);
}

}  // namespace
}  // namespace sourdine::detail
