// RapporInverse: the least-squares inversion of RAPPOR's bit counts over a fixed list of strings, and its variance.
// The formulas are in oracle/rappor.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/oracle/design_inverse.h"
#include "sourdine/oracle/rappor/rappor.h"

namespace sourdine {

class RapporInverse {
 public:
  static constexpr std::size_t max_strings = 8192;  // a triangular factor of 512 MiB

  // Throws Error(bad_input) when the filters of the strings (given by digest) cannot be told apart.
  RapporInverse(const Bloom& bloom, RapporRates rates, std::span<const std::uint64_t> digests);

  // `cells` as Rappor's tally has them.
  std::vector<double> counts(std::span<const std::uint64_t> cells) const;
  double variance(Value string, std::span<const double> counts) const;
  // As Oracle::variance_curves.
  std::vector<VarianceCurve> variance_curves(double n, std::span<const double> weights) const;

 private:
  Bloom bloom_;
  RapporRates rates_;
  Support bit_;
  DesignInverse inverse_;
};

// (number of 1s − clear·N)/gap of every bit of every cohort: how many of the cohort's clients set it, unbiased.
std::vector<double> corrected_bits(const Bloom& bloom, RapporRates rates, std::span<const std::uint64_t> cells);

// The bits that a string sets, as indices cohort·B + bit, increasing.
std::vector<std::uint32_t> design_column(const Bloom& bloom, std::uint64_t digest);

}  // namespace sourdine
