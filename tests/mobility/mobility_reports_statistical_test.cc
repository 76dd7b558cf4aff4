#include <gtest/gtest.h>

#include "sourdine/mobility/mobility_stores.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using testing::false_alarm;

struct CoverageCase {
  std::string oracle;
  double epsilon;
  std::uint64_t attributes;
  std::vector<std::uint64_t> people;  // by value
};

// Of the people of a store each draws one of the attributes, and those who drew this one report. How often do the
// intervals hold the shares of all people?
double covered_share(const CoverageCase& test, std::uint64_t repetitions, std::uint64_t seed) {
  const auto oracle = make_oracle({test.oracle, Domain(test.people.size()), test.epsilon, {}});
  SeededBits random(seed);
  std::uint64_t all = 0, covered = 0;
  for (const std::uint64_t people : test.people) all += people;
  for (std::uint64_t repetition = 0; repetition < repetitions; ++repetition) {
    std::vector<std::uint64_t> drawn(test.people.size());
    for (std::size_t v = 0; v < drawn.size(); ++v) {
      for (std::uint64_t person = 0; person < test.people[v]; ++person) {
        drawn[v] += random.below(test.attributes) == 0 ? 1U : 0U;
      }
    }
    Tally tally = oracle->empty_tally();
    oracle->simulate(drawn, random, tally);
    const StoreEstimates made = estimate_sampled(*oracle, tally, all);
    for (std::size_t v = 0; v < drawn.size(); ++v) {
      const double share = static_cast<double>(test.people[v]) / static_cast<double>(all);
      covered += made.shares[v].lower <= share && share <= made.shares[v].upper ? 1U : 0U;
    }
  }
  return static_cast<double>(covered) / static_cast<double>(repetitions * test.people.size());
}

// 3,000 repetitions have a standard error below 0.004 even if a repetition's values were all covered or none: a true
// coverage of 95 % leaves 0.93 … 0.97 less than once in a million.
TEST(StoreIntervals, CoverTheSharesOfAllPeople) {
  const CoverageCase cases[] = {{"grr", 1, 3, {2400, 1200, 600, 300}},
                                {"grr", 6, 2, {2000, 1000, 500, 60}},  // nearly all is sampling
                                {"oue", 2, 2, {1500, 900, 500, 20}},
                                {"grr", 3, 2, {3000, 800}}};
  std::uint64_t seed = 1;
  for (const CoverageCase& test : cases) {
    const double covered = covered_share(test, 3000, seed++);
    EXPECT_GT(covered, 0.93) << test.oracle << " " << test.epsilon;
    EXPECT_LT(covered, 0.97) << test.oracle << " " << test.epsilon;
  }
}

// Few reports: at least as often as asked.
TEST(StoreIntervals, OfFewReportsCoverAtLeastAsOftenAsAsked) {
  const CoverageCase cases[] = {{"grr", 1, 4, {60, 30, 10}}, {"grr", 4, 2, {50, 9, 1}}, {"oue", 1, 3, {100, 40, 0}}};
  std::uint64_t seed = 11;
  for (const CoverageCase& test : cases) {
    EXPECT_GT(covered_share(test, 4000, seed++), 0.93) << test.oracle << " " << test.epsilon;
  }
}

TEST(MobilityReporters, DrawAttributesEvenlyAndReportsByTheirOracle) {
  const MobilitySurvey survey({survey_attribute("a", Domain(4), 1), survey_attribute("b", Domain(5), 2),
                               survey_attribute("c", Domain(3), 0.5)});
  MobilityReporter::Secret secret{};
  secret[5] = 77;
  std::vector<std::uint64_t> attributes(3);
  std::vector<std::vector<std::uint64_t>> reports = {{0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0}};
  for (std::uint64_t person = 0; person < 12'000; ++person) {
    const MobilityReporter reporter(survey, person_secret(secret, person));
    ++attributes[reporter.attribute()];
    ++reports[reporter.attribute()][reporter.report(1).bytes.front()];
  }
  EXPECT_GT(testing::chi_squared_test(attributes, std::vector<double>(3, 1.0 / 3)), false_alarm / 4);
  for (std::size_t a = 0; a < 3; ++a) {
    const Support support = survey[a].oracle->support();
    std::vector<double> law(reports[a].size(), support.no);
    law[1] = support.yes;
    EXPECT_GT(testing::chi_squared_test(reports[a], law), false_alarm / 4) << a;
  }
}

}  // namespace
}  // namespace sourdine
