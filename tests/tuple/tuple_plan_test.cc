#include "sourdine/tuple/tuple_plan.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/errors.h"
#include "tuples.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::sized_attributes;

const TuplePlanRow& row_of(const std::vector<TuplePlanRow>& rows, TupleSolution solution, std::string_view oracle) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const TuplePlanRow& row) {
    return row.spec.solution == solution && row.oracle == oracle;
  });
  if (found == rows.end()) throw std::out_of_range(std::string(oracle));
  return *found;
}

TEST(TuplePlan, AtEqualEpsilonForTheTupleSamplingBeatsFakeDataAndSplitting) {
  TupleQuestion question{.people = 10'000, .epsilon = 1};
  question.attributes.assign(6, {.domain = Domain(17)});
  const TuplePlan plan = tuple_plan(question);
  EXPECT_EQ(plan.equal_tuple.front().spec.solution, TupleSolution::smp);
  EXPECT_TRUE(std::is_sorted(plan.equal_tuple.begin(), plan.equal_tuple.end(),
                             [](const auto& a, const auto& b) { return a.error < b.error; }));
  for (const TuplePlanRow& row : plan.equal_tuple) {
    EXPECT_LE(row.tuple_epsilon, 1) << row.oracle;
    EXPECT_GT(row.tuple_epsilon, 0.999) << row.oracle;
  }
  // f = 1/17 instead of 0: oue has nV0 + f, times d = 6, and the sample's part of f(1−f).
  const double f = 1.0 / 17, m = 10'000.0 / 6;
  EXPECT_NEAR(row_of(plan.equal_tuple, TupleSolution::smp, "oue").error,
              (3.6826943768 + f + f * (1 - f) * (10'000 - m) / 9'999) / m * 1.0005, 1e-8);
  EXPECT_NEAR(row_of(plan.equal_tuple, TupleSolution::spl, "oue").error, (143.6671291 + f) / 10'000, 1e-7);
  EXPECT_LT(row_of(plan.equal_tuple, TupleSolution::spl, "oue").error,
            row_of(plan.equal_tuple, TupleSolution::spl, "grr").error);
}

TEST(TuplePlan, AtEqualEpsilonForOneAttributeTheTuplePays) {
  TupleQuestion question{.people = 10'000, .epsilon = 1};
  question.attributes.assign(6, {.domain = Domain(17)});
  const TuplePlan plan = tuple_plan(question);
  for (const TuplePlanRow& row : plan.equal_attribute) {
    EXPECT_LE(row.attribute_epsilon, 1) << row.oracle;
    EXPECT_GT(row.attribute_epsilon, 0.999) << row.oracle;
  }
  const TuplePlanRow& fake = row_of(plan.equal_attribute, TupleSolution::rs_fd, "grr");
  const TuplePlanRow& sampled = row_of(plan.equal_attribute, TupleSolution::smp, "oue");
  const TuplePlanRow& split = row_of(plan.equal_attribute, TupleSolution::spl, "oue");
  EXPECT_NEAR(fake.tuple_epsilon, 2.4256599662, 1e-9);
  EXPECT_NEAR(sampled.tuple_epsilon, 1, 1e-12);
  EXPECT_NEAR(split.tuple_epsilon, 6, 1e-12);
  EXPECT_LT(fake.error, sampled.error);
  EXPECT_LT(split.error, fake.error);
  EXPECT_LT(row_of(plan.equal_attribute, TupleSolution::rs_fd, "oue-r").tuple_epsilon, fake.tuple_epsilon);
}

TEST(TuplePlan, EveryAttributeMayHaveTheOracleThatIsBestForIt) {
  const TuplePlan plan = tuple_plan({.attributes = sized_attributes({2, 500}), .people = 1000, .epsilon = 1});
  const TuplePlanRow& best = row_of(plan.equal_tuple, TupleSolution::smp, "best");
  EXPECT_EQ(best.spec.attributes[0].oracle, "grr");
  EXPECT_NE(best.spec.attributes[1].oracle, "grr");
  for (const char* oracle : {"adp", "grr", "oue", "sue", "ss"}) {
    EXPECT_LE(best.error, row_of(plan.equal_tuple, TupleSolution::smp, oracle).error);
  }
  const auto made = TupleProtocol::make(best.spec);
  EXPECT_EQ(made->tuple_spec(), best.spec);
  EXPECT_EQ(made->report_bytes(), best.report_bytes);
}

TEST(TuplePlan, SmallProductsAreReportedJointly) {
  const TuplePlan plan = tuple_plan({.attributes = sized_attributes({2, 2}), .people = 1000, .epsilon = 2});
  EXPECT_NO_THROW(row_of(plan.equal_tuple, TupleSolution::joint, "adp"));
  EXPECT_EQ(plan.equal_tuple.front().spec.solution, TupleSolution::joint);
  EXPECT_THROW(row_of(tuple_plan({.attributes = sized_attributes({100, 100}), .people = 10, .epsilon = 1}).equal_tuple,
                      TupleSolution::joint, "adp"),
               std::out_of_range);
}

TEST(TuplePlan, PriorsAndSharesAreTakenIntoAccount) {
  TupleQuestion question{.attributes = sized_attributes({3, 3}), .people = 1000, .epsilon = 1};
  for (TupleAttribute& one : question.attributes) one.prior = {8, 1, 1};
  question.shares = {{0.8, 0.1, 0.1}, {0.8, 0.1, 0.1}};
  const TuplePlan plan = tuple_plan(question);
  EXPECT_NO_THROW(row_of(plan.equal_tuple, TupleSolution::rs_rfd, "grr"));
  const TuplePlan even = tuple_plan({.attributes = sized_attributes({3, 3}), .people = 1000, .epsilon = 1});
  EXPECT_LT(row_of(plan.equal_tuple, TupleSolution::smp, "grr").error,
            row_of(even.equal_tuple, TupleSolution::smp, "grr").error);
  for (const char* oracle : {"grr", "oue", "sue", "ss"}) {  // linear in the shares: they do not matter
    EXPECT_NEAR(row_of(plan.equal_tuple, TupleSolution::spl, oracle).error,
                row_of(even.equal_tuple, TupleSolution::spl, oracle).error, 1e-12);
  }
}

TEST(TuplePlan, SaysWhatIsWrong) {
  EXPECT_EQ(input_error([] { tuple_plan({.attributes = sized_attributes({2}), .people = 0, .epsilon = 1}); }),
            "a plan needs the number of people, at least 1");
  EXPECT_EQ(input_error([] { tuple_plan({.people = 5, .epsilon = 1}); }), "a tuple has 1 to 256 attributes, not 0");
  EXPECT_EQ(input_error([] {
              tuple_plan({.attributes = sized_attributes({2}), .people = 5, .epsilon = 1, .shares = {{0.5, 0.4}}});
            }),
            "the shares of attribute 1 must be 2 numbers between 0 and 1 that add up to 1");
}

TEST(TuplePlan, SaysWhatPublishedFakeDataHaveInTruth) {
  const TuplePlan two = tuple_plan({.attributes = sized_attributes({2, 4}), .people = 1000, .epsilon = 1});
  ASSERT_EQ(two.published.size(), 5U);
  for (const TuplePlanRow& row : two.published) EXPECT_NEAR(row.tuple_epsilon, 1.489880, 1e-6) << row.oracle;
  EXPECT_NEAR(row_of(two.published, TupleSolution::rs_fd, "grr").attribute_epsilon, 1.112117, 1e-6);
  EXPECT_NEAR(row_of(two.published, TupleSolution::rs_fd, "oue-z").attribute_epsilon, 1, 1e-6);
  const TuplePlan three = tuple_plan({.attributes = sized_attributes({3, 3, 3}), .people = 1000, .epsilon = 1});
  for (const TuplePlanRow& row : three.published) EXPECT_NEAR(row.tuple_epsilon, 1.817240, 1e-6) << row.oracle;
}

}  // namespace
}  // namespace sourdine
