// The intervals of shares, of every solution, and of changes between repeated collections, hold the truth at least as
// often as they say.
#include <gtest/gtest.h>

#include "sourdine/protocol/in_memory.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/survey/estimates.h"
#include "sourdine/survey/reports.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using testing::binomial_lower_tail;
using testing::false_alarm;

constexpr std::size_t surveyed = 600;
constexpr std::uint64_t rounds = 150;
constexpr double stated = 0.95;

PreparedSurvey surveyed_ground(const std::string& privacy, bool is_repeated) {
  return prepare_survey(parse_survey_config(
      std::string("[people]\nid = \"who\"\n") + (is_repeated ? "collection = \"month\"\n" : "") +
          "[[attribute]]\nname = \"a\"\nlabels = [\"0\", \"1\", \"2\"]\n[[attribute]]\nname = \"b\"\nlabels = [\"0\", "
          "\"1\", \"2\", \"3\", \"4\", \"5\", \"6\", \"7\", \"8\", \"9\", \"10\", \"11\"]\n[privacy]\nepsilon = 3\n" +
          privacy,
      "my.toml"));
}

// Of three people one moves to another value of the first attribute, and back: some come and as many leave.
SurveyCollection collected(std::size_t month) {
  SurveyCollection people;
  people.name = std::to_string(month);
  for (std::size_t i = 0; i < surveyed; ++i) {
    const bool has_moved = i % 3 == 0 && month == 1;
    people.values.push_back(static_cast<Value>(has_moved ? (i + 1) % 2 : i % 2));
    people.values.push_back(static_cast<Value>(i % 7 < 4 ? 0 : i % 12));
    people.ids.add(std::to_string(i));
  }
  people.people = surveyed;
  return people;
}

double true_share(const SurveyCollection& people, std::size_t attribute, Value value) {
  std::uint64_t held = 0;
  for (std::size_t i = 0; i < people.people; ++i) held += people.values[2 * i + attribute] == value ? 1U : 0U;
  return static_cast<double>(held) / static_cast<double>(people.people);
}

bool holds(const Estimate& estimate, double truth) {
  return estimate.lower <= truth + 1e-12 && truth <= estimate.upper + 1e-12;
}

// How often the first value of each attribute was covered, and its change.
struct Covering {
  std::uint64_t shares[2] = {0, 0};
  std::uint64_t changes[2] = {0, 0};
};

Covering covering_of(const PreparedSurvey& survey, std::size_t months) {
  std::vector<SurveyCollection> people;
  for (std::size_t month = 0; month < months; ++month) people.push_back(collected(month));
  Covering covering;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const SeededSource random(1000 + round);
    const RowSecret secret = seeded_row_secret(1000 + round);
    GatheredSurvey gathered{.protocol = survey.protocol};
    for (const SurveyCollection& collection : people) {
      const Reports reports = survey.config.is_repeated ? memo_reports(survey, collection, secret, random, nullptr, {})
                                                        : fresh_reports(survey, collection, random, {});
      gathered.collections.push_back({tally_all(*survey.protocol, reports), collection.name, false});
    }
    const SurveyEstimates estimates = estimate_survey(gathered, stated);
    for (std::size_t attribute = 0; attribute < 2; ++attribute) {
      const double before = true_share(people.front(), attribute, 0), now = true_share(people.back(), attribute, 0);
      covering.shares[attribute] += holds(estimates.attributes[attribute].back().shares[0], now) ? 1U : 0U;
      if (months == 1) continue;
      covering.changes[attribute] += holds(estimates.changes[attribute][0][0], now - before) ? 1U : 0U;
    }
  }
  return covering;
}

class SurveyCoverage : public ::testing::TestWithParam<const char*> {};

TEST_P(SurveyCoverage, OfPeopleWhoReportOnce) {
  const Covering covering = covering_of(surveyed_ground(GetParam(), false), 1);
  for (const std::uint64_t covered : covering.shares) {
    EXPECT_GT(binomial_lower_tail(covered, rounds, stated), false_alarm) << covered;
  }
}

INSTANTIATE_TEST_SUITE_P(Solutions, SurveyCoverage,
                         ::testing::Values("solution = \"smp\"\n", "solution = \"spl\"\n", "solution = \"rs+fd\"\n",
                                           "solution = \"joint\"\n"));

class RepeatedCoverage : public ::testing::TestWithParam<const char*> {};

TEST_P(RepeatedCoverage, OfPeopleWhoReportAgain) {
  const std::string privacy = std::string("epsilon1 = 2\nmemo_key = \"k\"\n") + GetParam();
  const Covering covering = covering_of(surveyed_ground(privacy, true), 2);
  for (std::size_t attribute = 0; attribute < 2; ++attribute) {
    EXPECT_GT(binomial_lower_tail(covering.shares[attribute], rounds, stated), false_alarm);
    EXPECT_GT(binomial_lower_tail(covering.changes[attribute], rounds, stated), false_alarm);
  }
}

INSTANTIATE_TEST_SUITE_P(Solutions, RepeatedCoverage,
                         ::testing::Values("solution = \"allomfree\"\n", "solution = \"smp\"\noracle = \"loloha\"\n",
                                           "solution = \"spl\"\n"));

}  // namespace
}  // namespace sourdine
