#include "sourdine/oracle/rappor/rappor_epsilon.h"

#include <algorithm>
#include <set>

#include "sourdine/random/exact.h"

namespace sourdine {
namespace {

constexpr std::size_t max_filters = 1024;  // per cohort: half a million pairs
constexpr std::size_t max_pairs = std::size_t{1} << 22;

// The different filters of a cohort.
std::vector<Bloom::Filter> different_filters(const Bloom& bloom, std::span<const std::uint64_t> digests,
                                             std::size_t cohort) {
  const auto less = [](const Bloom::Filter& a, const Bloom::Filter& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  };
  std::set<Bloom::Filter, decltype(less)> filters(less);
  for (const std::uint64_t digest : digests) {
    filters.insert(bloom.filter(digest, cohort));
    if (filters.size() > max_filters) break;
  }
  return {filters.begin(), filters.end()};
}

double log_ratio(const Exact& set, const Exact& clear, FilterDifference difference) {
  return up_to_double(difference.only_first * log(set / clear) + difference.only_second * log((1 - clear) / (1 - set)));
}

}  // namespace

std::vector<FilterDifference> filter_differences(const Bloom& bloom, std::span<const std::uint64_t> digests) {
  const FilterDifference largest{bloom.hashes, bloom.hashes};
  if (digests.size() < 2) return {largest};
  std::set<FilterDifference> found;
  std::size_t pairs = 0;
  for (std::size_t cohort = 0; cohort < bloom.cohorts; ++cohort) {
    const std::vector<Bloom::Filter> filters = different_filters(bloom, digests, cohort);
    pairs += filters.size() * filters.size();
    for (const Bloom::Filter& a : filters) {
      for (const Bloom::Filter& b : filters) {
        const FilterDifference difference{bits_only_in(a, b), bits_only_in(b, a)};
        if (difference == largest) return {largest};
        found.insert(difference);
      }
    }
    if (filters.size() > max_filters || pairs > max_pairs) return {largest};
  }
  return {found.begin(), found.end()};
}

double differing_epsilon(const BitFlip& flip, FilterDifference difference) {
  return log_ratio(exact(flip.p), exact(flip.q), difference);
}

double chained_epsilon(const BitFlip& first, const BitFlip& second, FilterDifference difference) {
  const auto chained = [&second](const Exact& one) {
    return Exact(one * exact(second.p) + (1 - one) * exact(second.q));
  };
  return log_ratio(chained(exact(first.p)), chained(exact(first.q)), difference);
}

}  // namespace sourdine
