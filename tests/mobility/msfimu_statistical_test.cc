// MS-FIMU, 88,935 virtual people over seven days: what its unions say, people made from them again, and its visits as
// mobility reports. Skipped where the data are not beside the checkout.
#include <gtest/gtest.h>

#include <charconv>
#include <map>
#include <optional>

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
  std::size_t person, day;
  Value duration;
};

// Read once; empty without the data.
struct FestivalData {
  FestivalData() {
    const std::string text = testing::zstd_text(SOURDINE_SOURCE_DIR "/../shared/data/msfimu_relational.csv.zst");
    if (text.empty()) return;
    InputBytes input("msfimu", text);
    CsvReader csv(input);
    std::map<std::string, Value, std::less<>> numbers;
    while (csv.next()) {
      auto duration = numbers.find(csv.row()[2]);
      if (duration == numbers.end()) {
        duration = numbers.emplace(std::string(csv.row()[2]), static_cast<Value>(numbers.size())).first;
      }
      visits.push_back({number(csv.row()[0]), number(csv.row()[1]) - 1, duration->second});
    }
    durations.resize(numbers.size());
    for (const auto& [label, value] : numbers) durations[value] = label;
    for (const Visit& visit : visits) {
      if (visit.person >= people.size()) people.resize(visit.person + 1);
      people[visit.person] |= DayPattern{1} << visit.day;
    }
    patterns.resize(std::size_t{1} << festival_days);
    for (const DayPattern days : people) patterns[days] += days != 0 ? 1 : 0;
  }

  static std::size_t number(std::string_view text) {
    std::size_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
  }

  std::vector<Visit> visits;
  std::vector<std::string> durations;
  std::vector<DayPattern> people;  // by their number; none where nobody has it
  std::vector<double> patterns;    // people by pattern
};

class Festival : public ::testing::Test {
 protected:
  void SetUp() override {
    if (data_.visits.empty()) GTEST_SKIP() << "no data beside the checkout";
  }

  UnionStatistics unions() const { return UnionStatistics::of_patterns(numbered_days(festival_days), data_.patterns); }

  Marginal duration_by_day() const {
    Marginal marginal{"duration", Domain(data_.durations), {}, {}};
    marginal.by_day.assign(festival_days, std::vector<double>(data_.durations.size()));
    for (const Visit& visit : data_.visits) marginal.by_day[visit.day][visit.duration] += 1;
    return marginal;
  }

  static const FestivalData& data() {
    static const FestivalData read;
    return read;
  }
  const FestivalData& data_ = data();
};

TEST_F(Festival, HasTheUnionsOfTheVector) {
  EXPECT_EQ(data_.visits.size(), 190'345U);
  EXPECT_EQ(unions().people(), festival_unions().people());
  EXPECT_EQ(data_.patterns[0b1111111], 176);
  EXPECT_EQ(data_.patterns[0b0000001], 4851);
  EXPECT_EQ(data_.patterns[0b1000000], 7052);
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
  const SyntheticPopulation population(scenario, numbered_days(festival_days), marginals);
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
  std::vector<DayPattern> days(population.size() + 1);
  while (csv.next()) {
    days[FestivalData::number(csv.row()[0])] |= DayPattern{1} << (FestivalData::number(csv.row()[1]) - 1);
  }
  std::vector<double> counted(std::size_t{1} << festival_days);
  for (const DayPattern pattern : days) counted[pattern] += pattern != 0 ? 1 : 0;
  EXPECT_EQ(UnionStatistics::of_patterns(numbered_days(festival_days), counted).people(), statistics.people());
}

// Visits as mobility reports: how long a person stayed first is one attribute of two. The sizes of the stores are the
// unions, and the shares are where their intervals say.
TEST_F(Festival, AsMobilityReportsIsEstimatedInEveryStore) {
  const MobilitySurvey survey(
      {survey_attribute("first duration", Domain(data_.durations), 2), survey_attribute("parity", Domain(2), 2)});
  MobilityReporter::Secret secret{};
  secret[0] = 9;
  std::vector<std::optional<MobilityReport>> reports(data_.people.size());
  std::vector<Value> first_duration(data_.people.size());
  for (const Visit& visit : data_.visits) {
    if (reports[visit.person]) continue;
    const MobilityReporter reporter(survey, person_secret(secret, visit.person));
    first_duration[visit.person] = visit.duration;
    reports[visit.person] =
        reporter.report(reporter.attribute() == 0 ? visit.duration : static_cast<Value>(visit.person % 2));
  }
  MobilityStores stores(survey, festival_days);
  Sightings sightings(stores);
  std::uint64_t seen = 0;
  for (std::size_t day = 0; day < festival_days; ++day) {
    for (std::size_t person = 0; person < reports.size(); ++person) {
      if (has_day(data_.people[person], day)) seen += sightings.see(person, day, *reports[person]) ? 1U : 0U;
    }
  }
  EXPECT_EQ(seen, data_.visits.size());
  EXPECT_EQ(stores.sizes(numbered_days(festival_days)).people(), festival_unions().people());
  for (const DayRun run : day_runs(festival_days)) {
    std::vector<double> truth(data_.durations.size());
    for (std::size_t person = 0; person < reports.size(); ++person) {
      if ((data_.people[person] & pattern_of(run)) != 0) truth[first_duration[person]] += 1;
    }
    const double all_values = 28.0 * static_cast<double>(truth.size());
    const StoreEstimates made = estimate_store(stores, run, 0, 1 - testing::false_alarm / all_values);
    EXPECT_EQ(static_cast<double>(made.people), festival_unions().people(run));
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
