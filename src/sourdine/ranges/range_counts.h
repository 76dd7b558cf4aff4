// From rows to counts over an ordered domain, or over places and an ordered domain: one row per record, or one row per
// value (and place) with its count.
//
// A value without rows has its place and the count 0. The bounds that are not given are the least and the greatest
// value of the rows, which the domain then says (OrderedDomain::is_from_data); so are the places. Memory: O(different
// values).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/csv.h"
#include "sourdine/range/range_domain.h"

namespace sourdine {

struct RangeRows {
  std::string source, query;     // as open_rows() takes them (events/row_source.h)
  std::string column;            // of the ordered values
  std::optional<Period> period;  // of dates; nothing: whole numbers
  std::string time_format = "auto";
  std::uint64_t bin = 1;   // of numbers, in steps; bins begin at `from`, or else at a multiple of their width
  unsigned decimals = 0;   // of numbers: steps are 10^−decimals, and what is finer is cut off
  std::string from, to;    // items of a range (range/ordered_domain.h), or empty
  std::string counts;      // column with the number of records of a row, or empty: one
  std::string place = {};  // column of the places of a grid, or empty: no grid
  std::vector<std::string> places = {};  // the rows of the grid, in order; none: the places of the data, by name
  OnBadRow on_bad_row = OnBadRow::stop;
};

// Raw data, for the eyes of whoever holds the rows.
struct RowsRead {
  std::uint64_t records = 0;  // in the counts
  std::uint64_t outside = 0;  // records before `from`, after `to`, or of a place that is not in the list
  std::uint64_t skipped = 0;  // bad rows

  friend bool operator==(const RowsRead&, const RowsRead&) = default;
};

struct RangeCounts {
  RangeDomain domain;
  std::vector<std::uint64_t> counts;  // of a grid place by place
  RowsRead rows = {};
};

// A whole number of at least 0, at most 2^52; nothing when the text is none. "1e2" is one.
std::optional<std::uint64_t> parse_count(std::string_view text);

// Throws Error(bad_input), one sentence: the source's errors, a value or count that is none (naming line and column),
// bounds that are none or reversed, no rows where a bound depends on them, too many values.
RangeCounts read_range_counts(const RangeRows& rows);

}  // namespace sourdine
