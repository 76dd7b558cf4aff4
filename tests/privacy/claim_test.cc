#include "sourdine/privacy/claim.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace sourdine {
namespace {

PrivacyClaim central(PrivacyLoss loss) { return {.loss = std::move(loss)}; }
PrivacyClaim local_report(double epsilon) {
  return {.loss = PureEpsilon{epsilon},
          .unit = Unit::report_value,
          .neighbours = Neighbours::replace,
          .model = PrivacyModel::local};
}

// A year: one oue release a month, each on the events of its month, a tree and a Gaussian release over all of it.
TEST(PrivacyClaim, AYearHasOneNumberPerEventAndOnePerPerson) {
  const std::vector<PrivacyClaim> months(12, as_central(local_report(0.5)));
  const PrivacyClaim tree = central(PureEpsilon{1});
  const PrivacyClaim gaussian = central(PrivacyLossDistribution(gaussian_pair_of(0.05)));

  const std::vector<PrivacyClaim> of_event{parallel(months), tree, gaussian};
  const Total event = tightest_total(of_event, 1e-6);
  EXPECT_EQ(event.accountant, Accountant::distribution);
  // dp-accounting 0.6 on a grid of 10^−4: 2.8122554. Its randomised responses are rounded up to the grid.
  EXPECT_NEAR(event.epsilon, 2.8122, 2e-4);
  EXPECT_GT(event.lower.value(), event.epsilon * 0.999);

  // At most one event a month: each month may differ in one event, tree and Gaussian in twelve.
  std::vector<PrivacyClaim> of_person;
  for (const PrivacyClaim& month : months) of_person.push_back(for_person(month, 1));
  of_person.push_back(for_person(tree, 12));
  of_person.push_back(for_person(gaussian, 12));
  const Total person = tightest_total(of_person, 1e-6);
  EXPECT_EQ(person.accountant, Accountant::distribution);
  EXPECT_NEAR(person.epsilon, 39.5390, 2e-3);  // dp-accounting 0.6: 39.539658
  EXPECT_GT(person.lower.value(), person.epsilon * 0.999);
}

TEST(PrivacyClaim, ClaimsThatDifferInWhatTheyAreAboutDoNotAddUp) {
  const PrivacyClaim event = central(PureEpsilon{1});
  PrivacyClaim person = event;
  person.unit = Unit::person;
  PrivacyClaim removed = event;
  removed.neighbours = Neighbours::add_remove;
  PrivacyClaim report = event;
  report.model = PrivacyModel::local;
  for (const PrivacyClaim& other : {person, removed, report}) {
    const std::vector<PrivacyClaim> claims{event, other};
    EXPECT_EQ(testing::error_code([&] { tightest_total(claims, 1e-6); }), ErrorCode::bad_input);
    EXPECT_EQ(testing::error_code([&] { parallel(claims); }), ErrorCode::bad_input);
  }
  const std::vector<PrivacyClaim> both{event, for_replacement(removed)};
  EXPECT_EQ(tightest_total(both, 0).epsilon, 3);
  EXPECT_EQ(testing::input_error([&] {
              const std::vector<PrivacyClaim> claims{event, person};
              tightest_total(claims, 0);
            }),
            "a loss about a 'event' and one about a 'person' do not add up");
}

TEST(PrivacyClaim, ThereIsNoWayFromAnAttributeToAPerson) {
  PrivacyClaim claim = central(PureEpsilon{1});
  claim.unit = Unit::attribute;
  EXPECT_EQ(testing::error_code([&] { for_person(claim, 3); }), ErrorCode::bad_input);
  claim.unit = Unit::person;
  EXPECT_EQ(testing::error_code([&] { for_person(claim, 3); }), ErrorCode::bad_input);
  claim.unit = Unit::event;
  EXPECT_EQ(testing::error_code([&] { for_person(claim, 0); }), ErrorCode::bad_input);
  EXPECT_EQ(std::get<PureEpsilon>(for_person(claim, 3).loss).epsilon, 3);
}

TEST(PrivacyClaim, LocalBecomesCentralAndNotBack) {
  const PrivacyClaim found = as_central(local_report(0.5));
  EXPECT_EQ(found.model, PrivacyModel::central);
  EXPECT_EQ(found.unit, Unit::event);
  PrivacyClaim odd = local_report(0.5);
  odd.neighbours = Neighbours::add_remove;
  EXPECT_EQ(testing::error_code([&] { as_central(odd); }), ErrorCode::bad_input);
}

}  // namespace
}  // namespace sourdine
