// MS-FIMU, 88,935 virtual people over seven days: what its unions say, people made from them again, and its visits as
// mobility reports. Skipped where the data are not beside the checkout.
#include <gtest/gtest.h>

#include <map>

#include "mobility/patterns.h"
#include "sourdine/base/csv.h"
#include "sourdine/mobility/mobility_stores.h"
#include "sourdine/mobility/population_quality.h"
#include "sourdine/mobility/statistics_files.h"
#include "sourdine/random/seeded_bits.h"
#include "support/real_data.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using testing::festival_unions;

constexpr std::size_t festival_days = 7;

struct Visit {
  std::uint64_t person;
  std::size_t day;
  Value duration;
};

class Festival : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string text = testing::zstd_text(SOURDINE_SOURCE_DIR "/../shared/data/msfimu_relational.csv.zst");
    if (text.empty()) GTEST_SKIP() << "no data beside the checkout";
    InputBytes input("msfimu", text);
    CsvReader csv(input);
    std::map<std::string, Value, std::less<>> durations;
    while (csv.next()) {
      const auto duration =
          durations.try_emplace(std::string(csv.row()[2]), static_cast<Value>(durations.size())).first->second;
      visits_.push_back({std::stoull(std::string(csv.row()[0])),
                         static_cast<std::size_t>(std::stoull(std::string(csv.row()[1]))) - 1, duration});
    }
    std::map<std::uint64_t, DayPattern> days;
    for (const Visit& visit : visits_) days[visit.person] |= DayPattern{1} << visit.day;
    patterns_.resize(std::size_t{1} << festival_days);
    for (const auto& [person, pattern] : days) patterns_[pattern] += 1;
    durations_.resize(durations.size());
    for (const auto& [label, value] : durations) durations_[value] = label;
  }

  UnionStatistics unions() const { return UnionStatistics::of_patterns(numbered_days(festival_days), patterns_); }

  Marginal duration_by_day() const {
    Marginal marginal{"duration", Domain(durations_), {}, {}};
    marginal.by_day.assign(festival_days, std::vector<double>(durations_.size()));
    for (const Visit& visit : visits_) marginal.by_day[visit.day][visit.duration] += 1;
    return marginal;
  }

  std::vector<Visit> visits_;
  std::vector<double> patterns_;  // people by pattern
  std::vector<std::string> durations_;
};

TEST_F(Festival, HasTheUnionsOfTheVector) {
  EXPECT_EQ(visits_.size(), 190'345U);
  EXPECT_EQ(unions().people(), festival_unions().people());
  EXPECT_EQ(patterns_[0b1111111], 176);
  EXPECT_EQ(patterns_[0b0000001], 4851);
  EXPECT_EQ(patterns_[0b1000000], 7052);
}

TEST_F(Festival, IsMadeAgainWithAllItsStatistics) {
  const UnionStatistics statistics = unions();
  const Scenario scenario = make_scenario(statistics);
  double mean = 0;
  const std::vector<double> made = testing::unions_of(scenario.people, festival_days);
  for (std::size_t i = 0; i < made.size(); ++i) mean += relative_error(made[i], statistics.people()[i]) / 28;
  EXPECT_LT(mean, 1e-6);

  std::vector<Marginal> marginals = {duration_by_day()};
  marginals.push_back({"sex", Domain(2), {0.52, 0.48}, {{0.6, 0.4}, {}, {}, {}, {}, {}, {0.45, 0.55}}});
  const Population population(scenario, numbered_days(festival_days), marginals);
  EXPECT_EQ(population.size(), 88'935U);
  QualityMeter meter(statistics, population);
  SeededBits random(1);
  std::string people, visits;
  OutputBytes people_output(people), visits_output(visits);
  write_population(population, random, people_output, visits_output,
                   [&](const SyntheticPerson& person) { meter.add(person); });
  const PopulationQuality quality = meter.quality();
  EXPECT_EQ(quality.visits, 190'345U);
  EXPECT_EQ(quality.days, 0);  // asked: below 1 %
  EXPECT_EQ(quality.unions, 0);
  for (const MarginalQuality& marginal : quality.marginals) {
    EXPECT_LT(marginal.mean_relative_error, 0.001) << marginal.attribute;
  }
  // The tables themselves say so.
  InputBytes input("visits", visits);
  CsvReader csv(input);
  std::map<std::string, DayPattern> days;
  while (csv.next()) days[std::string(csv.row()[0])] |= DayPattern{1} << (std::stoull(std::string(csv.row()[1])) - 1);
  std::vector<double> counted(patterns_.size());
  for (const auto& [person, pattern] : days) counted[pattern] += 1;
  EXPECT_EQ(UnionStatistics::of_patterns(numbered_days(festival_days), counted).people(), statistics.people());
}

// Visits as mobility reports: the longest duration of each person as one attribute of two. The sizes of the stores are
// the unions, and the shares are estimated as well as stated.
TEST_F(Festival, AsMobilityReportsIsEstimatedInEveryStore) {
  std::map<std::uint64_t, Value> value_of;
  for (const Visit& visit : visits_) value_of.try_emplace(visit.person, visit.duration);
  const MobilitySurvey survey(
      {survey_attribute("first duration", Domain(durations_), 2), survey_attribute("parity", Domain(2), 2)});
  MobilityReporter::Secret secret{};
  secret[0] = 9;
  MobilityStores stores(survey, festival_days);
  Sightings sightings(stores);
  std::vector<Visit> in_order = visits_;
  std::stable_sort(in_order.begin(), in_order.end(), [](const Visit& a, const Visit& b) { return a.day < b.day; });
  std::map<std::uint64_t, MobilityReport> reports;
  for (const Visit& visit : in_order) {
    auto report = reports.find(visit.person);
    if (report == reports.end()) {
      const MobilityReporter reporter(survey, person_secret(secret, visit.person));
      const Value value = reporter.attribute() == 0 ? value_of[visit.person] : static_cast<Value>(visit.person % 2);
      report = reports.emplace(visit.person, reporter.report(value)).first;
    }
    EXPECT_TRUE(sightings.see(visit.person, visit.day, report->second));
  }
  EXPECT_EQ(stores.sizes(numbered_days(festival_days)).people(), festival_unions().people());
  for (const DayRange range : day_ranges(festival_days)) {
    std::map<std::uint64_t, bool> in_store;
    std::vector<double> truth(durations_.size());
    for (const Visit& visit : visits_) {
      const bool is_in = visit.day >= range.first && visit.day <= range.last;
      if (is_in && in_store.try_emplace(visit.person, true).second) truth[value_of[visit.person]] += 1;
    }
    const StoreEstimates made = estimate_store(stores, range, 0, 1 - testing::false_alarm / 280);
    EXPECT_EQ(static_cast<double>(made.people), festival_unions().people(range));
    for (std::size_t v = 0; v < truth.size(); ++v) {
      const double share = truth[v] / static_cast<double>(made.people);
      EXPECT_LE(made.shares[v].lower, share) << v;
      EXPECT_GE(made.shares[v].upper, share) << v;
      EXPECT_LT(made.shares[v].std_error, 0.02);
    }
  }
}

}  // namespace
}  // namespace sourdine
