#include "sourdine/random/weighed_branches.h"

#include <gtest/gtest.h>

#include <map>

#include "sourdine/base/error.h"
#include "sourdine/random/discrete_gaussian.h"
#include "support/errors.h"

namespace sourdine {
namespace {

struct WeighedLaw {
  std::map<std::int64_t, Exact> mass;
  Exact cut;

  Exact total() const {
    Exact sum = cut;
    for (const auto& [result, weight] : mass) sum += weight;
    return sum;
  }
};

template <class Body>
WeighedLaw weighed_law(double prune_bits, Body body) {
  WeighedLaw law;
  WeighedBranches branches(prune_bits);
  branches.explore([&](WeighedBranches& chance) {
    const std::int64_t result = body(chance);
    law.mass[result] += chance.weight();
  });
  law.cut = branches.cut_mass();
  return law;
}

void expect_close(const Exact& a, const Exact& b) { EXPECT_LT(abs(a - b), Exact("1e-95")); }

TEST(WeighedBranches, WeighsEveryDecision) {
  const WeighedLaw law = weighed_law(60, [](auto& chance) -> std::int64_t {
    if (chance.bernoulli(1, 3)) return 0;
    if (bernoulli_exp(chance, 5, 2)) return 1;
    return static_cast<std::int64_t>(10 + chance.below(4));
  });
  expect_close(law.mass.at(0), Exact(1) / 3);
  expect_close(law.mass.at(1), Exact(2) / 3 * exp(-Exact(5) / 2));
  for (const int result : {10, 11, 12, 13}) expect_close(law.mass.at(result), Exact(1) / 6 * (1 - exp(-Exact(5) / 2)));
  EXPECT_EQ(law.cut, 0);
  expect_close(law.total(), 1);
}

// Certain decisions are no branches; the unit probability of a Threshold is 2^−64.
TEST(WeighedBranches, CertainDecisionsDoNotBranch) {
  int paths = 0;
  WeighedBranches branches;
  branches.explore([&](WeighedBranches& chance) {
    ++paths;
    EXPECT_FALSE(chance.bernoulli(Threshold{0}));
    EXPECT_TRUE(chance.bernoulli(3, 3));
    EXPECT_TRUE(bernoulli_exp(chance, 0, 7));
    EXPECT_EQ(chance.below(1), 0U);
  });
  EXPECT_EQ(paths, 1);
}

TEST(WeighedBranches, NoiseHasItsLawAndWhatIsCutIsAddedUp) {
  const Exact alpha = exp(-Exact(2) / 3);
  const WeighedLaw laplace = weighed_law(40, [](auto& chance) { return sample_discrete_laplace(chance, 3, 2); });
  for (const auto& [x, weight] : laplace.mass) {
    expect_close(weight, (1 - alpha) / (1 + alpha) * pow(alpha, static_cast<int>(std::abs(x))));
  }
  EXPECT_GT(laplace.mass.size(), 40U);
  EXPECT_GT(laplace.cut, 0);
  EXPECT_LT(laplace.cut, Exact(1e-11));
  expect_close(laplace.total(), 1);

  const WeighedLaw gaussian = weighed_law(40, [](auto& chance) { return sample_discrete_gaussian(chance, 9, 4); });
  for (const auto& [x, weight] : gaussian.mass) {
    expect_close(weight / gaussian.mass.at(0), exp(-Exact(x) * x * 4 / 18));
  }
  EXPECT_LT(gaussian.cut, Exact(1e-11));
  expect_close(gaussian.total(), 1);
}

// Two unbounded numbers: what is cut of the second, after each value of the first, is counted too.
TEST(WeighedBranches, CutMassOfSeveralNumbersIsComplete) {
  const WeighedLaw law = weighed_law(20, [](auto& chance) {
    const std::int64_t first = sample_discrete_laplace(chance, 1, 1);
    return first + sample_discrete_laplace(chance, 1, 1);
  });
  expect_close(law.total(), 1);
  EXPECT_GT(law.cut, Exact(1e-7));
}

TEST(WeighedBranches, RefusesPublishedWords) {
  EXPECT_EQ(testing::error_code([] {
              WeighedBranches branches;
              branches.explore([](WeighedBranches& chance) { chance.public_word(); });
            }),
            ErrorCode::internal);
}

}  // namespace
}  // namespace sourdine
