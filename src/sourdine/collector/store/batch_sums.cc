#include "sourdine/collector/store/batch_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "sourdine/base/error.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/base/stream.h"

namespace sourdine {
namespace {

constexpr std::size_t counted_together = std::size_t{256} << 10;  // bytes: what a core's cache holds

void count_waiting(TallySum& sum) {
  if (sum.waiting_reports == 0) return;
  const Collection& collection = *sum.collection;
  const ReportsView view{as_bytes(sum.waiting), collection.protocol->report_bytes(),
                         static_cast<std::size_t>(sum.waiting_reports)};
  collection.protocol->tally(view, TallySpan{sum.tally.reports, sum.tally.cells});
  collection.screen->add(view, sum.tally.screen);
  sum.waiting.clear();
  sum.waiting_reports = 0;
}

// Appends to the last block what fits there; blocks hold whole reports.
void keep(KeptReports& kept, const Batch& batch) {
  const std::size_t each = batch.collection->protocol->report_bytes();
  const std::size_t full = reports_of_block(each) * each;
  kept.received = std::max(kept.received, batch.received);
  std::string_view left(reinterpret_cast<const char*>(batch.bytes.data()), batch.bytes.size());
  while (!left.empty()) {
    if (kept.blocks.empty() || kept.blocks.back().size() == full) kept.blocks.emplace_back();
    const std::string_view part = left.substr(0, full - kept.blocks.back().size());
    kept.blocks.back().append(part);
    left.remove_prefix(part.size());
  }
}

}  // namespace

std::size_t reports_of_block(std::size_t report_bytes) {
  return std::max<std::size_t>(1, BatchSums::block_bytes / std::max<std::size_t>(1, report_bytes));
}

void BatchSums::add(const Batch& batch, std::int64_t collection) {
  TallySum& sum = tallies_[{collection, batch.period}];
  if (sum.collection == nullptr) {
    sum.collection = batch.collection;
    sum.tally.period = batch.period;
    sum.tally.cells.resize(batch.collection->protocol->cells());
    sum.tally.screen.resize(batch.collection->screen->cells());
  }
  sum.waiting.append(reinterpret_cast<const char*>(batch.bytes.data()), batch.bytes.size());
  sum.waiting_reports += batch.reports;
  if (sum.waiting.size() >= counted_together) count_waiting(sum);
  if (!batch.is_private) sum.tally.seeded += batch.reports;
  sum.tally.updated = std::max(sum.tally.updated, batch.received);
  if (batch.collection->settings.keep_reports) keep(batch.is_private ? sum.kept_private : sum.kept_seeded, batch);

  const std::int64_t minute = std::chrono::floor<std::chrono::minutes>(batch.received).time_since_epoch().count();
  Minute& active = minutes_[{collection, minute}];
  active.minute = minute;
  active.reports += batch.reports;
  ++active.batches;
  reports_[collection] += batch.reports;
}

void BatchSums::finish() {
  for (auto& place_and_sum : tallies_) count_waiting(place_and_sum.second);
}

std::string encode_cells(const std::vector<std::uint64_t>& cells) {
  std::string bytes;
  bytes.reserve(cells.size() * sizeof(std::uint64_t));
  for (const std::uint64_t cell : cells) append_little_endian(bytes, cell);
  return bytes;
}

std::vector<std::uint64_t> decode_cells(std::string_view bytes, std::size_t count, const Collection& collection) {
  if (bytes.size() != count * sizeof(std::uint64_t)) {
    fail_io(fmt::format("the store holds {} bytes of counters for the collection '{}', not {}", bytes.size(),
                        collection.id, count * sizeof(std::uint64_t)),
            "It was written by another version of this program, or damaged.");
  }
  std::vector<std::uint64_t> cells(count);
  for (std::size_t i = 0; i < count; ++i) {
    cells[i] = load_little_endian<std::uint64_t>(as_bytes(bytes.substr(i * sizeof(std::uint64_t))));
  }
  return cells;
}

void add_cells(std::vector<std::uint64_t>& into, const std::vector<std::uint64_t>& from) {
  std::transform(into.begin(), into.end(), from.begin(), into.begin(), std::plus<>());
}

}  // namespace sourdine
