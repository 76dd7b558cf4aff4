#include "sourdine/protocol/in_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/protocol/valid_records.h"

namespace sourdine {
namespace {

constexpr std::size_t checked_at_once = std::size_t{1} << 18;  // records
// Some oracles tally a thousand times slower than others: chunks are small enough for slow ones to share the work, and
// there are so many before a thread is started that fast ones do not wait for it.
constexpr std::size_t tallied_at_once = std::size_t{1} << 14;
constexpr std::size_t chunks_worth_a_thread = 4;

std::size_t chunks_of(std::size_t size, std::size_t chunk) { return (size + chunk - 1) / chunk; }

}  // namespace

void require_all_valid(const Protocol& protocol, RecordsView records, std::size_t threads, const StopToken& stop) {
  // Also what is said of the shape of the whole.
  if (records.width != protocol.width() || records.values.size() % records.width != 0 ||
      records.size() <= checked_at_once) {
    protocol.require_valid(records);
    return;
  }
  const auto check = [&](std::size_t chunk, std::size_t) {
    const std::size_t first = chunk * checked_at_once;
    protocol.require_valid(records.subview(first, std::min(checked_at_once, records.size() - first)), first);
  };
  for_each_chunk(chunks_of(records.size(), checked_at_once), threads, check, stop);
}

void require_room(const Protocol& protocol, RecordsView records, std::span<const std::uint8_t> reports) {
  if (reports.size() == records.size() * protocol.report_bytes()) return;
  fail_input(fmt::format("{} reports of {} bytes do not fit into {} bytes", records.size(), protocol.report_bytes(),
                         reports.size()));
}

void randomize_all(const Protocol& protocol, RecordsView records, const RandomSource& random,
                   std::span<std::uint8_t> reports, std::size_t threads, std::uint64_t first_report,
                   const StopToken& stop) {
  require_all_valid(protocol, records, threads, stop);
  require_room(protocol, records, reports);
  const std::size_t size = protocol.report_bytes();
  const std::size_t at_once = reports_per_block(size);
  const auto randomize = [&](std::size_t chunk, std::size_t) {
    const std::size_t first = chunk * at_once;
    const std::size_t count = std::min(at_once, records.size() - first);
    random.with_stream(first_report + first, [&](Random& stream) {
      ValidRecords{protocol, records.subview(first, count)}.randomize(stream,
                                                                      reports.subspan(first * size, count * size));
    });
  };
  for_each_chunk(chunks_of(records.size(), at_once), threads, randomize, stop);
}

Tally tally_all(const Protocol& protocol, ReportsView reports, std::size_t threads, const StopToken& stop) {
  if (!reports.is_whole(protocol.report_bytes())) fail_input("the reports are those of another protocol");
  const std::size_t chunks = chunks_of(reports.size(), tallied_at_once);
  const std::size_t asked = chunks < chunks_worth_a_thread && threads == 0 ? 1 : threads;
  std::vector<Tally> parts(chunk_workers(chunks, asked));
  const auto add = [&](std::size_t chunk, std::size_t worker) {
    const std::size_t first = chunk * tallied_at_once;
    const std::size_t count = std::min(tallied_at_once, reports.size() - first);
    Tally& part = parts[worker];
    if (!part.spec) part = protocol.empty_tally();
    protocol.tally(reports.subview(first, count), part, first);
  };
  for_each_chunk(chunks, asked, add, stop);
  Tally sum = parts[0].spec ? std::move(parts[0]) : protocol.empty_tally();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].spec) merge(sum, parts[i]);
  }
  return sum;
}

}  // namespace sourdine
