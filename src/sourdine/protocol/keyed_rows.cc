#include "sourdine/protocol/keyed_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"
#include "sourdine/protocol/in_memory.h"
#include "sourdine/protocol/valid_records.h"
#include "sourdine/random/row_bits.h"
#include "sourdine/random/row_macs.h"

namespace sourdine {
namespace {

constexpr std::size_t max_rows = RowBits::max_rows;
constexpr std::size_t rows_per_chunk = std::size_t{1} << 14;

// The purpose ends with a zero byte, so labels differ when purpose or protocol do.
std::vector<std::uint8_t> label(std::string_view purpose, const Protocol& protocol) {
  std::vector<std::uint8_t> bytes(purpose.begin(), purpose.end());
  bytes.push_back(0);
  const Fingerprint& fingerprint = protocol.spec()->fingerprint();
  bytes.insert(bytes.end(), fingerprint.begin(), fingerprint.end());
  return bytes;
}

// What a kind of ids is: its name in labels; and the starts of rows first … first+starts.size()−1 of the whole.
class NumberStarts {
 public:
  static constexpr std::string_view words_purpose = "sourdine words of rows with numbers";

  NumberStarts(const Protocol& protocol, const RowSecret& secret, std::span<const std::uint64_t> ids) : ids_(ids) {
    if (protocol.width() == 1) return;
    macs_ = std::make_unique<RowMacs>(secret, label("sourdine starts of rows with numbers", protocol));
  }

  void make(std::size_t first, RecordsView records, std::span<RowStart> starts) {
    const auto ids = ids_.subspan(first, starts.size());
    if (!macs_) {
      for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = {ids[i], records.values[i]};
      return;
    }
    macs_->begin(ids, records.values, records.width);
    for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = (*macs_)[i];
  }

 private:
  std::span<const std::uint64_t> ids_;
  std::unique_ptr<RowMacs> macs_;  // where several values do not fit beside the id
};

template <class Offset>
class ByteStarts {
 public:
  static constexpr std::string_view words_purpose = "sourdine words of rows with bytes";

  ByteStarts(const Protocol& protocol, const RowSecret& secret, ByteIds<Offset> ids)
      : ids_(ids), macs_(secret, label("sourdine starts of rows with bytes", protocol)) {}

  void make(std::size_t first, RecordsView records, std::span<RowStart> starts) {
    std::array<std::uint64_t, max_rows> sizes;
    std::array<std::span<const std::uint8_t>, max_rows> ids;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      ids[i] = ids_[first + i];
      sizes[i] = ids[i].size();
    }
    macs_.begin(std::span(sizes).first(starts.size()), records.values, records.width);
    macs_.add_bytes(std::span(ids).first(starts.size()));
    for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = macs_[i];
  }

 private:
  ByteIds<Offset> ids_;
  RowMacs macs_;
};

template <class Starts, class Ids>
void randomize_with(const Protocol& protocol, RecordsView records, const Ids& ids, const RowSecret& secret,
                    std::span<std::uint8_t> reports, std::size_t threads, const StopToken& stop) {
  require_all_valid(protocol, records, threads, stop);
  require_room(protocol, records, reports);
  struct Worker {
    RowBits bits;
    Starts starts;
  };
  const std::vector<std::uint8_t> words_label = label(Starts::words_purpose, protocol);
  const std::size_t chunks = (records.size() + rows_per_chunk - 1) / rows_per_chunk;
  const std::size_t size = protocol.report_bytes();
  std::vector<std::unique_ptr<Worker>> workers(chunk_workers(chunks, threads));
  const auto randomize = [&](std::size_t chunk, std::size_t number) {
    auto& worker = workers[number];
    if (!worker) worker.reset(new Worker{RowBits(secret, words_label), Starts(protocol, secret, ids)});
    std::array<RowStart, max_rows> starts;
    const std::size_t end = std::min(records.size(), (chunk + 1) * rows_per_chunk);
    for (std::size_t first = chunk * rows_per_chunk; first < end; first += max_rows) {
      const std::size_t count = std::min(max_rows, end - first);
      const RecordsView part = records.subview(first, count);
      worker->starts.make(first, part, std::span(starts).first(count));
      worker->bits.set_rows(std::span(starts).first(count));
      ValidRecords{protocol, part}.randomize_rows(worker->bits, reports.subspan(first * size, count * size));
    }
  };
  for_each_chunk(chunks, threads, randomize, stop);
}

template <class Offset>
void randomize_bytes(const Protocol& protocol, RecordsView records, ByteIds<Offset> ids, const RowSecret& secret,
                     std::span<std::uint8_t> reports, std::size_t threads, const StopToken& stop) {
  protocol.require_valid({{}, records.width});  // the width, before it counts records
  require_row_ids(ids, records.size());
  randomize_with<ByteStarts<Offset>>(protocol, records, ids, secret, reports, threads, stop);
}

}  // namespace

void randomize_rows(const Protocol& protocol, RecordsView records, std::span<const std::uint64_t> ids,
                    const RowSecret& secret, std::span<std::uint8_t> reports, std::size_t threads,
                    const StopToken& stop) {
  protocol.require_valid({{}, records.width});
  require_row_ids(ids.size(), records.size());
  randomize_with<NumberStarts>(protocol, records, ids, secret, reports, threads, stop);
}

void randomize_rows(const Protocol& protocol, RecordsView records, ByteIds<std::int32_t> ids, const RowSecret& secret,
                    std::span<std::uint8_t> reports, std::size_t threads, const StopToken& stop) {
  randomize_bytes(protocol, records, ids, secret, reports, threads, stop);
}

void randomize_rows(const Protocol& protocol, RecordsView records, ByteIds<std::int64_t> ids, const RowSecret& secret,
                    std::span<std::uint8_t> reports, std::size_t threads, const StopToken& stop) {
  randomize_bytes(protocol, records, ids, secret, reports, threads, stop);
}

}  // namespace sourdine
