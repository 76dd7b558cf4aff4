// What messages about rows have in common. Internal to events/ and release/.
#pragma once

namespace sourdine {

// Hints on rows that cannot be read. Some commands have options, others a configuration.
inline constexpr const char* correct_or_skip =
    "Correct the row, or skip bad rows: on_bad_row = \"skip\" in a configuration, --on-bad-row skip otherwise.";
inline constexpr const char* give_time_format =
    "Give the column's format, such as \"%d/%m/%Y %H:%M\": time_format in a configuration, --time-format otherwise.";

}  // namespace sourdine
