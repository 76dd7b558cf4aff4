#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sourdine/random/geometric.h"
#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using testing::chi_squared_test;
using testing::false_alarm;

Threshold threshold(double p) { return {static_cast<std::uint64_t>(p * 0x1p64)}; }

TEST(Geometric, EveryCountHasItsProbability) {
  SeededBits random(71);
  const std::vector<double> cases{0.9, 0.5, 0.3, 0.125, 0.1, 0.0625, 0.03, 0.01};
  for (const double asked : cases) {
    const Threshold p = threshold(asked);
    // The last cell holds the tail.
    const auto cells = static_cast<std::size_t>(10 / asked) + 2;
    std::vector<double> law(cells);
    double reach = 1;
    for (std::size_t g = 0; g + 1 < cells; ++g) {
      law[g] = reach * p.probability();
      reach *= p.complement();
    }
    law.back() = reach;
    std::vector<std::uint64_t> counts(cells);
    for (int i = 0; i < 300000; ++i) ++counts[std::min<std::uint64_t>(cells - 1, sample_geometric(random, p))];
    EXPECT_GE(chi_squared_test(counts, law), false_alarm / static_cast<double>(cases.size())) << asked;
  }
}

TEST(Geometric, TinyProbabilitiesHaveTheRightDistributionFunction) {
  SeededBits random(72);
  const std::vector<double> cases{1e-5, 1e-9, 0x1p-40, 3e-17};
  constexpr std::size_t cells = 200;
  for (const double asked : cases) {
    const Threshold p = threshold(asked);
    std::vector<std::uint64_t> counts(cells);
    for (int i = 0; i < 300000; ++i) {
      // Pr[G < g] = 1 − (1−p)^g; the atoms (at most 10^−5) are far narrower than a cell, and g + ½ centres them.
      const double g = static_cast<double>(sample_geometric(random, p)) + 0.5;
      const double u = -std::expm1(g * std::log1p(-p.probability()));
      ++counts[std::min(cells - 1, static_cast<std::size_t>(u * cells))];
    }
    EXPECT_GE(chi_squared_test(counts, std::vector<double>(cells, 1.0 / cells)),
              false_alarm / static_cast<double>(cases.size()))
        << asked;
  }
}

TEST(Geometric, ReachesTheCapAsOftenAsItShould) {
  SeededBits random(73);
  std::uint64_t capped = 0;
  constexpr std::uint64_t samples = 300000;
  for (std::uint64_t i = 0; i < samples; ++i)
    capped += sample_geometric(random, Threshold{1}) == longest_skip ? 1U : 0U;
  EXPECT_GE(testing::binomial_test(capped, samples, std::exp(-0.5)), false_alarm);  // (1 − 2^−64)^(2^63)
}

}  // namespace
}  // namespace sourdine
