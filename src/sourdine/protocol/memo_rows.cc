#include "sourdine/protocol/memo_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"
#include "sourdine/protocol/in_memory.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/random/row_bits.h"
#include "sourdine/random/row_macs.h"

namespace sourdine {
namespace {

constexpr std::size_t rows_at_once = RowBits::max_rows;
constexpr std::size_t memo_rows_per_chunk = std::size_t{1} << 13;

void append_number(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  for (unsigned shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<std::uint8_t>(number >> shift));
}

// Texts have their length in front, so labels differ when any part does.
std::vector<std::uint8_t> memo_label(std::string_view purpose, const Memoised::Memo& memo, std::string_view attribute) {
  std::vector<std::uint8_t> bytes;
  for (const std::string_view text : {purpose, memo.protocol, attribute}) {
    append_number(bytes, text.size());
    bytes.insert(bytes.end(), text.begin(), text.end());
  }
  for (const std::uint64_t number : memo.parameters) append_number(bytes, number);
  return bytes;
}

using Texts = std::array<std::span<const std::uint8_t>, rows_at_once>;

std::vector<std::uint8_t> round_label(std::string_view purpose, const Memoised::Memo& memo, std::string_view attribute,
                                      std::string_view collection) {
  std::vector<std::uint8_t> bytes = memo_label(std::string(purpose) + ": instantaneous response", memo, attribute);
  append_number(bytes, collection.size());
  bytes.insert(bytes.end(), collection.begin(), collection.end());
  return bytes;
}

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// What a kind of ids is: the starts of persons, and of persons' symbols, for rows first … first+starts.size()−1.
class NumberedPersons {
 public:
  static constexpr std::string_view purpose = "sourdine memo of persons with numbers";

  NumberedPersons(std::span<const std::uint64_t> ids, const MemoKey& key, const Memoised::Memo& memo)
      : ids_(ids), macs_(key.secret, memo_label("sourdine memo starts of persons with numbers", memo, key.attribute)) {}

  void persons(std::size_t first, std::span<RowStart> starts) {
    for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = {ids_[first + i], 0};
  }
  void symbols(std::size_t first, std::span<const std::string> symbols, std::span<RowStart> starts) {
    std::array<std::uint64_t, rows_at_once> sizes;
    std::array<std::uint32_t, 2 * rows_at_once> halves;
    Texts texts;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      sizes[i] = symbols[i].size();
      halves[2 * i] = static_cast<std::uint32_t>(ids_[first + i]);
      halves[2 * i + 1] = static_cast<std::uint32_t>(ids_[first + i] >> 32);
      texts[i] = bytes_of(symbols[i]);
    }
    macs_.begin(std::span(sizes).first(starts.size()), std::span(halves).first(2 * starts.size()), 2);
    macs_.add_bytes(std::span(texts).first(starts.size()));
    for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = macs_[i];
  }

 private:
  std::span<const std::uint64_t> ids_;
  RowMacs macs_;
};

template <class Offset>
class NamedPersons {
 public:
  static constexpr std::string_view purpose = "sourdine memo of persons with bytes";

  NamedPersons(ByteIds<Offset> ids, const MemoKey& key, const Memoised::Memo& memo)
      : ids_(ids),
        persons_(key.secret, memo_label("sourdine memo persons with bytes", memo, key.attribute)),
        symbols_(key.secret, memo_label("sourdine memo starts of persons with bytes", memo, key.attribute)) {}

  void persons(std::size_t first, std::span<RowStart> starts) {
    read(first, starts.size());
    persons_.begin(std::span(sizes_).first(starts.size()), {}, 0);
    persons_.add_bytes(std::span(texts_).first(starts.size()));
    for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = persons_[i];
  }
  // The first block has both sizes.
  void symbols(std::size_t first, std::span<const std::string> symbols, std::span<RowStart> starts) {
    read(first, starts.size());
    std::array<std::uint32_t, rows_at_once> symbol_sizes;
    Texts symbol_texts;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      symbol_sizes[i] = static_cast<std::uint32_t>(symbols[i].size());
      symbol_texts[i] = bytes_of(symbols[i]);
    }
    symbols_.begin(std::span(sizes_).first(starts.size()), std::span(symbol_sizes).first(starts.size()), 1);
    symbols_.add_bytes(std::span(texts_).first(starts.size()));
    symbols_.add_bytes(std::span(symbol_texts).first(starts.size()));
    for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = symbols_[i];
  }

