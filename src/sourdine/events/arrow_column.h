// ArrowColumn: the fields of one column of an Arrow table as text, batch by batch. Internal to events/.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "sourdine/base/arrow_abi.h"

namespace sourdine {

class ArrowColumn {
 public:
  // `where` is for messages: "the frame, column 'when'". Throws Error(bad_input) for a type that has no text.
  static std::unique_ptr<ArrowColumn> make(const ArrowSchema& schema, const std::string& where);
  virtual ~ArrowColumn() = default;
  ArrowColumn(const ArrowColumn&) = delete;
  ArrowColumn& operator=(const ArrowColumn&) = delete;

  // The fields from now on are those of `array`, which must outlive their use, counted from its element `begin` on.
  // Throws Error(bad_input) when it cannot have `rows` of them.
  void open(const ArrowArray& array, std::int64_t begin, std::int64_t rows);

  // 0 ≤ row < rows. Empty when it is null; valid until the next call.
  std::string_view field(std::int64_t row) {
    const std::int64_t at = first_ + row;
    if (validity_ != nullptr && ((validity_[at / 8] >> (at % 8)) & 1) == 0) return {};
    return text(at);
  }

 protected:
  explicit ArrowColumn(std::string where) : where_(std::move(where)) {}
  [[noreturn]] void fail(const std::string& why) const;
  static const std::uint8_t* buffer(const ArrowArray& array, std::int64_t number) {
    return static_cast<const std::uint8_t*>(array.buffers[number]);
  }

 private:
  virtual std::int64_t least_buffers() const { return 2; }
  virtual void open_buffers(const ArrowArray& array) = 0;
  // Of the element at that place of the buffers, which is not null.
  virtual std::string_view text(std::int64_t at) = 0;

  std::string where_;
  const std::uint8_t* validity_ = nullptr;  // a bit per element; nullptr: all are valid
  std::int64_t first_ = 0;
};

}  // namespace sourdine
