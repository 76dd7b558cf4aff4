#include "sourdine/oracle/oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/base/wide.h"

namespace sourdine {

void Oracle::randomize(std::span<const Value> values, Random& random, Reports& out, std::uint64_t before) const {
  Value largest = 0;
  for (const Value value : values) largest = std::max(largest, value);  // one vector at a time
  if (largest >= k()) {
    const auto bad = std::find_if(values.begin(), values.end(), [this](Value value) { return value >= k(); });
    fail_input(fmt::format("value {} (number {}) is outside the domain 0 … {}", *bad,
                           before + static_cast<std::uint64_t>(bad - values.begin()) + 1, k() - 1));
  }
  if (out.report_bytes() != report_bytes()) fail_input("the reports to be added to are those of another oracle");
  randomize_valid(values, random, out);
}

void Oracle::require_own(const Tally& tally) const {
  const std::string field = first_difference(spec_, tally.spec);
  if (!field.empty() || tally.cells.size() != cells()) {
    fail_input(fmt::format("the tally is another oracle's: it differs in '{}'", field.empty() ? "cells" : field));
  }
}

void Oracle::simulate(std::span<const std::uint64_t> histogram, Random& random, Tally& into) const {
  require_own(into);
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

bool Oracle::is_consistent(const Tally& tally) const {
  if (tally.reports > Tally::max_reports || tally.cells.size() != cells()) return false;
  const auto fits = [&tally](std::uint64_t cell) { return cell <= tally.reports; };
  if (!std::all_of(tally.cells.begin(), tally.cells.end(), fits)) return false;
  if (!cell_is_report()) return true;
  const auto add = [](Wide sum, std::uint64_t cell) { return sum + cell; };
  return std::accumulate(tally.cells.begin(), tally.cells.end(), Wide{0}, add) == tally.reports;
}

void Oracle::tally(const Reports& reports, Tally& into) const {
  require_own(into);
  if (reports.report_bytes() != report_bytes()) fail_input("the reports are those of another oracle");
  if (const std::size_t i = first_impossible(reports); i < reports.size()) {
    fail_input(fmt::format("report {} is not one that oracle '{}' makes", i + 1, spec().oracle),
               "The file was made with other software or other parameters, or was tampered with.");
  }
  tally_possible(reports, into);
  into.reports += reports.size();
}

std::size_t Oracle::first_impossible(const Reports& reports) const {
  std::size_t i = 0;
  while (i < reports.size() && is_possible(reports[i])) ++i;
  return i;
}

void Oracle::report_of_cell(std::size_t, std::span<std::uint8_t>) const {
  throw Error(ErrorCode::internal, fmt::format("the cells of oracle '{}' do not count reports", spec().oracle));
}

std::vector<double> Oracle::invert(const Tally& tally) const {
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