 private:
  void read(std::size_t first, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      texts_[i] = ids_[first + i];
      sizes_[i] = texts_[i].size();
    }
  }

  ByteIds<Offset> ids_;
  RowMacs persons_;
  RowMacs symbols_;
  std::array<std::uint64_t, rows_at_once> sizes_;
  Texts texts_;
};

// One thread's side: the responses of up to rows_at_once rows.
template <class Persons>
class MemoRows {
 public:
  template <class Ids>
  MemoRows(const Memoised& memoised, const Ids& ids, const MemoKey& key, const Memoised::Memo& memo,
           const NamedCollection* collection)
      : memoised_(memoised),
        has_trait_(!memo.trait.empty()),
        persons_(ids, key, memo),
        traits_(key.secret, memo_label(std::string(Persons::purpose) + ": trait", memo, key.attribute)),
        words_(key.secret, memo_label(std::string(Persons::purpose) + ": permanent response", memo, key.attribute)) {
    if (collection != nullptr)
      now_.emplace(key.secret, round_label(Persons::purpose, memo, key.attribute, collection->name));
  }

  // The symbols of these rows, at most rows_at_once.
  std::span<const std::string> symbols(std::size_t first, std::span<const Value> values) {
    const auto starts = std::span(starts_).first(values.size());
    if (has_trait_) {
      persons_.persons(first, starts);
      traits_.set_rows(starts);
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      trait_[i] = 0;
      if (has_trait_) {
        traits_.next_row();
        trait_[i] = memoised_.draw_trait(traits_);
      }
      symbols_[i] = memoised_.symbol(values[i], trait_[i]);
    }
    return std::span(symbols_).first(values.size());
  }

  void respond(std::size_t first, std::span<const Value> values, std::span<std::uint8_t> permanent) {
    const auto starts = std::span(starts_).first(values.size());
    persons_.symbols(first, symbols(first, values), starts);
    words_.set_rows(starts);
    const std::size_t size = memoised_.memo_bytes();
    std::fill(permanent.begin(), permanent.end(), std::uint8_t{0});
    for (std::size_t i = 0; i < values.size(); ++i) {
      words_.next_row();
      memoised_.respond_permanently(symbols_[i], trait_[i], words_, permanent.subspan(i * size, size));
    }
  }
  // Instantaneous ones to those that respond() just gave, for the collection's name.
  void respond_now(std::span<const std::uint8_t> permanent, std::span<std::uint8_t> reports) {
    const std::size_t size = memoised_.memo_bytes(), count = permanent.size() / size;
    now_->set_rows(std::span(starts_).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      now_->next_row();
      memoised_.respond_now(permanent.subspan(i * size, size), *now_, reports.subspan(i * size, size));
    }
  }

 private:
  const Memoised& memoised_;
  bool has_trait_;
  Persons persons_;
  RowBits traits_;
  RowBits words_;
  std::optional<RowBits> now_;
  std::array<RowStart, rows_at_once> starts_;
  std::array<std::uint64_t, rows_at_once> trait_;
  std::array<std::string, rows_at_once> symbols_;
};

const Memoised& require_memoised(const Protocol& protocol) {
  const auto* const memoised = dynamic_cast<const Memoised*>(&protocol);
  if (memoised == nullptr || protocol.width() != 1) {
    fail_input(
        fmt::format("{} keeps no permanent responses: a second report of a person spends again", protocol.title()),
        "Repeated collections take l-grr, l-osue, loloha, dbitflip or rappor.");
  }
  return *memoised;
}

// `now`: of fresh instantaneous responses; otherwise `collection` names them.
struct NowFrom {
  const RandomSource* now = nullptr;
  std::uint64_t first_report = 0;
  const NamedCollection* collection = nullptr;
};

