// How long it takes from statistics of unions of days to synthetic people. sourdine_bench_mobility: one JSON
// object {"days", "people", "visits", "scenario_seconds", "population_seconds", "union_error", "contradictory_seconds",
// "moved"} for the unions of the published festival (seven days, 88,935 people), with three made-up attributes: one is
// fitted by day and one is daily. The tables are written to memory. "contradictory_seconds" is for twelve days
// whose unions contradict each other, with loading Clp.
#include <fmt/format.h>

#include <chrono>

#include "sourdine/mobility/population_quality.h"
#include "sourdine/mobility/statistics_files.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine::bench {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

UnionStatistics festival() {
  return {numbered_days(7), {23226, 34066, 44696, 57274, 75787, 81883, 88935,  //
                             24088, 37452, 50991, 69997, 76585, 84084,         //
                             27468, 42402, 62440, 69681, 78179,                //
                             27465, 50616, 59290, 70440,                       //
                             38983, 49769, 61954,                              //
                             25688, 39882,                                     //
                             23427}};
}

Marginal made_up(const std::string& name, std::size_t values, bool is_static, std::size_t days) {
  Marginal marginal{name, Domain(values), {}, {}};
  for (std::size_t v = 0; is_static && v < values; ++v) marginal.overall.push_back(static_cast<double>(v + 3));
  for (std::size_t day = 0; day < days; ++day) {
    marginal.by_day.emplace_back();
    for (std::size_t v = 0; v < values; ++v) {
      const double tilt = 1 + 0.05 * static_cast<double>((v + day) % 3);
      marginal.by_day.back().push_back(static_cast<double>(v + 3) * tilt);
    }
  }
  return marginal;
}

// The longer a run of days, the more people each further day would add: no people are like that.
UnionStatistics contradictory() {
  std::vector<double> people;
  for (const DayRun run : day_runs(12)) {
    const auto length = static_cast<double>(run.last - run.first + 1);
    people.push_back(1000 + 100 * length * length + 7 * static_cast<double>(run.first));
  }
  return {numbered_days(12), people};
}

int run() {
  const double begin = now();
  const UnionStatistics statistics = festival();
  const Scenario scenario = make_scenario(statistics);
  const double solved = now();
  const SyntheticPopulation population(
      scenario, numbered_days(7),
      {made_up("age", 8, true, 7), made_up("region", 37, true, 0), made_up("duration", 10, false, 7)});
  QualityMeter meter(statistics, population);
  SeededBits random(1);
  std::string people, visits;
  OutputBytes people_output(people), visits_output(visits);
  write_population(population, random, people_output, visits_output,
                   [&](const SyntheticPerson& person) { meter.add(person); });
  const double made = now();
  const PopulationQuality quality = meter.quality();
  const UnionStatistics twelve = contradictory();
  const double other_begin = now();
  const Scenario other = make_scenario(twelve);
  fmt::print(R"({{"days": 7, "people": {}, "visits": {}, "scenario_seconds": {:.6f}, "population_seconds": {:.6f}, )"
             R"("union_error": {:.3g}, "contradictory_seconds": {:.6f}, "moved": {}}})"
             "\n",
             quality.people, quality.visits, solved - begin, made - solved, quality.unions, now() - other_begin,
             other.moved.size());
  return 0;
}

}  // namespace
}  // namespace sourdine::bench

int main() { return sourdine::bench::run(); }
