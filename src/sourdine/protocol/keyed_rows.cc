#include "sourdine/protocol/keyed_rows.h"

#include <fmt/format.h>
#include <openssl/crypto.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"
#include "sourdine/protocol/in_memory.h"
#include "sourdine/protocol/valid_records.h"
#include "sourdine/random/aes_blocks.h"
#include "sourdine/random/row_bits.h"

namespace sourdine {
namespace {

constexpr std::size_t max_rows = RowBits::max_rows;
constexpr std::size_t rows_per_chunk = std::size_t{1} << 14;
constexpr std::size_t block_bytes_of_aes = 16;

// The purpose ends with a zero byte, so labels differ when purpose or protocol do.
std::vector<std::uint8_t> label(std::string_view purpose, const Protocol& protocol) {
  std::vector<std::uint8_t> bytes(purpose.begin(), purpose.end());
  bytes.push_back(0);
  const Fingerprint& fingerprint = protocol.spec()->fingerprint();
  bytes.insert(bytes.end(), fingerprint.begin(), fingerprint.end());
  return bytes;
}

std::uint64_t two_values(std::span<const Value> values, std::size_t i) {
  const std::uint64_t first = i < values.size() ? values[i] : 0;
  return i + 1 < values.size() ? first | std::uint64_t{values[i + 1]} << 32 : first;
}

// CBC-MACs of up to max_rows messages side by side, so that one call encrypts a block of each. A message is one block
// (a number, the first two values), the other values four to a block, and then the bytes of an id, if there are any.
class RowMacs {
 public:
  RowMacs(const RowSecret& secret, std::span<const std::uint8_t> label) : aes_(key(secret, label)) {}

  // The number and the values of every row; the number tells how many bytes will follow, if any can.
  void begin(std::span<const std::uint64_t> numbers, RecordsView records) {
    const std::size_t rows = numbers.size();
    for (std::size_t row = 0; row < rows; ++row) {
      macs_[2 * row] = numbers[row];
      macs_[2 * row + 1] = two_values(records[row], 0);
    }
    aes_.encrypt(std::span(macs_).first(2 * rows));
    for (std::size_t i = 2; i < records.width; i += 4) {
      for (std::size_t row = 0; row < rows; ++row) {
        macs_[2 * row] ^= two_values(records[row], i);
        macs_[2 * row + 1] ^= two_values(records[row], i + 2);
      }
      aes_.encrypt(std::span(macs_).first(2 * rows));
    }
  }

  // `id(row)` are the bytes of a row, filled up with zeros to whole blocks.
  template <class Id>
  void add_bytes(std::size_t rows, Id id) {
    std::size_t count = 0;  // of rows that have bytes left
    for (std::size_t row = 0; row < rows; ++row) {
      if (!id(row).empty()) open_[count++] = row;
    }
    for (std::size_t at = 0; count > 0; at += block_bytes_of_aes) {
      for (std::size_t i = 0; i < count; ++i) {
        const auto rest = id(open_[i]).subspan(at);
        std::array<std::uint64_t, 2> block{};
        std::memcpy(block.data(), rest.data(), std::min(rest.size(), block_bytes_of_aes));
        gathered_[2 * i] = macs_[2 * open_[i]] ^ block[0];
        gathered_[2 * i + 1] = macs_[2 * open_[i] + 1] ^ block[1];
      }
      aes_.encrypt(std::span(gathered_).first(2 * count));
      std::size_t still = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t row = open_[i];
        macs_[2 * row] = gathered_[2 * i];
        macs_[2 * row + 1] = gathered_[2 * i + 1];
        if (id(row).size() > at + block_bytes_of_aes) open_[still++] = row;
      }
      count = still;
    }
  }

  RowStart operator[](std::size_t row) const { return {macs_[2 * row], macs_[2 * row + 1]}; }

 private:
  static detail::AesBlocks key(const RowSecret& secret, std::span<const std::uint8_t> label) {
    detail::AesStream::Key key = detail::derive_key(secret.bytes(), label);
    detail::AesBlocks blocks(key);
    OPENSSL_cleanse(key.data(), key.size());
    return blocks;
  }

  detail::AesBlocks aes_;
  std::array<std::uint64_t, 2 * max_rows> macs_;
  std::array<std::uint64_t, 2 * max_rows> gathered_;
  std::array<std::size_t, max_rows> open_;
};

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
    macs_->begin(ids, records);
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
    const auto id = [this, first](std::size_t i) {
      const auto from = static_cast<std::size_t>(ids_.offsets[first + i]);
      return ids_.bytes.subspan(from, static_cast<std::size_t>(ids_.offsets[first + i + 1]) - from);
    };
    std::array<std::uint64_t, max_rows> sizes;
    for (std::size_t i = 0; i < starts.size(); ++i) sizes[i] = id(i).size();
    macs_.begin(std::span(sizes).first(starts.size()), records);
    macs_.add_bytes(starts.size(), id);
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

void require_as_many(std::size_t ids, RecordsView records) {
  if (ids == records.size()) return;
  fail_input(fmt::format("there are {} row ids for {} records", ids, records.size()),
             "Every record needs the id of its row.");
}

template <class Offset>
void require_offsets(ByteIds<Offset> ids, RecordsView records) {
  if (ids.offsets.empty())
    fail_input("the offsets of the row ids are missing", "There is one more than there are ids.");
  require_as_many(ids.offsets.size() - 1, records);
  Offset before = 0;
  for (std::size_t i = 0; i < ids.offsets.size(); ++i) {
    const Offset offset = ids.offsets[i];
    if (offset < before || static_cast<std::uint64_t>(offset) > ids.bytes.size()) {
      fail_input(fmt::format("offset {} of the row ids ({}) is not between {} and {}", i + 1, offset, before,
                             ids.bytes.size()));
    }
    before = offset;
  }
}

template <class Offset>
void randomize_bytes(const Protocol& protocol, RecordsView records, ByteIds<Offset> ids, const RowSecret& secret,
                     std::span<std::uint8_t> reports, std::size_t threads, const StopToken& stop) {
  protocol.require_valid({{}, records.width});  // the width, before it counts records
  require_offsets(ids, records);
  randomize_with<ByteStarts<Offset>>(protocol, records, ids, secret, reports, threads, stop);
}

}  // namespace

void randomize_rows(const Protocol& protocol, RecordsView records, std::span<const std::uint64_t> ids,
                    const RowSecret& secret, std::span<std::uint8_t> reports, std::size_t threads,
                    const StopToken& stop) {
  protocol.require_valid({{}, records.width});
  require_as_many(ids.size(), records);
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
