// Whole arrays in memory, on all cores: values → reports, reports → tally. What protocol/pipeline.h does through files.
//
// Results do not depend on the number of threads, and neither do errors: they name the first bad place in order.
// `threads` 0 means as many as the machine offers; arrays of one chunk start no thread. The token is asked between
// chunks: Error(cancelled), and what `reports` holds then is unspecified.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sourdine/base/stop.h"
#include "sourdine/protocol/protocol.h"
#include "sourdine/random/random_source.h"

namespace sourdine {

// Throws Error(bad_input) as Protocol::require_valid does. One pass over the values, on all cores.
void require_all_valid(const Protocol& protocol, RecordsView records, std::size_t threads = 0,
                       const StopToken& stop = {});
// Throws Error(bad_input) unless `reports` has room for the records' reports, and for no more.
void require_room(const Protocol& protocol, RecordsView records, std::span<const std::uint8_t> reports);

// Writes one report per record over `reports`, whose size must be theirs. Throws Error(bad_input) when a value is
// outside its domain; nothing has been written then. The stream of randomness of a chunk (reports_per_block() reports)
// is numbered by the place of its first report, `first_report` being that of the whole: a seed gives the reports that
// randomize_values() writes into a file with as many reports before.
void randomize_all(const Protocol& protocol, RecordsView records, const RandomSource& random,
                   std::span<std::uint8_t> reports, std::size_t threads = 0, std::uint64_t first_report = 0,
                   const StopToken& stop = {});

// The tally of the reports. Throws Error(bad_input) naming the first one this protocol cannot have made. Memory:
// cells() counters per thread.
Tally tally_all(const Protocol& protocol, ReportsView reports, std::size_t threads = 0, const StopToken& stop = {});

}  // namespace sourdine
