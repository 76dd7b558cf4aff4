// protocol/in_memory.h and protocol/keyed_rows.h for arrays that somebody else may change at any time: every chunk is
// copied before it is checked and used, into memory that the core's cache holds. Same results, same errors.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "arrays.h"
#include "row_ids.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/row_secret.h"

namespace sourdine::python {

// Writes one report per person over `reports`, whose size must be theirs. After an Error they are all zero bytes: what
// was made of the others must not be taken for reports.
void randomize_array(const Protocol& protocol, const ValueArray& values, const RandomSource& random,
                     std::span<std::uint8_t> reports, std::size_t threads, std::uint64_t first_report);
void randomize_array_rows(const Protocol& protocol, const ValueArray& values, const RowIds& ids,
                          const RowSecret& secret, std::span<std::uint8_t> reports, std::size_t threads);

Tally tally_array(const Protocol& protocol, ReportsView reports, std::size_t threads);

// Calls `use` with copies of all reports, piece by piece and in order.
void for_each_copied(ReportsView reports, const std::function<void(ReportsView piece)>& use);

}  // namespace sourdine::python
