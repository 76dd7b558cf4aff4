// Measured attacks stay below what is proven, and where theory has the number, they have it.
#include <gtest/gtest.h>

#include "sourdine/longitudinal/attacks.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/tuple/attacks_profile.h"
#include "support/statistics.h"
#include "tuples.h"

namespace sourdine {
namespace {

using testing::tuple_of;

constexpr Value attacked_sizes[] = {2, 5, 3};
constexpr std::size_t attacked_people = 4000;

// Attributes that depend on each other, with unequal shares.
SurveyPeople dependent_people(Random& random) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < attacked_people; ++i) {
    const auto first = static_cast<Value>(random.below(10) < 8 ? 0 : 1);
    const auto second = static_cast<Value>(first == 0 ? random.below(2) : random.below(5));
    values.insert(values.end(), {first, second, static_cast<Value>((first + second) % 3)});
  }
  return SurveyPeople::of_table(std::move(values), attacked_sizes);
}

std::vector<SurveyPeople> both_kinds(Random& random) {
  std::vector<SurveyPeople> people;
  people.push_back(SurveyPeople::drawn_evenly(attacked_sizes, attacked_people, random));
  people.push_back(dependent_people(random));
  return people;
}

void expect_within(const AttackMeasure& measure) {
  EXPECT_GT(measure.trials, 0U);
  EXPECT_GE(measure.bound, measure.chance);
  EXPECT_GE(measure.p_value(), testing::false_alarm)
      << measure.right << " of " << measure.trials << ", bound " << measure.bound;
}

TEST(TupleAttacks, SingleReportsTellNoMoreThanEpsilonAllows) {
  SeededBits random(5);
  for (const SurveyPeople& people : both_kinds(random)) {
    for (const auto& protocol :
         {tuple_of(TupleSolution::smp, {2, 5, 3}, 1, "grr"), tuple_of(TupleSolution::smp, {2, 5, 3}, 1, "oue"),
          tuple_of(TupleSolution::spl, {2, 5, 3}, 3, "grr"), tuple_of(TupleSolution::rs_fd, {2, 5, 3}, 2, "grr"),
          tuple_of(TupleSolution::rs_fd, {2, 5, 3}, 2, "oue-z"),
          tuple_of(TupleSolution::rs_fd, {2, 5, 3}, 2, "sue-r")}) {
      for (std::size_t j = 0; j < 3; ++j) expect_within(single_report_attack(*protocol, people, j, random));
    }
  }
}

TEST(TupleAttacks, GuessesFromOneReportHaveTheirClosedForms) {
  SeededBits random(6);
  const SurveyPeople people = SurveyPeople::drawn_evenly(attacked_sizes, 20000, random);
  for (const char* name : {"grr", "oue", "sue"}) {
    const auto protocol = tuple_of(TupleSolution::spl, {2, 5, 3}, 3, name);
    for (std::size_t j = 0; j < 3; ++j) {
      const Support support = protocol->oracle(j).support();
      const double expected = name == std::string("grr") ? guess_from_value(support.yes)
                                                         : guess_from_unary(support.yes, support.no, attacked_sizes[j]);
      const AttackMeasure measure = single_report_attack(*protocol, people, j, random);
      EXPECT_GE(testing::binomial_test(measure.right, measure.trials, expected), testing::false_alarm) << name << j;
    }
  }
}

