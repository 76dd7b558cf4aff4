#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "mobility/patterns.h"
#include "sourdine/mobility/mobility_stores.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "support/enumeration.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;
using Stores = std::vector<DayRun>;

MobilityReporter::Secret secret_of_person(std::uint64_t person) {
  MobilityReporter::Secret secret{};
  secret[0] = 1;
  return person_secret(secret, person);
}

// Days counted from 1, as in the definition; 0: never seen.
Stores stores_numbered(std::size_t days, std::size_t last_seen, std::size_t today) {
  Stores stores = stores_of_sighting(days, last_seen == 0 ? std::nullopt : std::optional(last_seen - 1), today - 1);
  for (DayRun& store : stores) store = {store.first + 1, store.last + 1};
  return stores;
}

TEST(Stores, OfASightingAreThoseThePersonIsNotYetIn) {
  EXPECT_EQ(stores_numbered(3, 0, 1), (Stores{{1, 1}, {1, 2}, {1, 3}}));
  EXPECT_EQ(stores_numbered(3, 1, 2), (Stores{{2, 2}, {2, 3}}));
  EXPECT_EQ(stores_numbered(3, 0, 2), (Stores{{1, 2}, {1, 3}, {2, 2}, {2, 3}}));
  EXPECT_EQ(stores_numbered(3, 2, 2), Stores{});
  EXPECT_EQ(input_error([] { stores_numbered(3, 3, 2); }),
            "a person seen on day 3 is said to be seen on day 2 afterwards");
  EXPECT_EQ(input_error([] { stores_numbered(3, 0, 4); }), "there is no day 4: days are 1 to 3");
}

TEST(Stores, HoldEverybodyOnceInExactlyTheRunsThatMeetTheirDays) {
  for (std::size_t days = 1; days <= 6; ++days) {
    for (DayPattern pattern = 1; pattern < (DayPattern{1} << days); ++pattern) {
      std::map<std::pair<std::size_t, std::size_t>, int> times;
      std::optional<std::size_t> last;
      for (std::size_t day = 0; day < days; ++day) {
        if (!has_day(pattern, day)) continue;
        for (const DayRun store : stores_of_sighting(days, last, day)) ++times[{store.first, store.last}];
        last = day;
      }
      for (const DayRun run : day_runs(days)) {
        const auto found = times.find({run.first, run.last});
        const int in_store = found == times.end() ? 0 : found->second;
        ASSERT_EQ(in_store, (pattern & pattern_of(run)) != 0 ? 1 : 0);
      }
    }
  }
}

MobilitySurvey small_survey(const std::string& oracle, double first, double second) {
  return MobilitySurvey(
      {survey_attribute("sex", Domain(2), first, oracle), survey_attribute("age", Domain(3), second)});
}

TEST(MobilitySurvey, ProtectsTheWholeTupleExactly) {
  const MobilitySurvey survey = small_survey("grr", 0.5, 1);
  using Outcome = std::pair<std::size_t, std::vector<std::uint8_t>>;
  std::vector<std::map<Outcome, double>> laws;
  for (Value sex = 0; sex < 2; ++sex) {
    for (Value age = 0; age < 3; ++age) {
      const auto law = testing::enumerate_law<testing::Rational>({}, [&](Branches& branches) {
        const MobilityReport report = survey.enumerate(std::vector<Value>{sex, age}, branches);
        return Outcome{report.attribute, report.bytes};
      });
      EXPECT_EQ(law.total(), 1);
      laws.emplace_back();
      for (const auto& [outcome, mass] : law.mass) laws.back()[outcome] = mass.convert_to<double>();
    }
  }
  double worst = 0;
  for (const auto& law : laws) {
    for (const auto& other : laws) {
      for (const auto& [outcome, mass] : law) worst = std::max(worst, std::log(mass / other.at(outcome)));
    }
  }
  EXPECT_NEAR(worst, survey.epsilon(), 1e-12);
  EXPECT_LE(survey.epsilon(), 1);
  EXPECT_NEAR(survey.epsilon(), 1, 1e-12);
}

