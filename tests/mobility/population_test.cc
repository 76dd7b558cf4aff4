#include <gtest/gtest.h>

#include <bit>
#include <numeric>

#include "mobility/patterns.h"
#include "sourdine/mobility/apportion.h"
#include "sourdine/mobility/population_quality.h"
#include "sourdine/mobility/statistics_files.h"
#include "sourdine/mobility/synthetic_population.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::random_patterns;

// An attribute whose values depend on the days, so that its marginals by day differ and agree with each other.
Marginal dependent_marginal(const std::vector<std::uint64_t>& whole, std::size_t days, std::size_t given_days,
                            Random& random) {
  Marginal marginal{"age", Domain(3), std::vector<double>(3), std::vector<std::vector<double>>(days)};
  for (std::size_t day = 0; day < given_days; ++day) marginal.by_day[day].resize(3);
  for (DayPattern pattern = 1; pattern < whole.size(); ++pattern) {
    double left = static_cast<double>(whole[pattern]);
    for (std::size_t v = 0; v < 3; ++v) {
      const double part = v == 2 ? left : left * static_cast<double>(10 + random.below(40)) / 100;
      left -= part;
      marginal.overall[v] += part;
      for (std::size_t day = 0; day < given_days; ++day) marginal.by_day[day][v] += has_day(pattern, day) ? part : 0;
    }
  }
  return marginal;
}

TEST(AttributeFit, HasAllMarginalsWhereTheyAgree) {
  SeededBits random(1);
  for (const std::size_t days : {2U, 3U, 5U}) {
    for (const std::size_t given : {std::size_t{0}, std::size_t{1}, days}) {
      const auto statistics = UnionStatistics::of_patterns(numbered_days(days), random_patterns(days, random));
      const std::vector<std::uint64_t> whole = make_scenario(statistics).whole;
      const Marginal marginal = dependent_marginal(whole, days, given, random);
      const AttributeFit fit = fit_attribute(whole, days, marginal);
      EXPECT_LT(fit.worst, 1e-9) << days << " " << given;
      for (std::size_t i = 0; i < fit.patterns.size(); ++i) {
        const auto row = fit.people.begin() + static_cast<std::ptrdiff_t>(3 * i);
        EXPECT_NEAR(std::accumulate(row, row + 3, 0.0), static_cast<double>(whole[fit.patterns[i]]), 1e-6);
      }
      for (std::size_t day = 0; day < given; ++day) {
        for (std::size_t v = 0; v < 3; ++v) {
          double sum = 0;
          for (std::size_t i = 0; i < fit.patterns.size(); ++i) {
            sum += has_day(fit.patterns[i], day) ? fit.people[3 * i + v] : 0;
          }
          EXPECT_NEAR(sum, marginal.by_day[day][v], 1e-6 * statistics.total());
        }
      }
    }
  }
}

TEST(AttributeFit, InWholePeopleKeepsPatternsAndMarginals) {
  SeededBits random(2);
  for (int round = 0; round < 30; ++round) {
    const std::size_t days = 2 + static_cast<std::size_t>(round % 4);
    const auto statistics = UnionStatistics::of_patterns(numbered_days(days), random_patterns(days, random));
    const std::vector<std::uint64_t> whole = make_scenario(statistics).whole;
    const Marginal marginal = dependent_marginal(whole, days, round % 2 == 0 ? days : 0, random);
    const AttributeFit fit = fit_attribute(whole, days, marginal);
    const std::vector<std::uint64_t> cells = whole_fit(fit, whole, marginal);
    std::vector<std::uint64_t> values(3);
    for (std::size_t i = 0; i < fit.patterns.size(); ++i) {
      const auto row = cells.begin() + static_cast<std::ptrdiff_t>(3 * i);
      EXPECT_EQ(std::accumulate(row, row + 3, std::uint64_t{0}), whole[fit.patterns[i]]);
      for (std::size_t v = 0; v < 3; ++v) {
        values[v] += row[static_cast<std::ptrdiff_t>(v)];
        EXPECT_NEAR(static_cast<double>(row[static_cast<std::ptrdiff_t>(v)]), fit.people[3 * i + v], 3);
      }
    }
    EXPECT_EQ(values, apportion(std::accumulate(whole.begin(), whole.end(), std::uint64_t{0}), marginal.overall));
  }
}

