// What is estimated from blurred points, and its files: density.csv, regions.csv, and the page. Everything is computed
// from points as the noise left them and from what is public, so it costs nothing.
#pragma once

#include <string>

#include "sourdine/blur/blur.h"
#include "sourdine/blur/statement.h"
#include "sourdine/geo/place_estimates.h"

namespace sourdine {

inline constexpr double blur_confidence = 0.95;  // of the intervals

PlaceEstimates estimate_blur(const BlurGround& ground, const BlurredEvents& events, const StopToken& stop = {});

// Writes into the directory, which is not published yet:
//   density.csv  x, y, latitude, longitude (of a cell's middle), estimate, std_error, lower, upper, counted; cells
//                whose estimate rounds to 0 and where no blurred point is are left out
//   regions.csv  region, estimate, std_error, lower, upper, counted: where the configuration has regions; std_error is
//                that of the farther end of the interval, which need not lie around the estimate
//   index.html   the page, made from page.json
void write_blur_estimates(const BlurGround& ground, const BlurFacts& facts, const PlaceEstimates& estimates,
                          const std::string& directory, const StopToken& stop);

}  // namespace sourdine
