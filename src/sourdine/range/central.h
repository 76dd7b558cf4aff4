// What all structures of a trusted curator share: whose record is protected, how large totals may be, and the interval
// of an answer that carries sums of discrete Laplace noise.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "sourdine/estimate/estimate.h"
#include "sourdine/privacy/guarantee.h"
#include "sourdine/range/range_structure.h"

namespace sourdine {

// By how much one record can change the counts of one level.
std::uint64_t sensitivity(Neighbours neighbours);

// The largest total: sums stay exact in a double.
inline constexpr std::uint64_t max_total = std::uint64_t{1} << 52;
// Throws Error(bad_input) when the counts add up to more.
void require_total(std::span<const std::uint64_t> counts);

// ε is what ExactEpsilon::spendable() makes of the asked one.
// The texts are in the words of the structure.
struct ProtectedRecord {
  Unit unit = Unit::event;
  Neighbours neighbours = Neighbours::add_remove;
  std::string unit_text, neighbours_text;
};
Guarantee central_guarantee(double epsilon_asked, ProtectedRecord record);

// Answer ± (the larger of the normal and the Laplace quantile)·(standard error) ± 1/2 for the noise being whole
// numbers, as count_estimate() has it; an answer without variance is exact.
Estimate central_estimate(double value, double variance, const Confidence& confidence);

}  // namespace sourdine
