#include "sourdine/kernel/walk_moments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "kernel/definitions.h"
#include "support/simd_targets.h"

namespace sourdine::testing {
namespace {

struct Example {
  std::vector<double> design, share, variance, irregular;
  WalkColumns columns;

  // Columns of noise, some periods not observed, variances of many sizes.
  Example(std::size_t periods, std::size_t used, std::size_t stride, double drift, std::uint64_t seed)
      : design(periods * stride) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    for (std::size_t t = 0; t < periods; ++t) {
      for (std::size_t i = 1; i < used; ++i) design[t * stride + i] = normal(random);
      share.push_back(normal(random));
      variance.push_back(random() % 7 == 0 ? std::numeric_limits<double>::infinity() : std::exp(5 * normal(random)));
      irregular.push_back(std::exp(normal(random)));
    }
    columns = {.design = design,
               .stride = stride,
               .share = share,
               .variance = variance,
               .irregular = irregular,
               .dispersion = 1.7,
               .drift = drift};
  }
};

// Bit by bit: a fit that depended on the machine's vectors would publish other numbers on another one.
TEST(WalkMoments, AreTheSumsOfTheDefinitionOnEveryTarget) {
  for (const std::size_t periods : {0U, 1U, 2U, 63U, 64U, 65U, 300U}) {
    for (const std::size_t used : {2U, 8U, 9U, 14U, 16U, 20U, 32U}) {
      const std::size_t stride = (used + walk_padding - 1) / walk_padding * walk_padding;
      for (const double drift : {0.0, 0.3}) {
        const Example example(periods, used, stride, drift, periods * 100 + used);
        const WalkByDefinition expected(example.columns);
        on_every_simd_target([&] {
          std::vector<double> squares(3 * stride * stride);
          std::vector<WalkMoments> walks;
          for (std::size_t i = 0; i < 3; ++i) {
            walks.push_back({example.columns, std::span(squares).subspan(i * stride * stride, stride * stride)});
          }
          walk_moments(walks);
          for (const WalkMoments& walk : walks) {
            EXPECT_NEAR(walk.log_determinant, expected.log_determinant, 1e-9);
            EXPECT_TRUE(std::ranges::equal(walk.squares, expected.squares)) << periods << " " << used;
          }
          std::vector<double> innovations(periods * stride);
          std::vector<double> level_variance(periods);
          walk_innovations(example.columns, innovations, level_variance);
          EXPECT_EQ(innovations, expected.innovations) << periods << " " << used;
          EXPECT_EQ(level_variance, expected.level_variance) << periods << " " << used;
        });
      }
    }
  }
}

TEST(WalkMoments, LogarithmsOfVariancesOfEverySizeAddUp) {
  const std::vector<double> variance = {1e-300, 1e-300, 1e300, 1e308, 1e-308, 1};
  const std::vector<double> share(variance.size());
  const std::vector<double> design(variance.size() * walk_padding);
  std::vector<double> squares(walk_padding * walk_padding);
  double sum = 0;
  for (const double x : variance) sum += std::log(x);
  WalkMoments walk{.columns = {.design = design,
                               .stride = walk_padding,
                               .share = share,
                               .variance = variance,
                               .irregular = share,
                               .dispersion = 1,
                               .drift = 0},
                   .squares = squares};
  walk_moments({&walk, 1});
  EXPECT_NEAR(walk.log_determinant, sum, 1e-9);
}

}  // namespace
}  // namespace sourdine::testing
