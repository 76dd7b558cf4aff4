// What a central release says of itself beside its numbers. All of it is public or was measured behind noise.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sourdine/counts/config.h"
#include "sourdine/estimate/estimate.h"

namespace sourdine {

struct CentralLevelFacts {
  Period period = Period::day;
  std::uint64_t region_parts = 0, total_parts = 0;  // thousandths of the budget
  double region_noise = 0, total_noise = 0;         // standard deviations of the noise; 0: not measured
};

// What counting a person max_events times at most leaves out: behind noise, and not part of any interval.
struct BoundFacts {
  std::uint64_t max_events = 1;
  bool is_chosen = false;   // behind noise
  std::uint64_t cap = 1;    // of what one person adds to `events`
  Estimate people = {};     // with more than max_events events
  Estimate events = {};     // of theirs that are not counted
  std::uint64_t parts = 0;  // thousandths of the budget for both, and for the choice
};

struct CentralFacts {
  CentralNoise noise = CentralNoise::laplace;
  std::vector<CentralLevelFacts> levels;
  std::optional<BoundFacts> bound;  // nothing: one event is protected
  Estimate total = {};              // of all events counted
  double day_variance = 0;          // mean, of a region's day by least squares: for forecasts; 0 without days
  // Synthetic rows, where the estimates ask for more than are drawn (BuildOptions::max_synthetic_rows).
  std::optional<std::uint64_t> bounded_rows = {};
};

}  // namespace sourdine
