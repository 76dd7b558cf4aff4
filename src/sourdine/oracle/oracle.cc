#include "sourdine/oracle/oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/base/wide.h"

namespace sourdine {

void Oracle::simulate(std::span<const std::uint64_t> histogram, Random& random, Tally& into) const {
  require_tally(into);
  simulate(histogram, random, into.span());
}

void Oracle::simulate(std::span<const std::uint64_t> histogram, Random& random, TallySpan into) const {
  if (histogram.size() != k()) {
    fail_input(fmt::format("a histogram of {} values does not fit a domain of {}", histogram.size(), k()));
  }
  std::uint64_t room = into.reports <= Tally::max_reports ? Tally::max_reports - into.reports : 0;
  for (const std::uint64_t held : histogram) {
    if (held > room) fail_input("a tally holds at most 2^62 reports");
    room -= held;
  }
  simulate_valid(histogram, random, into);
}

bool Oracle::is_consistent(TallyView tally) const {
  if (!Protocol::is_consistent(tally)) return false;
  if (!cell_is_report()) return true;
  const auto add = [](Wide sum, std::uint64_t cell) { return sum + cell; };
  return std::accumulate(tally.cells.begin(), tally.cells.end(), Wide{0}, add) == tally.reports;
}

const Oracle& require_oracle(const Protocol& protocol) {
  if (const auto* oracle = dynamic_cast<const Oracle*>(&protocol)) return *oracle;
  fail_input(
      fmt::format("these are reports of a protocol of kind '{}', not of a frequency oracle", protocol.spec()->kind()),
      "Counts per value come from oracles; local ranges are answered by 'sourdine range query', surveys by 'sourdine "
      "survey estimate'.");
}

void Oracle::report_of_cell(std::size_t, std::span<std::uint8_t>) const {
  throw Error(ErrorCode::internal, fmt::format("the cells of oracle '{}' do not count reports", name()));
}

std::vector<double> Oracle::invert(TallyView tally) const {
  const Support s = support();
  std::vector<double> estimate = supports(tally);
  const auto n = static_cast<double>(tally.reports);
  for (double& count : estimate) count = (count - n * s.no) / s.gap;
  return estimate;
}

double Oracle::variance(Value value, std::span<const double> counts) const {
  const Support s = support();
  const double n = std::accumulate(counts.begin(), counts.end(), 0.0);
  const double held = counts[value];
  return (held * s.yes * (1 - s.yes) + (n - held) * s.no * (1 - s.no)) / (s.gap * s.gap);
}

double Oracle::approximate_variance() const {
  if (k() == 1) return 0;
  std::vector<double> counts(k(), 1.0 / (k() - 1));
  counts[0] = 0;
  return variance(0, counts);
}

}  // namespace sourdine
