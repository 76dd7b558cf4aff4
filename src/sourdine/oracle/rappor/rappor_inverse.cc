#include "sourdine/oracle/rappor/rappor_inverse.h"

#include <fmt/format.h>

#include <numeric>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

Design design_of(const Bloom& bloom, std::span<const std::uint64_t> digests) {
  if (digests.size() > RapporInverse::max_strings) {
    fail_input(fmt::format("more than {} strings cannot be estimated together", RapporInverse::max_strings),
               "Look for the interesting ones with decode_rappor().");
  }
  Design design{bloom.cohorts, bloom.bits, {}};
  for (const std::uint64_t digest : digests) design.columns.push_back(design_column(bloom, digest));
  return design;
}

}  // namespace

RapporInverse::RapporInverse(const Bloom& bloom, RapporRates rates, std::span<const std::uint64_t> digests)
    : bloom_(bloom), rates_(rates), bit_{rates.set, rates.clear, rates.gap}, inverse_(design_of(bloom, digests)) {
  if (inverse_.is_regular()) return;
  fail_input(fmt::format("the {} strings cannot be told apart by {} cohorts of {} bits", digests.size(), bloom.cohorts,
                         bloom.bits),
             "Collect with more cohorts or bits, or look for fewer strings with decode_rappor().");
}

std::vector<double> RapporInverse::counts(std::span<const std::uint64_t> cells) const {
  const std::vector<double> corrected = corrected_bits(bloom_, rates_, cells);
  std::vector<double> right;
  for (const auto& column : inverse_.design().columns) {
    const auto add = [&](double sum, std::uint32_t bit) { return sum + corrected[bit]; };
    right.push_back(std::accumulate(column.begin(), column.end(), 0.0, add));
  }
  return inverse_.solve(right);
}

double RapporInverse::variance(Value string, std::span<const double> counts) const {
  const std::vector<double> per_holder = bit_variances(inverse_.design(), string, inverse_.row(string), bit_);
  return std::inner_product(counts.begin(), counts.end(), per_holder.begin(), 0.0);
}

std::vector<VarianceCurve> RapporInverse::variance_curves(double n, std::span<const double> weights) const {
  std::vector<VarianceCurve> curves(weights.size());
  inverse_.visit_rows([&](Value string, std::span<const double> row) {
    curves[string] = linear_curve(string, bit_variances(inverse_.design(), string, row, bit_), n, weights);
  });
  return curves;
}

std::vector<double> corrected_bits(const Bloom& bloom, RapporRates rates, std::span<const std::uint64_t> cells) {
  std::vector<double> corrected;
  corrected.reserve(bloom.cohorts * bloom.bits);
  for (std::size_t cohort = 0; cohort < bloom.cohorts; ++cohort) {
    const auto row = cells.subspan(cohort * (1 + bloom.bits), 1 + bloom.bits);
    const double expected = rates.clear * static_cast<double>(row[0]);
    for (std::size_t bit = 1; bit <= bloom.bits; ++bit) {
      corrected.push_back((static_cast<double>(row[bit]) - expected) / rates.gap);
    }
  }
  return corrected;
}

std::vector<std::uint32_t> design_column(const Bloom& bloom, std::uint64_t digest) {
  std::vector<std::uint32_t> column;
  for (std::size_t cohort = 0; cohort < bloom.cohorts; ++cohort) {
    for (const std::uint16_t bit : bloom.filter(digest, cohort)) {
      column.push_back(static_cast<std::uint32_t>(cohort * bloom.bits + bit));
    }
  }
  return column;
}

}  // namespace sourdine
