#include "array_work.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "sourdine/base/parallel.h"
#include "sourdine/base/stop.h"
#include "sourdine/protocol/any_bytes.h"
#include "sourdine/protocol/in_memory.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/protocol/valid_records.h"

namespace sourdine::python {
namespace {

constexpr std::size_t rows_at_once = std::size_t{1} << 16;
// As protocol/in_memory.cc has it, for the same reasons.
constexpr std::size_t tallied_at_once = std::size_t{1} << 14;
constexpr std::size_t chunks_worth_a_thread = 4;
constexpr std::size_t copied_values = std::size_t{1} << 12;  // a quarter of a first-level cache, or half of it
constexpr std::size_t copied_bytes = std::size_t{1} << 17;   // beside the cells, in a core's own cache

std::size_t chunks_of(std::size_t size, std::size_t chunk) { return (size + chunk - 1) / chunk; }

// work(first, records, reports) for all people, `piece` of them at a time, as many as the caches hold; threads take
// `at_once` of them.
template <class Work>
void for_each_records(const Protocol& protocol, const ValueArray& values, std::span<std::uint8_t> reports,
                      std::size_t at_once, std::size_t piece, std::size_t threads, const Work& work) {
  const std::size_t size = protocol.report_bytes(), width = values.width();
  const std::size_t chunks = chunks_of(values.size(), at_once);
  const std::size_t room = std::min(piece, values.size()) * width;
  std::vector<std::unique_ptr<Value[]>> copies(chunk_workers(chunks, threads));
  const auto chunk_work = [&](std::size_t chunk, std::size_t worker) {
    auto& copy = copies[worker];
    if (!copy) copy = std::make_unique_for_overwrite<Value[]>(room);
    const std::size_t end = std::min(values.size(), (chunk + 1) * at_once);
    for (std::size_t first = chunk * at_once; first < end; first += piece) {
      const std::size_t count = std::min(piece, end - first);
      const std::span<Value> records(copy.get(), count * width);
      values.copy(first, count, protocol, records);
      work(first, RecordsView{records, width}, reports.subspan(first * size, count * size));
    }
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
  // A stream of a seed is that of a block in a file, and one call has all of the block: the same seed gives the same
  // reports there. Fresh bits have no such order.
  const std::size_t at_once = reports_per_block(protocol.report_bytes());
  const std::size_t piece = random.is_private() ? std::min(at_once, copied_values) : at_once;
  for_each_records(protocol, values, reports, at_once, piece, threads,
                   [&](std::size_t first, RecordsView records, std::span<std::uint8_t> into) {
                     random.with_stream(first_report + first, [&](Random& stream) {
                       ValidRecords{protocol, records}.randomize(stream, into);
                     });
                   });
}

void randomize_array_rows(const Protocol& protocol, const ValueArray& values, const RowIds& ids,
                          const RowSecret& secret, std::span<std::uint8_t> reports, std::size_t threads) {
  ids.require_as_many(values.size());
  for_each_records(protocol, values, reports, rows_at_once, rows_at_once, threads,
                   [&](std::size_t first, RecordsView records, std::span<std::uint8_t> into) {
                     ids.randomize(protocol, first, records, secret, into);
                   });
}

Tally tally_array(const Protocol& protocol, ReportsView reports, std::size_t threads) {
  const auto* const any = dynamic_cast<const AnyBytes*>(&protocol);
  if (any != nullptr && any->tallies_any_bytes()) return tally_all(protocol, reports, threads);
  const std::size_t chunks = chunks_of(reports.size(), tallied_at_once);
  const std::size_t asked = chunks < chunks_worth_a_thread && threads == 0 ? 1 : threads;
  const std::size_t size = reports.report_bytes;
  const std::size_t at_once =
      std::clamp<std::size_t>(copied_bytes / std::max<std::size_t>(size, 1), 1, tallied_at_once);
  struct Part {
    std::unique_ptr<std::uint8_t[]> copy;
    Tally tally;
  };
  std::vector<Part> parts(chunk_workers(chunks, asked));
  const auto add = [&](std::size_t chunk, std::size_t worker) {
    Part& part = parts[worker];
    if (!part.copy) {
      part.copy = std::make_unique_for_overwrite<std::uint8_t[]>(std::max<std::size_t>(at_once * size, 1));
      part.tally = protocol.empty_tally();
    }
    const std::size_t end = std::min(reports.size(), (chunk + 1) * tallied_at_once);
    for (std::size_t first = chunk * tallied_at_once; first < end; first += at_once) {
      const ReportsView piece = reports.subview(first, std::min(at_once, end - first));
      std::copy(piece.bytes.begin(), piece.bytes.end(), part.copy.get());
      protocol.tally({{part.copy.get(), piece.bytes.size()}, size, piece.count}, part.tally, first);
    }
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
