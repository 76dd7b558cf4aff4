// What a column of times holds when it is read as a release would read it: how many rows have no time, one of them, and
// the first and the last time. A mistyped year shows there at once.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace sourdine {

struct SurveyedColumns {
  std::string time;
  std::string clock = {};            // of the time of day; empty: none
  std::string time_format = "auto";  // "auto": to be found from the first rows
  std::string time_zone = {};        // empty: times are local
};

struct TimeSurvey {
  std::uint64_t rows = 0;
  std::uint64_t unreadable = 0;       // rows without a time
  std::string unreadable_where = {};  // the first of them: "'x.csv', line 12"
  std::string unreadable_text = {};
  std::optional<std::chrono::local_seconds> first = {}, last = {};  // nothing when no row has a time
};

// Reads the whole CSV file, plain or compressed. Throws Error(bad_input) as a release does: a column that is not there
// or there twice, a format or a zone that is none.
TimeSurvey survey_times(const std::string& path, std::size_t skip_lines, const SurveyedColumns& columns);

// Two texts of one column that are times of different formats.
struct MixedTimes {
  std::string column;
  std::string text, where;              // "'x.csv', line 12"
  std::string other_text, other_where;  // that no format reads which reads the texts before it
};

// The first such column, or that of this name; from the first rows alone. Throws Error(bad_input) when the file cannot
// be read.
std::optional<MixedTimes> find_mixed_times(const std::string& path, std::size_t skip_lines,
                                           const std::string& column = {});

}  // namespace sourdine
