// Whole collections through files: values → report file, report files → tally. Reading, computing and writing overlap;
// memory is bounded by a few blocks per thread, whatever the number of values.
//
// Reports come out in the order of the records, chunk by chunk of reports_per_block(). The stream of randomness of a
// chunk is numbered by the place of its first report in the file, so a seeded result does not depend on the number of
// threads, and no stream is used twice when a file is appended to. Errors are those of the first bad place in input
// order. `threads` 0 means as many as the machine offers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sourdine/protocol/report_file.h"
#include "sourdine/protocol/tally_file.h"
#include "sourdine/protocol/value_reader.h"
#include "sourdine/random/random_source.h"

namespace sourdine {

// Writes one report per record (protocol.width() values of the source) and returns their number; the caller closes the
// writer. The writer's header must say what is true of the protocol and the randomness; Error(internal) otherwise.
std::uint64_t randomize_values(ValueSource& values, const Protocol& protocol, const RandomSource& random,
                               ReportWriter& writer, std::size_t threads = 0);

struct AggregateOptions {
  std::size_t threads = 0;
  Torn torn = Torn::stop;
};

struct Aggregate {
  std::shared_ptr<const Protocol> protocol;
  TallyFile result;
  std::vector<TornTail> torn;  // what was left out, when torn files were asked to be read as far as possible
};

// The tally of all reports in the files ("-" is standard input). Throws Error(bad_input): no files, a file given twice,
// files of different collections or specs, an unreadable, torn or damaged file, an impossible report.
Aggregate aggregate_reports(const std::vector<std::string>& paths, const AggregateOptions& options = {},
                            const ProtocolTable& protocols = protocol_table());

// The same for report files and tally files in any order, told apart by their first bytes.
Aggregate aggregate_files(const std::vector<std::string>& paths, const AggregateOptions& options = {},
                          const ProtocolTable& protocols = protocol_table());

// Which of the paths are tally files; what is neither, or cannot be read twice, counts as a report file, whose reader
// says what is wrong with it. Throws Error(bad_input) for a file given twice.
struct SortedPaths {
  std::vector<std::string> reports;
  std::vector<std::string> tallies;
};
SortedPaths sort_paths(const std::vector<std::string>& paths);

// Calls `visit` with every block of the report files, one after the other: for what needs the reports themselves and
// not only their sum. Whether the protocol can have made them is for `visit` to ask.
void for_each_block(const std::vector<std::string>& report_paths, Torn torn,
                    const std::function<void(ReportsView)>& visit, const ProtocolTable& protocols = protocol_table());

}  // namespace sourdine
