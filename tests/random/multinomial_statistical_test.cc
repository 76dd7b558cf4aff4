#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "sourdine/random/multinomial.h"
#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using Cells = std::vector<std::uint64_t>;

// n! Π p_i^c_i / c_i! for every way c to spread n balls over the cells.
std::map<Cells, double> multinomial_law(std::uint64_t n, const std::vector<double>& p) {
  std::map<Cells, double> law;
  Cells cells(p.size());
  const std::function<void(std::size_t, std::uint64_t, double)> visit = [&](std::size_t i, std::uint64_t left,
                                                                            double log_probability) {
    if (i + 1 == p.size()) {
      cells[i] = left;
      const auto count = static_cast<double>(left);
      law[cells] = std::exp(log_probability + count * std::log(p[i]) - std::lgamma(count + 1));
      return;
    }
    for (std::uint64_t c = 0; c <= left; ++c) {
      cells[i] = c;
      const auto count = static_cast<double>(c);
      visit(i + 1, left - c, log_probability + count * std::log(p[i]) - std::lgamma(count + 1));
    }
  };
  visit(0, n, std::lgamma(static_cast<double>(n) + 1));
  return law;
}

void expect_law(const std::map<Cells, double>& law, int samples, const std::function<Cells()>& sample) {
  std::map<Cells, std::uint64_t> counts;
  for (int i = 0; i < samples; ++i) ++counts[sample()];
  std::vector<double> probabilities;
  std::vector<std::uint64_t> observed;
  std::uint64_t seen = 0;
  for (const auto& [cells, probability] : law) {
    probabilities.push_back(probability);
    observed.push_back(counts[cells]);
    seen += observed.back();
  }
  EXPECT_EQ(seen, static_cast<std::uint64_t>(samples));
  // At most four laws are compared in one test.
  EXPECT_GE(testing::chi_squared_test(observed, probabilities), testing::false_alarm / 4);
}

TEST(Multinomial, UniformCellsHaveTheExactJointLaw) {
  SeededBits random(30);
  // Fewer balls than cells (thrown one by one), as many, and more (halving), over a number that is no power of two.
  for (const std::uint64_t n : {2U, 5U, 6U, 12U}) {
    expect_law(multinomial_law(n, std::vector<double>(5, 0.2)), 200000, [&] {
      Cells cells(5);
      add_uniform_multinomial(random, n, cells);
      return cells;
    });
  }
}

TEST(Multinomial, WeightedCellsHaveTheExactJointLaw) {
  SeededBits random(31);
  const Cells weights{1, 4, 2, 3};
  for (const std::uint64_t n : {1U, 4U, 10U}) {
    expect_law(multinomial_law(n, {0.1, 0.4, 0.2, 0.3}), 200000, [&] {
      Cells cells(weights.size());
      add_multinomial(random, n, weights, cells);
      return cells;
    });
  }
}

TEST(Multinomial, ManyBallsFitTheirCells) {
  SeededBits random(32);
  Cells cells(17);
  add_uniform_multinomial(random, 1000000000000, cells);
  EXPECT_GE(testing::chi_squared_test(cells, std::vector<double>(17, 1.0 / 17)), testing::false_alarm);
  Cells weighted(3);
  add_multinomial(random, 1000000000000, Cells{1, 1000, 1000000}, weighted);
  EXPECT_GE(testing::chi_squared_test(weighted, std::vector<double>{1 / 1001001., 1e3 / 1001001., 1e6 / 1001001.}),
            testing::false_alarm);
}

}  // namespace
}  // namespace sourdine
