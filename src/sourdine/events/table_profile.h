// TableProfile: what a CSV file of unknown origin holds, column by column, from its text alone: which columns are
// times, which are times of day, and which have so few different texts that they may be places. It is raw data: what is
// told of it, and to whom, is for the caller to decide.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sourdine {

struct ColumnProfile {
  static constexpr std::size_t max_values = 1'000;

  std::string name;
  std::uint64_t filled = 0;  // rows with a text that is not empty
  // The different texts, trimmed, with their rows, in the order in which they turn up; none when there are more than
  // max_values of them.
  std::vector<std::pair<std::string, std::uint64_t>> values = {};
  bool has_many_values = false;
  bool is_number = false;        // all texts are numbers, and none begins with a 0 as codes do
  bool is_time = false;          // nearly all texts are times with a date
  std::string time_format = {};  // that reads them; empty when day and month could be either way round
  bool has_time_of_day = false;  // of a time: a text has more than a date
  bool has_zone = false;         // of a time: the texts have a time zone, 2006-01-31T08:08Z
  std::uint64_t unreadable = 0;  // texts of a time or of a clock that are none
  bool is_clock = false;         // nearly all texts are times of day: 08:08, 08:08:00
  std::string example = {};      // the first text
};

struct TableProfile {
  std::uint64_t rows = 0;
  std::size_t skip_lines = 0;  // before the header, as given or as found
  std::vector<ColumnProfile> columns = {};
  bool has_header = true;  // false: the names of the columns look like values
};

// Reads the whole file, plain or compressed. `skip_lines`: nothing when it is to be found. Throws Error(bad_input) when
// the file cannot be read, is no CSV, has a row that is none, or holds text that is not UTF-8.
TableProfile profile_table(const std::string& path, std::optional<std::size_t> skip_lines = {});

// How many lines come before the header: those before the first line with as many separators as most lines have.
// `head` is the beginning of a file. 0 when there is no telling.
std::size_t count_lines_before_header(std::string_view head);

}  // namespace sourdine
