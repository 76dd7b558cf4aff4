#include "array_work.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "sourdine/base/parallel.h"
#include "sourdine/base/stop.h"
#include "sourdine/protocol/report_file.h"

namespace sourdine::python {
namespace {

constexpr std::size_t rows_at_once = std::size_t{1} << 16;
// As protocol/in_memory.cc has it, for the same reasons.
constexpr std::size_t tallied_at_once = std::size_t{1} << 14;
constexpr std::size_t chunks_worth_a_thread = 4;

std::size_t chunks_of(std::size_t size, std::size_t chunk) { return (size + chunk - 1) / chunk; }

// work(first, records, reports) for all people, `at_once` of them at a time.
template <class Work>
void for_each_records(const Protocol& protocol, const ValueArray& values, std::span<std::uint8_t> reports,
                      std::size_t at_once, std::size_t threads, const Work& work) {
  const std::size_t size = protocol.report_bytes(), width = values.width();
  const std::size_t chunks = chunks_of(values.size(), at_once);
  std::vector<std::vector<Value>> copies(chunk_workers(chunks, threads));
  const auto chunk_work = [&](std::size_t chunk, std::size_t worker) {
    const std::size_t first = chunk * at_once;
    const std::size_t count = std::min(at_once, values.size() - first);
    std::vector<Value>& copy = copies[worker];
    copy.resize(std::max(copy.size(), count * width));
    const std::span<Value> records = std::span(copy).first(count * width);
    values.copy(first, count, protocol, records);
    work(first, RecordsView{records, width}, reports.subspan(first * size, count * size));
  };
  try {
    for_each_chunk(chunks, threads, chunk_work);
  } catch (...) {
    std::fill(reports.begin(), reports.end(), std::uint8_t{0});
    throw;
  }
}

}  // namespace

void randomize_array(const Protocol& protocol, const ValueArray& values, const RandomSource& random,
                     std::span<std::uint8_t> reports, std::size_t threads, std::uint64_t first_report) {
  // A stream of randomness is that of a block in a file: the same seed gives the same reports there.
  const std::size_t at_once = reports_per_block(protocol.report_bytes());
  for_each_records(protocol, values, reports, at_once, threads,
                   [&](std::size_t first, RecordsView records, std::span<std::uint8_t> into) {
                     random.with_stream(first_report + first,
                                        [&](Random& stream) { protocol.randomize_into(records, stream, into, first); });
                   });
}

void randomize_array_rows(const Protocol& protocol, const ValueArray& values, const RowIds& ids,
                          const RowSecret& secret, std::span<std::uint8_t> reports, std::size_t threads) {
  ids.require_as_many(values.size());
  for_each_records(protocol, values, reports, rows_at_once, threads,
                   [&](std::size_t first, RecordsView records, std::span<std::uint8_t> into) {
                     protocol.require_valid(records, first);  // names the place in the whole
                     ids.randomize(protocol, first, records, secret, into);
                   });
}

Tally tally_array(const Protocol& protocol, ReportsView reports, std::size_t threads) {
  const std::size_t at_once = std::min(tallied_at_once, reports_per_block(reports.report_bytes));
  const std::size_t chunks = chunks_of(reports.size(), at_once);
  const bool is_short = chunks_of(reports.size(), tallied_at_once) < chunks_worth_a_thread;
  const std::size_t asked = is_short && threads == 0 ? 1 : threads;
  struct Part {
    std::vector<std::uint8_t> copy;
    Tally tally;
  };
  std::vector<Part> parts(chunk_workers(chunks, asked));
  const auto add = [&](std::size_t chunk, std::size_t worker) {
    const std::size_t first = chunk * at_once;
    const ReportsView piece = reports.subview(first, std::min(at_once, reports.size() - first));
    Part& part = parts[worker];
    if (!part.tally.spec) part.tally = protocol.empty_tally();
    part.copy.assign(piece.bytes.begin(), piece.bytes.end());
    protocol.tally(ReportsView{part.copy, piece.report_bytes, piece.count}, part.tally, first);
  };
  for_each_chunk(chunks, asked, add);
  Tally sum = parts[0].tally.spec ? std::move(parts[0].tally) : protocol.empty_tally();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].tally.spec) merge(sum, parts[i].tally);
  }
  return sum;
}

void for_each_copied(ReportsView reports, const std::function<void(ReportsView piece)>& use) {
  const StopToken stop;
  std::vector<std::uint8_t> copy;
  const std::size_t at_once = reports_per_block(reports.report_bytes);
  for (std::size_t first = 0; first < reports.size(); first += at_once) {
    stop.check();
    const ReportsView piece = reports.subview(first, std::min(at_once, reports.size() - first));
    copy.assign(piece.bytes.begin(), piece.bytes.end());
    use({copy, piece.report_bytes, piece.count});
  }
}

}  // namespace sourdine::python
