#include "sourdine/mobility/scenario.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace sourdine {
namespace {

// How many non-empty patterns have a step from a to b.
double ways(std::size_t days, std::size_t a, std::size_t b) {
  const std::size_t before = a == 0 ? 0 : a - 1, behind = b > days ? 0 : days - b;
  return std::ldexp(1.0, static_cast<int>(before + behind));
}

DayFlows without_each(const DayFlows& flows, double each) {
  DayFlows rest = flows;
  for (std::size_t a = 0; a <= flows.days(); ++a) {
    for (std::size_t b = a + 1; b <= flows.end(); ++b) {
      if (a == 0 && b == flows.end()) continue;
      rest(a, b) = std::max(0.0, rest(a, b) - each * ways(flows.days(), a, b));
    }
  }
  return rest;
}

}  // namespace

std::uint64_t Scenario::total() const { return std::accumulate(whole.begin(), whole.end(), std::uint64_t{0}); }

// Each pattern from the one without its last day: those who were last there on `last` and go on to `day`.
std::vector<double> most_even_patterns(const DayFlows& flows) {
  const std::size_t days = flows.days();
  std::vector<double> leaving(days + 1);
  for (std::size_t stop = 1; stop <= days; ++stop) leaving[stop] = flows.out_of(stop);
  const auto share = [&](std::size_t a, std::size_t b) { return leaving[a] > 0 ? flows(a, b) / leaving[a] : 0; };
  std::vector<double> begun(std::size_t{1} << days);  // people whose days up to the last of the pattern are these
  std::vector<double> people(begun.size());
  for (std::size_t day = 0; day < days; ++day) {
    const std::size_t bit = std::size_t{1} << day;
    for (std::size_t before = 0; before < bit; ++before) {
      const auto last = static_cast<std::size_t>(std::bit_width(before));  // as a stop
      begun[bit + before] = before == 0 ? flows(0, day + 1) : begun[before] * share(last, day + 1);
      people[bit + before] = begun[bit + before] * share(day + 1, flows.end());
    }
  }
  return people;
}

double largest_smallest(const DayFlows& flows) {
  double least = flows(0, 1) / ways(flows.days(), 0, 1);
  for (std::size_t a = 0; a <= flows.days(); ++a) {
    for (std::size_t b = a + 1; b <= flows.end(); ++b) {
      if (a > 0 || b < flows.end()) least = std::min(least, flows(a, b) / ways(flows.days(), a, b));
    }
  }
  return least;
}

std::vector<double> largest_smallest_patterns(const DayFlows& flows) {
  const double each = largest_smallest(flows);
  std::vector<double> people = most_even_patterns(without_each(flows, each));
  for (std::size_t pattern = 1; pattern < people.size(); ++pattern) people[pattern] += each;
  return people;
}

Scenario make_scenario(const UnionStatistics& statistics, ScenarioChoice choice) {
  ClosestFlows closest = closest_flows(statistics);
  Scenario scenario;
  scenario.days = statistics.days();
  scenario.flows = std::move(closest.flows);
  scenario.moved = std::move(closest.moved);
  scenario.mean_relative_error = closest.mean_relative_error;
  if (choice == ScenarioChoice::max_entropy) {
    scenario.people = most_even_patterns(scenario.flows);
    scenario.whole = whole_patterns(scenario.flows);
  } else {
    scenario.people = largest_smallest_patterns(scenario.flows);
    const double each = std::floor(largest_smallest(scenario.flows));
    scenario.whole = whole_patterns(without_each(scenario.flows, each));
    for (std::size_t pattern = 1; pattern < scenario.whole.size(); ++pattern) {
      scenario.whole[pattern] += static_cast<std::uint64_t>(each);
    }
  }
  return scenario;
}

}  // namespace sourdine
