// Bounds and closed forms of the attacks on surveys, by enumeration of small channels.
#include "sourdine/tuple/attacks.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/tuple/attacks_profile.h"
#include "support/errors.h"
#include "tuples.h"

namespace sourdine {
namespace {

using testing::tuple_of;

// The best guess at the true attribute of whoever knows the tuple: (1/d)·Σ_y max_j M_j(y_j|v_j)·Π_{i≠j} F_i(y_i), from
// the channels of one attribute each: M is the local randomiser, F its fake data.
double best_guess_by_definition(const std::vector<std::vector<std::pair<double, double>>>& entries) {
  double sum = 0;
  std::vector<std::size_t> at(entries.size());
  while (true) {
    double best = 0;
    for (std::size_t j = 0; j < entries.size(); ++j) {
      double product = 1;
      for (std::size_t i = 0; i < entries.size(); ++i) {
        product *= i == j ? entries[i][at[i]].first : entries[i][at[i]].second;
      }
      best = std::max(best, product);
    }
    sum += best;
    std::size_t place = 0;
    while (place < at.size() && ++at[place] == entries[place].size()) at[place++] = 0;
    if (place == at.size()) return sum / static_cast<double>(entries.size());
  }
}

// Pr[y|v] of the randomiser and of fake data for every y, v = 0.
std::vector<std::pair<double, double>> channel(const std::string& word, Value k, double epsilon) {
  const double e = std::exp(epsilon);
  std::vector<std::pair<double, double>> law;
  if (word == "grr") {
    for (Value y = 0; y < k; ++y) law.emplace_back((y == 0 ? e : 1) / (e + k - 1), 1.0 / k);
    return law;
  }
  const double p = word.starts_with("oue") ? 0.5 : std::exp(epsilon / 2) / (std::exp(epsilon / 2) + 1);
  const double q = word.starts_with("oue") ? 1 / (e + 1) : 1 - p;
  for (unsigned bits = 0; bits < (1U << k); ++bits) {
    const auto of_hot = [&](Value hot) {
      double product = 1;
      for (Value v = 0; v < k; ++v) {
        const double one = v == hot ? p : q;
        product *= (bits >> v & 1U) != 0 ? one : 1 - one;
      }
      return product;
    };
    double fake = 0;
    for (Value hot = 0; hot < k; ++hot) fake += of_hot(hot) / k;
    law.emplace_back(of_hot(0), word.ends_with("-z") ? of_hot(k) : fake);
  }
  return law;
}

TEST(TupleAttacks, TheBoundOnTheSampledAttributeIsTheBestGuessByDefinition) {
  for (const char* word : {"grr", "oue-z", "sue-z", "oue-r", "sue-r"}) {
    for (const auto& sizes : {std::vector<std::uint64_t>{2, 3}, {2, 4}, {3, 3, 2}}) {
      TupleSpec spec{.solution = TupleSolution::rs_fd, .epsilon = 1.3, .level = TupleLevel::tuple, .oracle = word};
      std::vector<std::vector<std::pair<double, double>>> entries;
      for (const std::uint64_t size : sizes) {
        spec.attributes.push_back({.domain = Domain(size)});
        entries.push_back(channel(word, static_cast<Value>(size), 1.3));
      }
      EXPECT_NEAR(sampled_attribute_bound(*TupleProtocol::make(spec)), best_guess_by_definition(entries), 1e-12)
          << word << " " << sizes.size();
    }
  }
}

TEST(TupleAttacks, WithAPriorTheBoundIsThePosteriorOfTheWorstReport) {
  // grr, prior (3, 1): R is between q/0.75 and p/0.25.
  const auto protocol = testing::tuple_with_prior(2, {3, 1}, 1, "grr", TupleLevel::tuple);
  const double p = std::exp(1) / (std::exp(1) + 1), q = 1 - p;
  EXPECT_NEAR(sampled_attribute_bound(*protocol), 4 * p / (4 * p + q / 0.75), 1e-9);
}

TEST(TupleAttacks, BoundsAreThoseOfBayes) {
  EXPECT_NEAR(posterior_bound(1, 0.25), std::exp(1) / (std::exp(1) + 3), 1e-15);
  EXPECT_EQ(posterior_bound(0, 0.3), 0.3);
  EXPECT_NEAR(list_bound(2, 100, 10), 10 * std::exp(2) / (10 * std::exp(2) + 90), 1e-15);
  EXPECT_EQ(list_bound(0, 100, 10), 0.1);
  EXPECT_EQ(list_bound(1, 5, 10), 1);
}

TEST(TupleAttacks, ProfilesHaveThePublishedClosedForms) {
  const double accuracies[] = {0.5, 0.4, 0.3};
  EXPECT_NEAR(profile_each_once(accuracies), 0.06, 1e-15);
  EXPECT_NEAR(profile_all_seen(accuracies), 0.06 * 6 / 27, 1e-15);
}

TEST(TupleAttacks, KnowsThePeopleOfATable) {
  const Value sizes[] = {2, 3};
  const SurveyPeople people = SurveyPeople::of_table({0, 2, 0, 2, 1, 0, 0, 1}, sizes);
  EXPECT_EQ(people.size(), 4U);
  EXPECT_EQ(people.shares[0], (std::vector<double>{0.75, 0.25}));
  EXPECT_EQ(people.shares[1], (std::vector<double>{0.25, 0.25, 0.5}));
  EXPECT_EQ(people.commonest, 0.5);
  EXPECT_EQ(testing::input_error([&] {
              SurveyPeople::of_table({0, 3}, sizes);
            }),
            "value 3 of person 1 is outside the domain of attribute 2");
  EXPECT_EQ(testing::input_error([&] { SurveyPeople::of_table({}, sizes); }),
            "an attack needs people with a value of every attribute");
}

TEST(TupleAttacks, RefusesWhatCannotBe) {
  const Value sizes[] = {2, 3};
  SeededBits random(1);
  const SurveyPeople people = SurveyPeople::drawn_evenly(sizes, 10, random);
  EXPECT_EQ(testing::input_error([&] {
              sampled_attribute_attack(*tuple_of(TupleSolution::smp, {2, 3}, 1, "grr"), people, random);
            }),
            "'smp' hides no attribute behind fake data");
  EXPECT_EQ(testing::input_error([&] {
              single_report_attack(*tuple_of(TupleSolution::smp, {2, 4}, 1, "grr"), people, 0, random);
            }),
            "the people to attack have other attributes than the survey");
  EXPECT_EQ(testing::input_error([&] {
              single_report_attack(*tuple_of(TupleSolution::joint, {2, 3}, 1, "grr"), people, 0, random);
            }),
            "reports of 'joint' are about all attributes at once");
  const std::shared_ptr<const Oracle> oracles[] = {make_oracle({"grr", Domain(2), 1, {}}),
                                                   make_oracle({"grr", Domain(3), 1, {}})};
  EXPECT_EQ(testing::input_error([&] { profile_attack(people, oracles, Asked::same_for_life, {}, random); }),
            "oracle 'grr' keeps no permanent responses");
  EXPECT_EQ(testing::input_error([&] { profile_attack(people, oracles, Asked::each_once, {.surveys = 3}, random); }),
            "3 surveys cannot ask for each of 2 attributes once");
}

}  // namespace
}  // namespace sourdine
