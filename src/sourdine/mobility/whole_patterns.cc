#include <algorithm>
#include <cmath>
#include <numeric>

#include "sourdine/mobility/apportion.h"
#include "sourdine/mobility/scenario.h"

namespace sourdine {
namespace {

// People whose days so far are the same.
struct PatternGroup {
  DayPattern so_far;
  std::uint64_t people;
};

// What leaves a stop to each later one, the end included, when `people` are there: as many in all.
std::vector<std::uint64_t> leaving_whole(const DayFlows& flows, bool is_whole, std::size_t stop, std::uint64_t people) {
  std::vector<double> shares;
  for (std::size_t b = stop + 1; b <= flows.end(); ++b) shares.push_back(flows(stop, b));
  if (is_whole) {
    std::vector<std::uint64_t> exact(shares.begin(), shares.end());
    if (std::accumulate(exact.begin(), exact.end(), std::uint64_t{0}) == people) return exact;
  }
  return apportion(people, shares);
}

std::uint64_t people_in(const std::vector<PatternGroup>& groups) {
  return std::accumulate(groups.begin(), groups.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const PatternGroup& group) { return sum + group.people; });
}

}  // namespace

// Stop after stop: the groups that have come there go on in whole numbers, each in proportion to what is still to leave
// to every later stop. A group never takes more than is left, and the last one takes all that is: every flow comes out
// as it was asked for, and a rounding in one group's favour is made up for by the next. The largest groups choose
// first: a person more or less matters least to them.
std::vector<std::uint64_t> whole_patterns(const DayFlows& flows) {
  const std::size_t days = flows.days();
  const bool is_whole = flows.is_whole();
  std::vector<std::uint64_t> whole(std::size_t{1} << days);
  std::vector<std::vector<PatternGroup>> arrived(days + 2);
  arrived[0].push_back({0, static_cast<std::uint64_t>(std::llround(flows.out_of(0)))});
  for (std::size_t stop = 0; stop <= days; ++stop) {
    std::vector<PatternGroup>& groups = arrived[stop];
    std::stable_sort(groups.begin(), groups.end(),
                     [](const PatternGroup& a, const PatternGroup& b) { return a.people > b.people; });
    std::vector<std::uint64_t> left = leaving_whole(flows, is_whole, stop, people_in(groups));
    for (const PatternGroup& group : groups) {
      const std::vector<std::uint64_t> parts = apportion(group.people, left);
      for (std::size_t i = 0; i < parts.size(); ++i) {
        left[i] -= parts[i];
        const std::size_t next = stop + 1 + i;
        if (parts[i] == 0) continue;
        if (next == flows.end()) {
          whole[group.so_far] += parts[i];
        } else {
          arrived[next].push_back({group.so_far | (DayPattern{1} << (next - 1)), parts[i]});
        }
      }
    }
  }
  return whole;
}

}  // namespace sourdine
