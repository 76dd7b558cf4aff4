#include "sourdine/counts/contribution.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "sourdine/random/seeded_bits.h"
#include "support/enumeration.h"

namespace sourdine {
namespace {

using Rational = testing::Rational;

TEST(Contribution, EverySetOfEventsIsAsLikelyAsAnyOther) {
  for (const std::uint64_t bound : {1U, 2U, 3U, 4U}) {
    std::map<std::set<std::uint32_t>, Rational> law;
    Branches branches;
    branches.explore([&](Branches& chance) {
      const std::vector<std::uint32_t> chosen = choose_uniformly(5, bound, chance);
      EXPECT_EQ(chosen.size(), bound);
      law[std::set<std::uint32_t>(chosen.begin(), chosen.end())] += testing::path_probability<Rational>(chance.path());
    });
    const std::size_t sets = bound == 1 || bound == 4 ? 5 : 10;  // 5 over bound
    ASSERT_EQ(law.size(), sets);
    for (const auto& [chosen, probability] : law) EXPECT_EQ(probability, Rational(1, sets));
  }
}

TEST(Contribution, NobodyIsCountedMoreOftenThanTheBoundAndFewEventsAllStay) {
  SeededBits random(3);
  std::vector<std::uint32_t> persons;
  for (std::uint32_t i = 0; i < 400; ++i) persons.push_back(i % 7 == 0 ? 0 : i % 11 == 0 ? 1 : i);
  for (const std::uint64_t bound : {1U, 3U, 50U}) {
    const std::vector<bool> kept = bounded_events(persons, 400, bound, random);
    std::map<std::uint32_t, std::uint64_t> all, counted;
    for (std::size_t i = 0; i < persons.size(); ++i) {
      ++all[persons[i]];
      if (kept[i]) ++counted[persons[i]];
    }
    for (const auto& [person, events] : all) EXPECT_EQ(counted[person], std::min(events, bound)) << person;
  }
}

// One person more changes the number of people by 1 at most, and the number of events by the cap.
TEST(Contribution, WhatABoundRemovesMovesByOneAndByTheCapAtMost) {
  constexpr std::uint64_t bound = 2, cap = 4;
  bool reaches_cap = false;
  for (std::uint64_t a = 0; a < 12; ++a) {
    for (std::uint64_t b = 0; b < 12; ++b) {
      for (std::uint64_t added = 0; added < 12; ++added) {
        const RemovedByBound without = removed_by_bound(std::vector<std::uint64_t>{a, b}, bound, cap);
        const RemovedByBound with = removed_by_bound(std::vector<std::uint64_t>{a, b, added}, bound, cap);
        EXPECT_LE(with.people - without.people, 1U);
        EXPECT_LE(with.events - without.events, cap);
        reaches_cap = reaches_cap || with.events - without.events == cap;
      }
    }
  }
  EXPECT_TRUE(reaches_cap);
}

TEST(Contribution, EqualTextsAreOnePersonAndNothingIsFolded) {
  PersonIndex index;
  EXPECT_EQ(index.number("a"), 0U);
  EXPECT_EQ(index.number("A"), 1U);
  EXPECT_EQ(index.number("a "), 2U);
  EXPECT_EQ(index.number("a"), 0U);
  EXPECT_EQ(index.size(), 3U);
}

}  // namespace
}  // namespace sourdine
