#include "sourdine/counts/collected_events.h"

#include <algorithm>
#include <numeric>

namespace sourdine {

std::uint64_t CollectedEvents::events() const {
  const auto add = [](std::uint64_t sum, const PeriodTally& tally) { return sum + tally.reports; };
  return std::accumulate(tallies.begin(), tallies.end(), std::uint64_t{0}, add);
}

std::vector<PeriodTally> period_tallies(const Timeline& timeline, const CollectedEvents& collected) {
  std::vector<PeriodTally> tallies(timeline.size());
  for (std::size_t base = 0; base < collected.timeline.size(); ++base) {
    const PeriodTally& from = collected.tallies[base];
    PeriodTally& into = tallies[timeline.index(collected.timeline.start(base))];
    into.reports += from.reports;
    into.cells.resize(std::max(into.cells.size(), from.cells.size()));
    for (std::size_t cell = 0; cell < from.cells.size(); ++cell) into.cells[cell] += from.cells[cell];
  }
  return tallies;
}

std::vector<double> period_truth(const Timeline& timeline, const CollectedEvents& collected, std::size_t k) {
  if (collected.truth.empty()) return {};
  return sums_by<double>(timeline, collected.timeline, collected.truth, k);
}

}  // namespace sourdine
