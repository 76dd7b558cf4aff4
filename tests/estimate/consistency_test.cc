#include "sourdine/estimate/consistency.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "sourdine/base/error.h"
#include "sourdine/estimate/normal.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

using Numbers = std::vector<double>;
using Method = Consistent (*)(std::span<const double>, double);

struct NamedMethod {
  std::string name;
  Method apply;
};

// All methods as functions of the counts and the total.
const std::vector<NamedMethod> methods = {
    {"base-pos", [](std::span<const double> x, double) { return base_pos(x); }},
    {"base-cut", [](std::span<const double> x, double) { return base_cut(x, 0.25); }},
    {"norm", norm},
    {"norm-mul", norm_mul},
    {"norm-sub", norm_sub},
    {"norm-cut", norm_cut},
};

void expect_near(const Numbers& actual, const Numbers& expected, double tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_NEAR(actual[i], expected[i], tolerance) << "entry " << i;
}

double sum(const Numbers& x) { return std::accumulate(x.begin(), x.end(), 0.0); }

double distance(const Numbers& x, const Numbers& y) {
  double squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) squares += (x[i] - y[i]) * (x[i] - y[i]);
  return std::sqrt(squares);
}

// Numbers in [−1, 2), some repeated, as unbiased estimates of a skewed distribution look.
Numbers random_counts(Random& random, std::size_t k) {
  Numbers x(k);
  for (double& number : x) number = static_cast<double>(random.below(3000)) / 1000 - 1;
  if (k > 2 && random.below(2) == 0) x[1] = x[0];
  return x;
}

template <class Check>
void for_random_counts(Check check) {
  SeededBits random(20);
  for (int trial = 0; trial < 300; ++trial) check(random_counts(random, 1 + random.below(8)));
}

TEST(Consistency, GivesTheSheetsVectors) {
  const Numbers x = {.5, .4, .3, -.1, -.2};
  expect_near(norm(x, 1).counts, {.52, .42, .32, -.08, -.18}, 1e-12);
  expect_near(norm_mul(x, 1).counts, {5.0 / 12, 4.0 / 12, 3.0 / 12, 0, 0}, 1e-12);
  expect_near(norm_sub(x, 1).counts, {1.3 / 3, 1.0 / 3, 0.7 / 3, 0, 0}, 1e-12);
  expect_near(norm_cut(x, 1).counts, {.5, .4, 0, 0, 0}, 0);

  const Numbers y = {.7, .25, .1, .02, -.01, -.06};
  expect_near(norm_sub(y, 1).counts, {.6825, .2325, .0825, .0025, 0, 0}, 1e-12);
  expect_near(norm_mul(y, 1).counts, {.65420561, .23364486, .09345794, .01869159, 0, 0}, 5e-9);
  expect_near(norm_cut(y, 1).counts, {.7, .25, 0, 0, 0, 0}, 0);

  const Numbers z = {.2, .1, -.05, -.3};
  expect_near(norm(z, 1).counts, {.4625, .3625, .2125, -.0375}, 1e-12);
  expect_near(norm_sub(z, 1).counts, {.45, .35, .2, 0}, 1e-12);
  expect_near(norm_cut(z, 1).counts, {.2, .1, 0, 0}, 0);

  const Numbers grr = {.78648253, .39549418, .2, -.11279068, -.26918602};
  expect_near(norm_sub(grr, 1).counts, {.65915696, .26816861, .07267443, 0, 0}, 1e-8);
  expect_near(base_pos(Numbers{70, 10, 4, -10}).counts, {70, 10, 4, 0}, 0);
}

TEST(Consistency, IsNonNegativeAndSumsToTheTotalWhereItSaysSo) {
  for_random_counts([](const Numbers& x) {
    for (const NamedMethod& method : methods) {
      const Numbers y = method.apply(x, 2.5).counts;
      if (method.name != "norm") {
        EXPECT_GE(*std::ranges::min_element(y), 0) << method.name;
      }
      if (method.name == "norm-cut") {
        EXPECT_LE(sum(y), 2.5 + 1e-12);
      }
      const bool normalises = method.name == "norm" || method.name == "norm-mul" || method.name == "norm-sub";
      if (normalises) {
        EXPECT_NEAR(sum(y), 2.5, 1e-12) << method.name;
      }
    }
  });
}

TEST(Consistency, ChangesNothingWhenAppliedTwice) {
  for_random_counts([](const Numbers& x) {
    for (const NamedMethod& method : methods) {
      const Numbers once = method.apply(x, 1).counts;
      expect_near(method.apply(once, 1).counts, once, 1e-12);
    }
  });
}

TEST(Consistency, LeavesAValidDistributionAlone) {
  const Numbers valid = {.4, .3, .26, .04};
  for (const NamedMethod& method : methods) {
    if (method.name != "base-cut") expect_near(method.apply(valid, 1).counts, valid, 1e-15);
  }
}

