#include "sourdine/tuple/fake_oracle.h"

#include <numeric>

#include "sourdine/kernel/bit_counts.h"
#include "sourdine/kernel/histogram.h"
#include "sourdine/kernel/padding.h"
#include "sourdine/tuple/privacy.h"

namespace sourdine {

FakeOracle::FakeOracle(OracleSpec spec, FakeEntry entry, std::size_t attributes)
    : OracleWith(std::move(spec)),
      entry_(std::move(entry)),
      attributes_(attributes),
      total_weight_(k()),
      ends_(entry_.weights.size()),
      epsilon_(entry_epsilon(entry_, attributes)) {
  std::partial_sum(entry_.weights.begin(), entry_.weights.end(), ends_.begin());
  if (!ends_.empty()) total_weight_ = ends_.back();
}

Support FakeOracle::support_of(Value value) const {
  if (k() == 1) return {1, 0, 1};
  const auto d = static_cast<double>(attributes_);
  const double fakes = (d - 1) * entry_.fake_support(value);
  return {(entry_.yes() + fakes) / d, (entry_.no() + fakes) / d, entry_.gap() / d};
}

std::size_t FakeOracle::report_bits() const {
  if (k() == 1) return 0;
  return entry_.is_bits() ? k() : bits_for_count(k());
}

void FakeOracle::report_of_cell(std::size_t cell, std::span<std::uint8_t> report) const {
  if (!cell_is_report()) Oracle::report_of_cell(cell, report);
  put_bits(report, 0, report_bits(), cell);
}

bool FakeOracle::is_possible(std::span<const std::uint8_t> report) const {
  if (k() == 1) return true;
  return entry_.is_bits() ? padding_is_zero(report, k()) : take_bits(report, 0, 8 * report_bytes()) < k();
}

void FakeOracle::add(std::span<const std::uint8_t> report, std::span<std::uint64_t> cells) const {
  for (Value value = 0; value < k(); ++value) cells[value] += supports_value(report, value) ? 1U : 0U;
}

bool FakeOracle::supports_value(std::span<const std::uint8_t> report, Value value) const {
  if (k() == 1) return true;
  return entry_.is_bits() ? get_bit(report, value) : take_bits(report, 0, report_bits()) == value;
}

std::vector<double> FakeOracle::invert(TallyView tally) const {
  std::vector<double> counts = supports(tally);
  const auto n = static_cast<double>(tally.reports);
  for (Value value = 0; value < k(); ++value) {
    const Support s = support_of(value);
    counts[value] = (counts[value] - n * s.no) / s.gap;
  }
  return counts;
}

double FakeOracle::variance(Value value, std::span<const double> counts) const {
  const Support s = support_of(value);
  const double n = std::accumulate(counts.begin(), counts.end(), 0.0), held = counts[value];
  return (held * s.yes * (1 - s.yes) + (n - held) * s.no * (1 - s.no)) / (s.gap * s.gap);
}

std::vector<VarianceCurve> FakeOracle::variance_curves(double n, std::span<const double>) const {
  std::vector<VarianceCurve> curves;
  for (Value value = 0; value < k(); ++value) {
    const Support s = support_of(value);
    const double square = s.gap * s.gap, lies = s.no * (1 - s.no);
    curves.push_back({n * lies / square, (s.yes * (1 - s.yes) - lies) / square, 0});
  }
  return curves;
}

// Pr[y|v] = F(y)·(R(y|v) + d − 1)/d: the first factor is common to all v.
void FakeOracle::likelihood(std::span<const std::uint8_t> report, std::span<double> out) const {
  if (k() == 1) {
    out[0] = 1;
    return;
  }
  const double set = entry_.is_bits() ? entry_.flip.p.probability() / entry_.flip.q.probability() : entry_.yes();
  const double clear = entry_.is_bits() ? entry_.flip.p.complement() / entry_.flip.q.complement() : entry_.no();
  double fake = 1;  // F(y), on the scale of `set` and `clear`
  if (entry_.fake == FakeData::value) {
    fake = entry_.fake_share(static_cast<Value>(take_bits(report, 0, report_bits())));
  } else if (entry_.fake == FakeData::one_hot) {
    fake = 0;
    for (Value value = 0; value < k(); ++value) {
      fake += entry_.fake_share(value) * (get_bit(report, value) ? set : clear);
    }
  }
  const auto others = static_cast<double>(attributes_ - 1);
  for (Value value = 0; value < k(); ++value) {
    out[value] = (supports_value(report, value) ? set : clear) / fake + others;
  }
}

std::size_t FakeOracle::first_impossible(ReportsView reports) const {
  if (reports.report_bytes == 0) return reports.size();
  if (!entry_.is_bits()) return first_not_below(reports.bytes, reports.report_bytes, k());
  return all_padding_is_zero(reports.bytes, reports.report_bytes, k()) ? reports.size()
                                                                       : OracleWith::first_impossible(reports);
}

void FakeOracle::tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const {
  if (reports.report_bytes == 0) {
    cells[0] += reports.size();
  } else if (entry_.is_bits()) {
    add_bit_counts(reports.bytes, reports.report_bytes, 0, cells);
  } else {
    add_histogram(reports.bytes, reports.report_bytes, cells);
  }
}

}  // namespace sourdine
