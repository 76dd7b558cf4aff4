// RowIds: the ids of rows, for reports that are keyed by them (protocol/keyed_rows.h).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "arrays.h"
#include "sourdine/blur/keyed_blur.h"
#include "sourdine/protocol/protocol.h"
#include "sourdine/random/row_secret.h"

namespace sourdine::python {

class RowIds {
 public:
  // Whole numbers of any width; narrower ones are widened by their value, so that 5 is 5 whatever its type. 64 bits
  // wide ones are used where they lie. Throws TypeError for others.
  static RowIds of_array(const AnyArray& array);
  // Of numbers and bytes that are already ours.
  static RowIds of_numbers(std::vector<std::uint64_t> numbers);
  // Id i is bytes offsets[i] … offsets[i+1]−1, which lie where `keep` keeps them.
  static RowIds of_bytes(std::vector<std::int64_t> offsets, std::span<const std::uint8_t> bytes,
                         std::shared_ptr<const void> keep);

  std::size_t size() const { return size_; }
  bool are_numbers() const { return offsets_.empty(); }

  // Where they lie.
  RowIdsView view() const;
  // Throws Error(bad_input) unless there is one id for each of so many people.
  void require_as_many(std::size_t rows) const;
  // The reports of records that begin at row `first`, on this thread.
  void randomize(const Protocol& protocol, std::size_t first, RecordsView records, const RowSecret& secret,
                 std::span<std::uint8_t> reports) const;

 private:
  RowIds() = default;
  const std::uint64_t* numbers() const {
    return own_.empty() ? static_cast<const std::uint64_t*>(array_.data()) : own_.data();
  }

  std::size_t size_ = 0;
  AnyArray array_;                       // whose numbers are used where they lie
  std::vector<std::uint64_t> own_;       // numbers that were widened
  std::vector<std::int64_t> offsets_;    // copied: they are checked and then used
  std::span<const std::uint8_t> bytes_;  // their content decides the randomness and nothing else
  std::shared_ptr<const void> keep_;
};

}  // namespace sourdine::python
