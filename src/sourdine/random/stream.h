// Stream: the streams of a RandomSource that are not those of chunks, which count from zero: whoever draws beside them
// has a row here, so that two who draw in one run never draw the same. A number never changes: seeded results depend on
// it. Internal.
#pragma once

#include <cstdint>

namespace sourdine {

enum class Stream : std::uint64_t {
  ratio_of_filter = std::uint64_t{1} << 62,  // the counts that estimates are compared with
  synthetic_rows,                            // of what is estimated
  blurred_places,
  order_of_places,
  kept_events = ratio_of_filter + 8,  // of persons who have too many, where each event is reported
  central_choice = ratio_of_filter + 16,
  central_persons,  // whose events are kept
  central_removed,  // how many were not
  central_counts,
  central_rows,
  times_of_reports = ratio_of_filter + 32,  // of synthetic rows, where the reports have none
};

constexpr std::uint64_t number_of(Stream stream) { return static_cast<std::uint64_t>(stream); }

}  // namespace sourdine
