// A stream of counts as people keep it: begun in a file, which is paid for then, and fed from tables. The file is kept
// like the data and never published: its answers are (ranges/answers_publication.h).
//
// Steps are numbers from 1 on, or calendar periods from a date on; the stream's domain says which (stream_domain()).
// How many steps there are is public: it must not depend on who is in the data. So the last period to append is asked
// for, and a period without rows counts 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/ledger_store/payment.h"
#include "sourdine/publish/head.h"
#include "sourdine/range/stream_counter.h"
#include "sourdine/ranges/range_counts.h"

namespace sourdine {

// For StreamCounter::set_domain(). Without a period the steps are 1, 2, 3 …; otherwise the first is the period of that
// date. Throws Error(bad_input) for a date that is none.
std::string stream_domain(const std::optional<Period>& period, const std::string& start);

// What a step stands for: "17", "2026-01-05". Steps that are still to come have their name too.
std::string step_label(const StreamCounter& stream, std::uint64_t step);

// Pays by the head's ledger, where it names one, for whatever the stream will be fed, and makes the file, for its owner
// alone. Throws Error(bad_input) when there is something at the path, budget_refused; nothing is left then. Who finds
// the disk full has paid for nothing.
Payment begin_stream(const StreamCounter& stream, const std::string& path, const Head& head,
                     const StopToken& stop = {});

struct StreamCounts {
  std::vector<std::uint64_t> counts;  // one per step
  RowsRead rows = {};  // outside: of periods that the stream has, which are never counted again, or after `to`
};

// Of `rows`: the source, its column of dates with their format (none: one step after the other, in the order of the
// rows), `counts` (none: a row is one record, or, without dates, a line one count), and with dates `to`, the last
// period to append, and `on_bad_row`. `after`: how many steps the stream must have seen: no step is appended twice.
// Throws Error(bad_input), one sentence: the source's errors, a count that is none (naming the line), dates where the
// steps have none, no step to append, a stream that has seen another number of steps than `after`.
StreamCounts read_stream_counts(const RangeRows& rows, const StreamCounter& stream,
                                const std::optional<std::uint64_t>& after = {});

}  // namespace sourdine
