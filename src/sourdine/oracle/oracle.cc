#include "sourdine/oracle/oracle.h"

#include <fmt/format.h>

#include <numeric>

#include "sourdine/base/error.h"

namespace sourdine {

void Oracle::randomize(std::span<const Value> values, Random& random, Reports& out) const {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] >= k()) {
      fail_input(
          fmt::format("value {} (number {} of this batch) is outside the domain 0 … {}", values[i], i + 1, k() - 1));
    }
  }
  randomize_valid(values, random, out);
}

void Oracle::tally(const Reports& reports, Tally& into) const {
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (!is_possible(reports[i])) {
      fail_input(fmt::format("report {} is not one that oracle '{}' makes", i + 1, spec().oracle),
                 "The file was made with other software or other parameters, or was tampered with.");
    }
  }
  tally_possible(reports, into);
  into.reports += reports.size();
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