TEST(Consistency, KeepsTheOrderOfTheValues) {
  for_random_counts([](const Numbers& x) {
    for (const NamedMethod& method : methods) {
      const Numbers y = method.apply(x, 1).counts;
      for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t j = 0; j < x.size(); ++j) {
          if (x[i] <= x[j]) {
            EXPECT_LE(y[i], y[j]) << method.name;
          }
        }
      }
    }
  });
}

TEST(Consistency, PermutesWithTheValues) {
  for_random_counts([](const Numbers& x) {
    Numbers turned = x;
    std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(turned.size() / 2), turned.end());
    for (const NamedMethod& method : methods) {
      Numbers y = method.apply(x, 1).counts;
      std::rotate(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(y.size() / 2), y.end());
      expect_near(method.apply(turned, 1).counts, y, 1e-12);
    }
  });
}

// KKT conditions of min |y − x|² over the simplex: y − x is one number on the support and no smaller off it.
TEST(NormSub, IsTheEuclideanProjection) {
  for_random_counts([](const Numbers& x) {
    const Numbers y = norm_sub(x, 1).counts;
    const auto top = static_cast<std::size_t>(std::ranges::max_element(y) - y.begin());
    const double shift = y[top] - x[top];
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (y[i] > 0) {
        EXPECT_NEAR(y[i] - x[i], shift, 1e-12);
      }
      if (y[i] == 0) {
        EXPECT_GE(0 - x[i], shift - 1e-12);
      }
    }
  });
}

TEST(NormSub, NoPointOfAFineGridIsNearer) {
  SeededBits random(21);
  for (int trial = 0; trial < 50; ++trial) {
    const Numbers x = random_counts(random, 3);
    const double nearest = distance(x, norm_sub(x, 1).counts);
    for (int i = 0; i <= 100; ++i) {
      for (int j = 0; i + j <= 100; ++j) {
        EXPECT_LE(nearest, distance(x, {i / 100.0, j / 100.0, (100 - i - j) / 100.0}) + 1e-12);
      }
    }
  }
}

TEST(NormSub, NeverMovesTwoInputsApart) {
  SeededBits random(22);
  for (int trial = 0; trial < 500; ++trial) {
    const Numbers x = random_counts(random, 6);
    const Numbers y = random_counts(random, 6);
    EXPECT_LE(distance(norm_sub(x, 1).counts, norm_sub(y, 1).counts), distance(x, y) + 1e-12);
  }
}

TEST(NormMul, WithoutAPositiveNumberSharesEquallyAndSaysSo) {
  const Consistent result = norm_mul(Numbers{-1, 0, -3, -0.5}, 8);
  EXPECT_TRUE(result.is_degenerate);
  expect_near(result.counts, {2, 2, 2, 2}, 0);
  EXPECT_FALSE(norm_mul(Numbers{-1, 0.001}, 8).is_degenerate);
}

TEST(NormSub, WithoutAPositiveNumberStillProjects) {
  expect_near(norm_sub(Numbers{-3, -1, -1.5}, 1).counts, {0, 0.75, 0.25}, 1e-15);
}

TEST(NormCut, SaysWhenNoNumberFits) {
  EXPECT_TRUE(norm_cut(Numbers{-1, -2}, 1).is_degenerate);
  expect_near(norm_cut(Numbers{-1, -2}, 1).counts, {0, 0}, 0);
  EXPECT_TRUE(norm_cut(Numbers{1.5, 0.2}, 1).is_degenerate);
  expect_near(norm_cut(Numbers{1.5, 0.2}, 1).counts, {1, 0}, 0);
  expect_near(norm_cut(Numbers{.6, .6, .2}, 1).counts, {.5, .5, 0}, 0);
}

TEST(NormCut, EqualNumbersShareOneFate) { expect_near(norm_cut(Numbers{.5, .3, .3}, 1).counts, {.5, 0, 0}, 0); }

TEST(BaseCut, ThresholdLetsNoiseAloneThroughWithTheStatedProbability) {
  const std::size_t k = 17;
  const double threshold = base_cut_threshold(k, 2, 0.05);
  EXPECT_NEAR(static_cast<double>(k) * normal_cdf(-threshold / 2), 0.05, 1e-12);
  EXPECT_EQ(base_cut_threshold(1, 2, 0.9), 0);
}

TEST(ConsistencyTable, NamesAreReadBack) {
  for (const ConsistencyRow& row : consistency_table()) {
    EXPECT_EQ(find_consistency(row.name), row.method);
    EXPECT_EQ(consistency_name(row.method), row.name);
    EXPECT_FALSE(row.meaning.empty());
  }
}

TEST(ConsistencyTable, UnknownNameListsTheCandidates) {
  try {
    find_consistency("normsub");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "unknown consistency method 'normsub'; did you mean 'norm-sub'? known: none, base-pos, base-cut, norm, "
              "norm-mul, norm-sub, norm-cut, mle");
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
  }
}

}  // namespace
}  // namespace sourdine