TEST(TupleAttacks, TheSampledAttributeIsFoundNoMoreOftenThanByWhoeverKnowsTheTuple) {
  SeededBits random(7);
  for (const SurveyPeople& people : both_kinds(random)) {
    for (const char* entry : {"grr", "oue-z", "sue-z", "oue-r", "sue-r"}) {
      const auto protocol = tuple_of(TupleSolution::rs_fd, {2, 5, 3}, 4, entry, TupleLevel::published);
      const AttackMeasure measure = sampled_attribute_attack(*protocol, people, random);
      SCOPED_TRACE(entry);
      expect_within(measure);
      if (people.is_independent && std::string_view(entry) == "grr") {
        // With even shares an entry of grr looks like fake data: nothing but chance.
        EXPECT_GE(testing::binomial_test(measure.right, measure.trials, 1.0 / 3), testing::false_alarm);
      }
      if (std::string_view(entry) == "sue-z") {  // far above chance: fake data that hide little
        EXPECT_GE(testing::binomial_lower_tail(measure.right, measure.trials, 0.6), testing::false_alarm);
      }
    }
    TupleSpec spec{.solution = TupleSolution::rs_rfd, .epsilon = 2, .oracle = "grr"};
    for (const Value size : attacked_sizes) {
      spec.attributes.push_back({.domain = Domain(size), .prior = std::vector<std::uint64_t>(size, 2)});
      spec.attributes.back().prior[0] = 7;
    }
    for (const char* entry : {"grr", "oue-r", "sue-r"}) {
      spec.oracle = entry;
      expect_within(sampled_attribute_attack(*TupleProtocol::make(spec), people, random));
    }
  }
}

std::vector<std::shared_ptr<const Oracle>> attacked_oracles(const std::string& name, double epsilon) {
  std::vector<std::shared_ptr<const Oracle>> oracles;
  for (const Value size : attacked_sizes) oracles.push_back(make_oracle({name, Domain(size), epsilon, {}}));
  return oracles;
}

TEST(TupleAttacks, ProfilesTellNoMoreThanAllReportsTogether) {
  SeededBits random(8);
  const ProfileOptions options{.targets = 600};
  for (const SurveyPeople& people : both_kinds(random)) {
    for (const Asked asked : {Asked::each_once, Asked::at_random, Asked::same_for_life}) {
      for (const char* name : {"l-grr", "l-osue"}) {
        const ProfileAttack attack = profile_attack(people, attacked_oracles(name, 2), asked, options, random);
        expect_within(attack.profile);
        for (const AttackMeasure& found : attack.found) expect_within(found);
      }
    }
  }
}

TEST(TupleAttacks, ProfilesHaveTheClosedFormsOfTheTheory) {
  SeededBits random(9);
  const SurveyPeople people = SurveyPeople::drawn_evenly(attacked_sizes, 200, random);
  const auto oracles = attacked_oracles("grr", 2);
  std::vector<double> accuracies;
  for (const auto& oracle : oracles) accuracies.push_back(oracle->support().yes);
  // Whoever is drawn from 200 people has not quite an even tuple; the targets are many, so the people must be, too.
  const SurveyPeople many = SurveyPeople::drawn_evenly(attacked_sizes, 3000, random);
  const ProfileOptions options{.targets = 3000, .listed = {}};
  const ProfileAttack once = profile_attack(many, oracles, Asked::each_once, options, random);
  EXPECT_GE(testing::binomial_test(once.profile.right, once.profile.trials, profile_each_once(accuracies)),
            testing::false_alarm);
  // grr reaches the bound.
  EXPECT_NEAR(once.profile.bound, profile_each_once(accuracies), 1e-12);
  // Profiles with attributes that were never seen count here when they are right: a little more than the formula.
  const ProfileAttack drawn = profile_attack(many, oracles, Asked::at_random, options, random);
  EXPECT_GE(testing::binomial_lower_tail(drawn.profile.right, drawn.profile.trials, profile_all_seen(accuracies)),
            testing::false_alarm);
  EXPECT_GE(drawn.profile.p_value(), testing::false_alarm);
  // More surveys about other attributes tell more; about one for life they do not.
  const auto kept = attacked_oracles("l-grr", 2);
  const ProfileOptions often{.surveys = 60, .targets = 1000, .listed = {1}};
  const ProfileAttack fresh = profile_attack(people, kept, Asked::at_random, often, random);
  const ProfileAttack life = profile_attack(people, kept, Asked::same_for_life, often, random);
  AttackMeasure beyond = fresh.profile;
  beyond.bound = life.profile.bound;
  EXPECT_LT(beyond.p_value(), testing::false_alarm);
  expect_within(life.profile);
  expect_within(life.found[0]);
}

}  // namespace
}  // namespace sourdine
