// Column: one column of Arrow data, piece by piece.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "capsules.h"
#include "sourdine/base/error.h"

namespace sourdine::python {

// Rows `first` … `first + rows − 1` of an array, counted with its offset; row `before + 1` of the column is its first.
struct Piece {
  const ArrowArray& array;
  std::int64_t begin = 0;  // for ArrowColumn::open(): without the array's own offset
  std::int64_t rows = 0;
  std::uint64_t before = 0;
  std::optional<std::int64_t> first_null;  // the first row of the piece that has no value

  std::int64_t first() const { return array.offset + begin; }
  // Rows until the first without a value.
  std::int64_t sound_rows() const { return first_null.value_or(rows); }
};

class Column {
 public:
  // With Python's lock. A table needs `name`, unless it has one column. Throws TypeError for what is no Arrow data, and
  // Error(bad_input) naming the columns there are.
  Column(nb::handle object, const std::optional<std::string>& name);

  // "I", "u" … of the column itself: of the numbers, where it has a dictionary.
  std::string_view format() const;
  const ArrowSchema& schema() const { return *column_; }
  // For messages: "the column 'place'", "the column".
  const std::string& where() const { return where_; }

  // Calls `use` with every piece, in order. Without Python's lock. Throws Error(bad_input) when the stream fails, or
  // arrays contradict each other; sizes of buffers are believed: the interface has no way to know.
  void for_each_piece(const std::function<void(const Piece& piece)>& use);
  // The only piece there is, if so, which lives as long as the column; otherwise nothing, and for_each_piece() has them
  // all. Likewise without the lock.
  std::optional<Piece> only_piece();

  // The elements of a piece, as numbers of this type.
  template <class Number>
  const Number* numbers(const Piece& piece) const {
    return static_cast<const Number*>(buffer(piece, alignof(Number))) + (piece.rows == 0 ? 0 : piece.first());
  }
  const std::uint8_t* bytes(const Piece& piece) const { return static_cast<const std::uint8_t*>(buffer(piece, 1)); }

  // Throws Error(bad_input): the first row without a value.
  [[noreturn]] void fail_null(const Piece& piece) const;
  // Throws TypeError: the column does not have what is wanted ("whole numbers").
  [[noreturn]] void fail_type(const char* wanted) const;

 private:
  void choose(const std::optional<std::string>& name);
  Array fetch();
  bool next();
  Piece piece() const;
  const void* buffer(const Piece& piece, std::size_t alignment) const;
  void require_success(int result);

  Schema schema_;
  Stream stream_;  // outlives its arrays
  Array array_, ahead_;
  const ArrowSchema* column_ = nullptr;
  std::optional<std::int64_t> child_;
  std::string where_;
  std::uint64_t before_ = 0;
  bool has_ended_ = false;
  bool is_ahead_ = false;    // ahead_ is the next array
  bool is_current_ = false;  // array_ was looked at, and is still to be used
};

}  // namespace sourdine::python
