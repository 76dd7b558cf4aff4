#include "row_ids.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"
#include "sourdine/protocol/keyed_rows.h"

namespace sourdine::python {
RowIds RowIds::of_array(const AnyArray& array) {
  require_numbers(array, "row ids");
  RowIds ids;
  ids.size_ = array.size();
  if (array.itemsize() == 8) {
    ids.array_ = array;
    return ids;
  }
  ids.own_ = visit_numbers(array, [&]<class Number>(const Number* numbers) {
    // By way of the signed type: −1 is 2^64 − 1 in all widths.
    std::vector<std::uint64_t> wide(array.size());
    for (std::size_t i = 0; i < wide.size(); ++i) wide[i] = static_cast<std::uint64_t>(numbers[i]);
    return wide;
  });
  return ids;
}

RowIds RowIds::of_numbers(std::vector<std::uint64_t> numbers) {
  RowIds ids;
  ids.size_ = numbers.size();
  ids.own_ = std::move(numbers);
  return ids;
}

RowIds RowIds::of_bytes(std::vector<std::int64_t> offsets, std::span<const std::uint8_t> bytes,
                        std::shared_ptr<const void> keep) {
  RowIds ids;
  ids.size_ = offsets.size() - 1;
  ids.offsets_ = std::move(offsets);
  ids.bytes_ = bytes;
  ids.keep_ = std::move(keep);
  return ids;
}

RowIdsView RowIds::view() const {
  if (!are_numbers()) return ByteIds<std::int64_t>{offsets_, bytes_};
  return std::span(numbers(), size_);
}

void RowIds::require_as_many(std::size_t rows) const {
  if (size_ == rows) return;
  fail_input(fmt::format("there are {} row ids for {} records", size_, rows), "Every record needs the id of its row.");
}

void RowIds::randomize(const Protocol& protocol, std::size_t first, RecordsView records, const RowSecret& secret,
                       std::span<std::uint8_t> reports) const {
  const std::size_t count = records.size();
  if (!are_numbers()) {
    const ByteIds<std::int64_t> ids{std::span(offsets_).subspan(first, count + 1), bytes_};
    return randomize_rows(protocol, records, ids, secret, reports, 1);
  }
  randomize_rows(protocol, records, {numbers() + first, count}, secret, reports, 1);
}

}  // namespace sourdine::python
