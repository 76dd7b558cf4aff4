// ValidRecords: the way to a protocol's randomiser for code that has checked all records, by Protocol::require_valid,
// before it works on parts of them. Internal: nothing here checks again.
#pragma once

#include <algorithm>

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

}  // namespace sourdine