TEST(MobilitySurvey, SaysWhatItProtectsAndWhatNot) {
  const MobilitySurvey survey = small_survey("grr", 0.5, 1);
  const Guarantee guarantee = survey.guarantee();
  EXPECT_EQ(guarantee.unit, Unit::tuple);
  EXPECT_EQ(guarantee.epsilon, survey.epsilon());
  EXPECT_EQ(guarantee.epsilon_asked, 1);
  std::string caveats;
  for (const std::string& caveat : guarantee.caveats) caveats += caveat + "\n";
  for (const char* word : {"exact and public", "linked across stores", "identifiers", "m times"}) {
    EXPECT_NE(caveats.find(word), std::string::npos) << word;
  }
}

TEST(MobilitySurvey, WithoutNamesOrAttributesIsRefused) {
  EXPECT_EQ(input_error([] { MobilitySurvey({}); }), "a mobility survey needs an attribute to ask for");
  EXPECT_EQ(input_error([] {
              MobilitySurvey({survey_attribute("a", Domain(2), 1), survey_attribute("a", Domain(3), 1)});
            }),
            "a mobility survey has two attributes 'a'");
  EXPECT_EQ(input_error([] { MobilitySurvey({survey_attribute("", Domain(2), 1)}); }),
            "an attribute of a mobility survey has no name");
}

TEST(MobilityReporter, NeverDrawsTwice) {
  for (const OracleRow& row : oracle_table()) {
    const Domain domain(3);
    std::vector<SurveyAttribute> attributes;
    for (const char* name : {"a", "b"}) attributes.push_back({name, make_oracle(table_spec(row, domain, 1, true))});
    const MobilitySurvey survey(attributes);
    std::set<std::size_t> drawn;
    for (std::uint64_t person = 0; person < 20; ++person) {
      const MobilityReporter reporter(survey, secret_of_person(person));
      const MobilityReporter again(survey, secret_of_person(person));
      EXPECT_EQ(reporter.attribute(), again.attribute());
      EXPECT_EQ(reporter.report(1), again.report(1));
      EXPECT_TRUE(survey[reporter.attribute()].oracle->is_possible(reporter.report(2).bytes)) << row.name;
      drawn.insert(reporter.attribute());
    }
    EXPECT_EQ(drawn.size(), 2U) << row.name;
  }
  const MobilitySurvey survey = small_survey("grr", 1, 1);
  EXPECT_EQ(testing::error_code([&] { MobilityReporter(survey, secret_of_person(1)).report(3); }),
            ErrorCode::bad_input);
}

TEST(MobilityReporter, DrawsDependOnPersonAttributeValueAndSpec) {
  const auto reports = [](const MobilitySurvey& survey, Value value) {
    std::vector<std::vector<std::uint8_t>> made;
    for (std::uint64_t person = 0; person < 64; ++person) {
      made.push_back(MobilityReporter(survey, secret_of_person(person)).report(value).bytes);
    }
    return made;
  };
  const auto survey_of = [](const std::string& name, double epsilon) {
    return MobilitySurvey({survey_attribute(name, Domain(256), epsilon)});
  };
  const auto made = reports(survey_of("a", 0.01), 7);
  EXPECT_GT(std::set(made.begin(), made.end()).size(), 40U);
  EXPECT_NE(made, reports(survey_of("b", 0.01), 7));
  EXPECT_NE(made, reports(survey_of("a", 0.02), 7));
  EXPECT_NE(made, reports(survey_of("a", 0.01), 8));
}

// The draws of people who exist must not change with the program: a second draw would spend again.
TEST(MobilityReporter, DrawsAreThoseOfEarlierVersions) {
  const MobilitySurvey survey({survey_attribute("sex", Domain(2), 1), survey_attribute("age", Domain(7), 1),
                               survey_attribute("region", Domain(22), 1)});
  std::vector<unsigned> drawn;
  for (std::uint64_t person = 1; person <= 6; ++person) {
    const MobilityReporter reporter(survey, secret_of_person(person));
    drawn.push_back(static_cast<unsigned>(100 * reporter.attribute()) + reporter.report(1).bytes.front());
  }
  EXPECT_EQ(drawn, (std::vector<unsigned>{105, 101, 1, 104, 210, 0}));
}

