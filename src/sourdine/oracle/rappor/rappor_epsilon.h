// What two Bloom filters that differ in some bits cost, exactly.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/oracle/bit_flip.h"
#include "sourdine/oracle/rappor/bloom.h"

namespace sourdine {

// Bits that only the first filter sets, and bits that only the second one sets.
struct FilterDifference {
  std::size_t only_first, only_second;
  friend auto operator<=>(const FilterDifference&, const FilterDifference&) = default;
};

// All differences between filters of two of the strings (given by digest) in one cohort. As soon as two filters differ
// in 2·hashes bits, the most there can be, that difference alone is returned; so it is, as a bound, when there are
// fewer than two strings (a collection of free strings) or too many to look at.
std::vector<FilterDifference> filter_differences(const Bloom& bloom, std::span<const std::uint64_t> digests);

// The largest log ratio of a response's probabilities under two filters that differ so: a·ln(p/q) + b·ln((1−q)/(1−p)),
// from the thresholds, rounded up to a double.
double differing_epsilon(const BitFlip& flip, FilterDifference difference);
// The same for the second response to the first one's bits.
double chained_epsilon(const BitFlip& first, const BitFlip& second, FilterDifference difference);

}  // namespace sourdine
