// What the page of blurred places shows beside head and promise: the density by cells, the regions with their
// intervals. The shape of the JSON is BlurData in web/src/blur-types.ts. Internal to blur/.
#pragma once

#include <nlohmann/json.hpp>

#include "sourdine/blur/blur.h"
#include "sourdine/geo/place_estimates.h"

namespace sourdine {

// More cells are shown by squares of several, without intervals, which do not add up.
inline constexpr std::size_t max_cells_on_page = 60'000;

nlohmann::ordered_json blur_page_facts(const PreparedBlur& blur, const BlurredEvents& events,
                                       const PlaceEstimates& estimates);

}  // namespace sourdine