// Numbers that contradict each other: a day on which everybody has the first value, though half of those who are there
// every day must have the second.
TEST(AttributeFit, SaysHowFarItIsOffWhereMarginalsContradictEachOther) {
  const std::vector<std::uint64_t> whole = {0, 0, 0, 100};  // all are there on both days
  const Marginal marginal{"a", Domain(2), {50, 50}, {{100, 0}, {}}};
  EXPECT_GT(fit_attribute(whole, 2, marginal).worst, 0.1);
  EXPECT_EQ(whole_fit(fit_attribute(whole, 2, marginal), whole, marginal), (std::vector<std::uint64_t>{50, 50}));
}

struct Made {
  UnionStatistics statistics;
  SyntheticPopulation population;
};

Made made_population() {
  SeededBits random(3);
  const auto statistics = UnionStatistics::of_patterns(numbered_days(4), random_patterns(4, random));
  const Scenario scenario = make_scenario(statistics);
  std::vector<Marginal> marginals;
  marginals.push_back(dependent_marginal(scenario.whole, 4, 4, random));
  marginals.push_back({"sex", Domain(std::vector<std::string>{"f", "m"}), {1, 1}, {}});
  marginals.push_back({"duration",
                       Domain(std::vector<std::string>{"1h", "2h", "=3h"}),
                       {},
                       {{5, 3, 2}, {1, 0, 1}, {2, 2, 2}, {9, 0.5, 0.5}}});
  return {statistics, SyntheticPopulation(scenario, numbered_days(4), marginals)};
}

TEST(SyntheticPopulation, HasTheStatisticsItWasMadeFrom) {
  const Made made = made_population();
  QualityMeter meter(made.statistics, made.population);
  SeededBits random(4);
  std::uint64_t id = 0;
  made.population.generate(random, [&](const SyntheticPerson& person) {
    EXPECT_EQ(person.id, ++id);
    EXPECT_EQ(person.attributes.size(), 2U);
    EXPECT_EQ(person.visits.size(), static_cast<std::size_t>(std::popcount(person.days)));
    meter.add(person);
  });
  const PopulationQuality quality = meter.quality();
  EXPECT_EQ(quality.people, made.population.size());
  EXPECT_EQ(static_cast<double>(quality.people), made.statistics.total());
  EXPECT_EQ(quality.days, 0);  // whole statistics without contradictions come out exactly
  EXPECT_EQ(quality.unions, 0);
  EXPECT_EQ(quality.worst_union, 0);
  ASSERT_EQ(quality.marginals.size(), 3U);
  EXPECT_EQ(quality.marginals[0].attribute, "age");
  EXPECT_EQ(quality.marginals[2].attribute, "duration");
  for (const MarginalQuality& marginal : quality.marginals) EXPECT_LT(marginal.mean_relative_error, 0.02);
  EXPECT_LT(made.population.fit_errors()[0], 1e-9);
}

TEST(SyntheticPopulation, IsTheSameForTheSameSeedOnly) {
  const Made made = made_population();
  const auto tables = [&](std::uint64_t seed) {
    SeededBits random(seed);
    std::string people, visits;
    OutputBytes people_output(people), visits_output(visits);
    write_population(made.population, random, people_output, visits_output);
    return people + visits;
  };
  EXPECT_EQ(tables(1), tables(1));
  EXPECT_NE(tables(1), tables(2));
}

