#include "sourdine/oracle/projective/projective.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "sourdine/oracle/projective/projective_space.h"
#include "sourdine/oracle/table.h"
#include "support/errors.h"

namespace sourdine::testing {
namespace {

const std::pair<std::uint32_t, unsigned> geometries[] = {{2, 2}, {2, 5}, {3, 3}, {3, 4}, {5, 3}, {7, 3}, {13, 2}};

TEST(ProjectiveSpace, HasTheIncidenceNumbersOfADesign) {
  for (const auto& [order, coordinates] : geometries) {
    SCOPED_TRACE(std::to_string(order) + ", " + std::to_string(coordinates));
    const ProjectiveSpace space(order, coordinates);
    EXPECT_EQ(space.points(), projective_points(order, coordinates));
    for (std::uint64_t v = 0; v < space.points(); ++v) {
      for (std::uint64_t w = 0; w <= v; ++w) {
        std::uint64_t shared = 0;
        for (std::uint64_t u = 0; u < space.points(); ++u) {
          shared += space.is_incident(u, v) && space.is_incident(u, w) ? 1U : 0U;
        }
        ASSERT_EQ(shared, v == w ? space.points_per_hyperplane() : space.points_per_intersection());
      }
    }
  }
}

TEST(ProjectiveSpace, ListsEveryPointOfAHyperplaneOnce) {
  for (const auto& [order, coordinates] : geometries) {
    const ProjectiveSpace space(order, coordinates);
    for (std::uint64_t v = 0; v < space.points(); ++v) {
      std::set<std::uint64_t> seen;
      for (std::uint64_t i = 0; i < space.points_per_hyperplane(); ++i) {
        const std::uint64_t u = space.point_on(v, i);
        ASSERT_LT(u, space.points());
        EXPECT_TRUE(space.is_incident(u, v));
        seen.insert(u);
      }
      EXPECT_EQ(seen.size(), space.points_per_hyperplane());
    }
  }
}

TEST(ProjectiveSpace, SumsHyperplanesLikeTheDefinition) {
  for (const auto& [order, coordinates] : geometries) {
    SCOPED_TRACE(std::to_string(order) + ", " + std::to_string(coordinates));
    const ProjectiveSpace space(order, coordinates);
    std::vector<std::uint64_t> counts(space.points());
    for (std::size_t u = 0; u < counts.size(); ++u) counts[u] = (u * u * 7919 + u) % 1009 + (u == 3 ? 1ULL << 60 : 0);
    const auto sums = space.hyperplane_sums(counts, space.points());
    for (std::uint64_t v = 0; v < space.points(); ++v) {
      std::uint64_t sum = 0;
      for (std::uint64_t u = 0; u < space.points(); ++u) sum += space.is_incident(u, v) ? counts[u] : 0;
      EXPECT_EQ(sums[v], sum);
    }
  }
}

TEST(Primes, AreRecognised) {
  std::vector<std::uint64_t> primes;
  for (std::uint64_t number = 0; number < 50; ++number) {
    if (is_prime(number)) primes.push_back(number);
  }
  EXPECT_EQ(primes, (std::vector<std::uint64_t>{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47}));
  EXPECT_TRUE(is_prime((1U << 26) - 5));
  EXPECT_FALSE(is_prime(8191ULL * 8191));
}

TEST(Pgr, ChoosesTheOrderOfLeastVariance) {
  for (const Value k : {2U, 3U, 5U, 17U, 40U}) {
    for (const double epsilon : {0.1, 0.5, 1.0, 2.0, 4.0, 10.0}) {
      const auto chosen = make_oracle({"pgr", Domain(k), epsilon, {}});
      for (double order = 2; order < k + 10; ++order) {
        if (!is_prime(static_cast<std::uint64_t>(order))) continue;
        const auto other = make_oracle({"pgr", Domain(k), epsilon, {{"order", order}}});
        EXPECT_LE(chosen->approximate_variance(), other->approximate_variance() * (1 + 1e-12));
      }
    }
  }
}

TEST(Pgr, AtEpsilonOneAndSeventeenValuesIsTheSpaceOfOrderFive) {
  const auto pgr = make_oracle({"pgr", Domain(17), 1, {}});
  EXPECT_EQ(pgr->cells(), 31U);
  EXPECT_LT(pgr->approximate_variance(), 3.5287329198);
}

TEST(Pgr, OfTwoCoordinatesIsGrrOverItsPoints) {
  const auto pgr = make_oracle({"pgr", Domain(17), 5, {{"order", 17}}});
  const auto grr = make_oracle({"grr", Domain(18), 5, {}});
  EXPECT_EQ(pgr->cells(), 18U);
  EXPECT_EQ(pgr->support().yes, grr->support().yes);
  EXPECT_EQ(pgr->support().no, grr->support().no);
}

TEST(Pgr, IsPossibleForEveryDomainSize) {
  for (const Value k : {100U, 5000U, 1U << 20, static_cast<unsigned>(Domain::max_size)}) {
    for (const double epsilon : {0.1, 1.0, 4.0, 9.0, 18.0, 700.0}) {
      const auto pgr = make_oracle({"pgr", Domain(k), epsilon, {}});
      EXPECT_GE(pgr->cells(), k);
      EXPECT_LE(pgr->cells(), 2 * Domain::max_size);
    }
  }
}

TEST(Pgr, RefusesOrdersThatAreNotPrimeOrMakeTooManyCells) {
  EXPECT_EQ(input_error([] {
              make_oracle({"pgr", Domain(17), 1, {{"order", 9}}});
            }),
            "parameter 'order' of oracle 'pgr' must be a prime, not 9");
  EXPECT_EQ(input_error([] {
              make_oracle({"pgr", Domain(100'000), 1, {{"order", 50'021}}});
            }),
            "order 50021 makes a table of 2502150463 cells for this domain (at most 134217728)");
}

}  // namespace
}  // namespace sourdine::testing
