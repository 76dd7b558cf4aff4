// Whole collections through files: values → report file, report files → tally. Reading, computing and writing overlap;
// memory is bounded by a few blocks per thread, whatever the number of values.
//
// Reports come out in the order of the values, chunk by chunk of reports_per_block(). The stream of randomness of a
// chunk is numbered by the place of its first report in the file, so a seeded result does not depend on the number of
// threads, and no stream is used twice when a file is appended to. Errors are those of the first bad place in input
// order. `threads` 0 means as many as the machine offers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sourdine/oracle/report_file.h"
#include "sourdine/oracle/tally_file.h"
#include "sourdine/oracle/value_reader.h"
#include "sourdine/random/random_source.h"

namespace sourdine {

// Writes one report per value and returns their number; the caller closes the writer. The writer's header must say what
// is true of the oracle and the randomness; Error(internal) otherwise.
std::uint64_t randomize_values(ValueSource& values, const Oracle& oracle, const RandomSource& random,
                               ReportWriter& writer, std::size_t threads = 0);

struct AggregateOptions {
  std::size_t threads = 0;
  Torn torn = Torn::stop;
};

struct Aggregate {
  TallyFile result;
  std::vector<TornTail> torn;  // what was left out, when torn files were asked to be read as far as possible
};

// The tally of all reports in the files ("-" is standard input). Throws Error(bad_input): no files, a file given twice,
// files of different collections or specs, an unreadable, torn or damaged file, an impossible report.
Aggregate aggregate_reports(const std::vector<std::string>& paths, const AggregateOptions& options = {});

}  // namespace sourdine
