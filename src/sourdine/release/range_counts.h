// From rows to counts over an ordered domain: one row per record, or one row per value with its count.
//
// A value without rows has its place and the count 0. The bounds that are not given are the least and the greatest value
// of the rows, which the domain then says (OrderedDomain::is_from_data). Memory: O(different values).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/base/csv.h"
#include "sourdine/release/ordered_domain.h"

namespace sourdine {

struct RangeRows {
  std::string source, query;     // as open_rows() takes them (events/row_source.h)
  std::string column;            // of the ordered values
  std::optional<Period> period;  // of dates; nothing: whole numbers
  std::string time_format = "auto";
  std::uint64_t bin = 1;  // of whole numbers; bins begin at `from`, or else at a multiple of their width
  std::string from, to;   // items of a range (release/ordered_domain.h), or empty
  std::string counts;     // column with the number of records of a row, or empty: one
  OnBadRow on_bad_row = OnBadRow::stop;
};

struct RangeCounts {
  OrderedDomain domain;
  std::vector<std::uint64_t> counts;
  // Raw data, for the eyes of whoever holds the rows.
  std::uint64_t records = 0;  // in the counts
  std::uint64_t outside = 0;  // records before `from` or after `to`
  std::uint64_t skipped = 0;  // bad rows
};

// Throws Error(bad_input), one sentence: the source's errors, a value or count that is none (naming line and column),
// bounds that are none or reversed, no rows where a bound depends on them, too many values.
RangeCounts read_range_counts(const RangeRows& rows);

}  // namespace sourdine