TEST(MobilityStores, CountPeopleOnceAndKnowTheirUnions) {
  const MobilitySurvey survey = small_survey("grr", 1, 1);
  MobilityStores stores(survey, 4);
  Sightings sightings(stores);
  SeededBits random(1);
  std::vector<double> patterns(16);
  std::vector<DayPattern> days(400);
  for (DayPattern& pattern : days) {
    pattern = static_cast<DayPattern>(1 + random.below(15));
    patterns[pattern] += 1;
  }
  for (std::size_t day = 0; day < 4; ++day) {
    for (std::uint64_t person = 0; person < days.size(); ++person) {
      if (!has_day(days[person], day)) continue;
      const MobilityReport report = MobilityReporter(survey, secret_of_person(person)).report(1);
      EXPECT_TRUE(sightings.see(person, day, report));
      EXPECT_FALSE(sightings.see(person, day, report));  // seen again, on the same day
    }
  }
  EXPECT_EQ(stores.sizes(numbered_days(4)).people(), UnionStatistics::of_patterns(numbered_days(4), patterns).people());
  for (const DayRun run : day_runs(4)) {
    EXPECT_EQ(stores.tally(run, 0).reports + stores.tally(run, 1).reports, stores.people(run));
  }
}

TEST(MobilityStores, RefuseWhatIsNoReport) {
  const MobilitySurvey survey = small_survey("grr", 1, 1);
  MobilityStores stores(survey, 2);
  EXPECT_EQ(input_error([&] {
              stores.add({}, 0, {1, {3}});
            }),
            "a report about 'age' is none that oracle 'grr' can make");
  EXPECT_EQ(input_error([&] {
              stores.add({}, 0, {1, {0, 0}});
            }),
            "a report about 'age' is none that oracle 'grr' can make");
  EXPECT_EQ(input_error([&] { stores.add({}, 0, {2, {0}}); }), "a report is about attribute 3 of 2");
  EXPECT_EQ(stores.people({0, 1}), 0U);
  EXPECT_EQ(input_error([&] { stores.people({1, 2}); }), "there is no store of days 2 to 3: days are 1 to 2");
  EXPECT_EQ(input_error([&] { MobilityStores(survey, 13); }),
            "mobility reports are collected over 1 to 12 days, not 13");
}

TEST(StoreEstimates, AreThoseOfTheOracleWhereNothingIsSampled) {
  const auto oracle = make_oracle({"grr", Domain(4), 1, {}});
  const std::vector<std::uint64_t> cells = {40, 25, 20, 15};
  const StoreEstimates made = estimate_sampled(*oracle, {100, cells}, 100);
  const Estimates expected = estimate(*oracle, TallyView{100, cells});
  ASSERT_EQ(made.shares.size(), 4U);
  EXPECT_NEAR(made.shares[0].value, 0.7491860241, 1e-9);
  for (std::size_t v = 0; v < 4; ++v) {
    EXPECT_EQ(made.shares[v].lower, expected.values[v].lower / 100);
    EXPECT_EQ(made.shares[v].upper, expected.values[v].upper / 100);
  }
}

// At a large ε reports are true: what is left is sampling without replacement, whose variance is known.
TEST(StoreEstimates, KnowHowManyWereNotAsked) {
  const auto oracle = make_oracle({"grr", Domain(2), 40, {}});
  const std::vector<std::uint64_t> cells = {1500, 3500};
  const auto error_of = [&](std::uint64_t people) {
    return estimate_sampled(*oracle, {5000, cells}, people).shares[0].std_error;
  };
  const auto expected = [&](double people) { return std::sqrt(0.3 * 0.7 / 5000 * (people - 5000) / (people - 1)); };
  EXPECT_NEAR(error_of(5001), expected(5001), 1e-9);
  EXPECT_NEAR(error_of(10'000), expected(10'000), 1e-9);
  EXPECT_NEAR(error_of(1'000'000'000), std::sqrt(0.3 * 0.7 / 5000), 1e-6);
  EXPECT_EQ(estimate_sampled(*oracle, {0, std::vector<std::uint64_t>{0, 0}}, 10).shares.size(), 0U);
  EXPECT_EQ(input_error([&] {
              estimate_sampled(*oracle, {5000, cells}, 4999);
            }),
            "5000 reports cannot come from 4999 people");
}

}  // namespace
}  // namespace sourdine
