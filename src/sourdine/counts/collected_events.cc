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

void fill_tally(const PeriodTally& period, Tally& tally) {
  tally.reports = period.reports;
  if (period.cells.empty()) {
    std::fill(tally.cells.begin(), tally.cells.end(), std::uint64_t{0});
  } else {
    tally.cells = period.cells;
  }
}

std::vector<double> period_truth(const Timeline& timeline, const CollectedEvents& collected, std::size_t k) {
  if (collected.truth.empty()) return {};
  std::vector<double> truth(timeline.size() * k);
  for (std::size_t base = 0; base < collected.timeline.size(); ++base) {
    const std::size_t period = timeline.index(collected.timeline.start(base));
    for (std::size_t v = 0; v < k; ++v) truth[period * k + v] += static_cast<double>(collected.truth[base * k + v]);
  }
  return truth;
}

}  // namespace sourdine
