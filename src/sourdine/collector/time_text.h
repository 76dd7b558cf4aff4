// Times as the collector's API writes them: "2026-11-17T21:45:03.120Z".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sourdine/collector/collection.h"

namespace sourdine {

// Of the years 0 … 9999; others are shown as the nearest of them.
std::string time_text(UnixTime time);
// The inverse; the fraction may have 1 to 9 digits or be missing, and the zone is "Z". Nothing for anything else.
std::optional<UnixTime> parse_time_text(std::string_view text);

// The clock of collections' periods is that of UTC.
std::chrono::local_seconds period_clock(UnixTime time);
UnixTime period_begin(Period period, std::int64_t number);

// "31 days", "5 hours", "90 seconds": in the largest unit that fits.
std::string duration_words(std::chrono::seconds time);

}  // namespace sourdine
