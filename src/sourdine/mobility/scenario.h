// A scenario: how many people have each pattern of days, from statistics of unions of consecutive days.
//
// In: U(i, j) for all runs of days (union_statistics.h). Out: x_S ≥ 0 for every non-empty set S of the D days, with
//   Σ x_S over S ∩ {i … j} ≠ ∅  =  U(i, j)   for all i ≤ j.
// Contradictions are solved first, with the smallest mean relative error, and what was moved is returned
// (closest_flows.h). There are 2^D − 1 unknowns and D(D+1)/2 independent equations, so which of the solutions is taken
// is a choice:
//   max_entropy: the one that says nothing beyond the statistics. It has a closed form: whoever leaves a day goes on to
//     another as all do who leave it, whatever their days before were,
//       x_S = flow(0, s1) · Π flow(s_i, s_{i+1}) / people(s_i),
//     since this has the flows asked for and is a product of one factor per flow, which is the condition of the
//     optimum (the statistics are linear in the flows, so the multipliers of the one are those of the other).
//   max_min: the smallest x_S is as large as possible, t = min flow(a, b) / ways(a, b) over all pairs of stops, ways(a,
//     b) being the number of patterns with that step: taking t of every pattern away leaves a flow, and any flow has a
//     decomposition. What is left is spread by entropy.
// Both are exact but for rounding errors of the last bits, and cost O(D·2^D).
//
// Whole people: `whole` are whole numbers near `people` with the same total. Where the flows used are whole, as they
// are for whole statistics without contradictions, they have exactly the same unions.
//
// Nothing here is private. Whatever privacy the statistics have, scenarios have, being made from nothing else.
#pragma once

#include <cstdint>
#include <vector>

#include "sourdine/mobility/closest_flows.h"

namespace sourdine {

enum class ScenarioChoice { max_entropy, max_min };

struct Scenario {
  std::size_t days = 0;
  std::vector<double> people;         // by pattern (2^D of them, the first is 0)
  std::vector<std::uint64_t> whole;   // the same in whole people
  DayFlows flows{1};                  // what the people were made from
  std::vector<MovedStatistic> moved;  // where statistics contradict each other
  double mean_relative_error = 0;     // of the statistics used against those given; 0 where nothing was moved

  std::uint64_t total() const;
};

Scenario make_scenario(const UnionStatistics& statistics, ScenarioChoice choice = ScenarioChoice::max_entropy);

// The two choices for given flows, none of which is negative; 2^D numbers.
std::vector<double> most_even_patterns(const DayFlows& flows);         // max_entropy
std::vector<double> largest_smallest_patterns(const DayFlows& flows);  // max_min
double largest_smallest(const DayFlows& flows);                        // its t

// Whole people with these flows, near most_even_patterns(): exactly where the flows are whole, else with flows rounded
// stop by stop, the total to the nearest whole number.
std::vector<std::uint64_t> whole_patterns(const DayFlows& flows);

}  // namespace sourdine