TEST(SyntheticPopulation, IsWrittenAsTwoTables) {
  const Scenario scenario = make_scenario({numbered_days(2), {1, 2, 2}});  // one on both days, one on the second
  const SyntheticPopulation population(scenario, {"2017-05-31", "2017-06-01"},
                                       {{"town", Domain(std::vector<std::string>{"a, b"}), {1}, {}},
                                        {"duration", Domain(std::vector<std::string>{"=3h"}), {}, {{1}, {1}}}});
  SeededBits random(1);
  std::string people, visits;
  OutputBytes people_output(people), visits_output(visits);
  std::uint64_t seen = 0;
  write_population(population, random, people_output, visits_output, [&](const SyntheticPerson&) { ++seen; });
  EXPECT_EQ(seen, 2U);
  EXPECT_EQ(people, "person,town\n1,\"a, b\"\n2,\"a, b\"\n");
  EXPECT_EQ(visits, "person,day,duration\n1,2017-06-01,'=3h\n2,2017-05-31,'=3h\n2,2017-06-01,'=3h\n");
}

// The same seed, the same people: what the one table says is what the two say.
TEST(SyntheticPopulation, IsWrittenAsOneTableOfVisits) {
  const Scenario scenario = make_scenario({numbered_days(2), {1, 2, 2}});
  const SyntheticPopulation population(scenario, {"2017-05-31", "2017-06-01"},
                                       {{"town", Domain(std::vector<std::string>{"a, b"}), {1}, {}},
                                        {"duration", Domain(std::vector<std::string>{"=3h"}), {}, {{1}, {1}}}});
  SeededBits random(1);
  std::string visits;
  OutputBytes output(visits);
  std::uint64_t seen = 0;
  write_visits(population, random, output, [&](const SyntheticPerson&) { ++seen; });
  EXPECT_EQ(seen, 2U);
  EXPECT_EQ(visits,
            "person,day,town,duration\n1,2017-06-01,\"a, b\",'=3h\n2,2017-05-31,\"a, b\",'=3h\n"
            "2,2017-06-01,\"a, b\",'=3h\n");
}

TEST(SyntheticPopulation, ItsScenarioIsOffByWhatWasMoved) {
  const UnionStatistics whole(numbered_days(3), {120, 190, 230, 100, 160, 90});
  EXPECT_LT(scenario_error(make_scenario(whole), whole), 1e-12);
  EXPECT_LT(scenario_error(make_scenario(whole, ScenarioChoice::max_min), whole), 1e-12);
  // Of 120 and 100 people no more than 220 can be in the union.
  const UnionStatistics contradicting(numbered_days(3), {120, 225, 230, 100, 160, 90});
  const Scenario moved = make_scenario(contradicting);
  EXPECT_GT(moved.mean_relative_error, 0);
  EXPECT_NEAR(scenario_error(moved, contradicting), moved.mean_relative_error, 1e-9);
}

TEST(Marginals, ThatCannotBeAreRefusedByName) {
  const std::vector<std::string> days = numbered_days(2);
  const auto refused = [&](const Marginal& marginal) {
    return input_error([&] { require_marginals(std::vector<Marginal>{marginal}, days); });
  };
  const Domain two(std::vector<std::string>{"x", "y"});
  EXPECT_EQ(refused({"a", two, {1, -1}, {}}), "attribute 'a': -1 people cannot have the value 'y' overall");
  EXPECT_EQ(refused({"a", two, {1}, {}}), "attribute 'a' has 2 values, but 1 numbers overall");
  EXPECT_EQ(refused({"a", two, {0, 0}, {}}), "attribute 'a' has 0 people overall");
  EXPECT_EQ(refused({"a", two, {}, {{1, 1}, {}}}), "attribute 'a' is given by day, but not for day 2");
  EXPECT_EQ(refused({"a", two, {1, 0}, {{}, {1, 3}}}),
            "attribute 'a': 3 people have the value 'y' on day 2, but nobody has it overall");
  EXPECT_EQ(input_error([&] {
              require_marginals(std::vector<Marginal>{{"a", two, {1, 1}, {}}, {"a", two, {1, 1}, {}}}, days);
            }),
            "there are two attributes 'a'");
}

}  // namespace
}  // namespace sourdine
