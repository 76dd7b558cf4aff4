// ValidRecords: the way to a protocol's randomiser for code that has checked all records, by Protocol::require_valid,
// before it works on parts of them. PossibleReports: the same for reports, of a protocol that is part of another.
// Internal: nothing here checks again.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sourdine/protocol/protocol.h"

namespace sourdine {

struct ValidRecords {
  const Protocol& protocol;
  RecordsView records;

  // One report per record over `reports`, whose size is theirs.
  void randomize(Random& random, std::span<std::uint8_t> reports) const {
    std::fill(reports.begin(), reports.end(), std::uint8_t{0});
    protocol.randomize_valid(records, random, reports);
  }
  void randomize_rows(RowBits& rows, std::span<std::uint8_t> reports) const {
    std::fill(reports.begin(), reports.end(), std::uint8_t{0});
    protocol.randomize_valid_rows(records, rows, reports);
  }
};

struct PossibleReports {
  const Protocol& protocol;
  ReportsView reports;

  // The number of the first that the protocol cannot have made; reports.size() when there is none.
  std::size_t first_impossible() const { return protocol.first_impossible(reports); }
  // Adds them, all being possible.
  void tally(TallySpan into) const {
    protocol.tally_possible(reports, into.cells);
    into.reports += reports.size();
  }
};

}  // namespace sourdine
