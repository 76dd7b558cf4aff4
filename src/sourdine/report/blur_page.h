// The page of blurred places: the density by cells, the regions with their intervals, the promise and what it leaves
// open. The shape of the JSON is BlurData in web/src/blur-types.ts.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sourdine/geo/metric.h"
#include "sourdine/geo/place_estimates.h"
#include "sourdine/release/config.h"

namespace sourdine {

// More cells are shown by squares of several, without intervals, which do not add up.
inline constexpr std::size_t max_cells_on_page = 60'000;

struct BlurPageWords {
  std::vector<std::string> not_protected;
  std::vector<std::string> not_private_because;  // empty: private
};

struct BlurPageFacts {
  std::string title;
  Language language = Language::en;  // that the page opens in; it has both
  std::uint64_t points = 0;
  double confidence = 0.95;
  bool has_memo = true;
  std::uint64_t repeats = 1;                // without a memo: how many reports of one place the promise counts
  std::map<Language, BlurPageWords> words;  // of both
};

std::string blur_page_data(const BlurPageFacts& facts, const MetricPromise& promise, const PlaceEstimates& estimates,
                           const Shapes* regions);

}  // namespace sourdine