template <class Persons, class Ids>
void report_all(const Protocol& protocol, std::span<const Value> values, const Ids& ids, const MemoKey& key,
                const NowFrom& from, std::span<std::uint8_t> reports, std::size_t threads, const StopToken& stop) {
  if (protocol.width() == 1 && protocol.domain_size(0) == 1) return;  // empty reports: nothing to hide
  const Memoised& memoised = require_memoised(protocol);
  require_all_valid(protocol, {values, 1}, threads, stop);
  require_room(protocol, {values, 1}, reports);
  const Memoised::Memo memo = memoised.memo();
  const std::size_t size = protocol.report_bytes();
  const std::size_t chunks = (values.size() + memo_rows_per_chunk - 1) / memo_rows_per_chunk;
  std::vector<std::unique_ptr<MemoRows<Persons>>> workers(chunk_workers(chunks, threads));
  const auto report = [&](std::size_t chunk, std::size_t number) {
    auto& worker = workers[number];
    if (!worker) worker = std::make_unique<MemoRows<Persons>>(memoised, ids, key, memo, from.collection);
    const std::size_t begin = chunk * memo_rows_per_chunk;
    const std::size_t end = std::min(values.size(), begin + memo_rows_per_chunk);
    std::vector<std::uint8_t> permanent(rows_at_once * size);
    const auto report_chunk = [&](Random* random) {
      for (std::size_t first = begin; first < end; first += rows_at_once) {
        const std::size_t count = std::min(rows_at_once, end - first);
        const auto responses = std::span(permanent).first(count * size);
        worker->respond(first, values.subspan(first, count), responses);
        const auto to = reports.subspan(first * size, count * size);
        std::fill(to.begin(), to.end(), std::uint8_t{0});
        if (random != nullptr) {
          memoised.respond_now_to_all(responses, *random, to);
        } else {
          worker->respond_now(responses, to);
        }
      }
    };
    if (from.now == nullptr) return report_chunk(nullptr);
    from.now->with_stream(from.first_report + begin, [&](Random& random) { report_chunk(&random); });
  };
  for_each_chunk(chunks, threads, report, stop);
}

}  // namespace

void report_rows(const Protocol& protocol, std::span<const Value> values, std::span<const std::uint64_t> ids,
                 const MemoKey& key, const RandomSource& now, std::span<std::uint8_t> reports, std::size_t threads,
                 std::uint64_t first_report, const StopToken& stop) {
  require_row_ids(ids.size(), values.size());
  report_all<NumberedPersons>(protocol, values, ids, key, {&now, first_report, nullptr}, reports, threads, stop);
}

void report_rows(const Protocol& protocol, std::span<const Value> values, ByteIds<std::int32_t> ids, const MemoKey& key,
                 const RandomSource& now, std::span<std::uint8_t> reports, std::size_t threads,
                 std::uint64_t first_report, const StopToken& stop) {
  require_row_ids(ids, values.size());
  report_all<NamedPersons<std::int32_t>>(protocol, values, ids, key, {&now, first_report, nullptr}, reports, threads,
                                         stop);
}

void report_rows(const Protocol& protocol, std::span<const Value> values, ByteIds<std::int64_t> ids, const MemoKey& key,
                 const RandomSource& now, std::span<std::uint8_t> reports, std::size_t threads,
                 std::uint64_t first_report, const StopToken& stop) {
  require_row_ids(ids, values.size());
  report_all<NamedPersons<std::int64_t>>(protocol, values, ids, key, {&now, first_report, nullptr}, reports, threads,
                                         stop);
}

void report_rows(const Protocol& protocol, std::span<const Value> values, std::span<const std::uint64_t> ids,
                 const MemoKey& key, NamedCollection collection, std::span<std::uint8_t> reports, std::size_t threads,
                 const StopToken& stop) {
  require_row_ids(ids.size(), values.size());
  report_all<NumberedPersons>(protocol, values, ids, key, {nullptr, 0, &collection}, reports, threads, stop);
}

void report_rows(const Protocol& protocol, std::span<const Value> values, ByteIds<std::int32_t> ids, const MemoKey& key,
                 NamedCollection collection, std::span<std::uint8_t> reports, std::size_t threads,
                 const StopToken& stop) {
  require_row_ids(ids, values.size());
  report_all<NamedPersons<std::int32_t>>(protocol, values, ids, key, {nullptr, 0, &collection}, reports, threads, stop);
}

void report_rows(const Protocol& protocol, std::span<const Value> values, ByteIds<std::int64_t> ids, const MemoKey& key,
                 NamedCollection collection, std::span<std::uint8_t> reports, std::size_t threads,
                 const StopToken& stop) {
  require_row_ids(ids, values.size());
  report_all<NamedPersons<std::int64_t>>(protocol, values, ids, key, {nullptr, 0, &collection}, reports, threads, stop);
}

std::vector<std::string> symbols_of_rows(const Protocol& protocol, std::span<const Value> values,
                                         ByteIds<std::int64_t> ids, const MemoKey& key, const StopToken& stop) {
  require_row_ids(ids, values.size());
  const Memoised& memoised = require_memoised(protocol);
  require_all_valid(protocol, {values, 1}, 0, stop);
  MemoRows<NamedPersons<std::int64_t>> rows(memoised, ids, key, memoised.memo(), nullptr);
  std::vector<std::string> all;
  all.reserve(values.size());
  for (std::size_t first = 0; first < values.size(); first += rows_at_once) {
    stop.check();
    const auto some = rows.symbols(first, values.subspan(first, std::min(rows_at_once, values.size() - first)));
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace sourdine
