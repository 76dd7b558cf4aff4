// CheckedInput: reads a file while keeping count of its bytes and their running checksum. Internal to the formats.
//
// Every checksum in our files covers all bytes before it, other checksums left out: a block that is damaged, moved,
// repeated or missing breaks the chain at the next checksum.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "sourdine/base/crc32c.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/base/stream.h"

namespace sourdine {

class CheckedInput {
 public:
  explicit CheckedInput(Input& input) : input_(input) {}

  // False when the input ends first.
  bool read(std::span<std::uint8_t> into) {
    const bool is_whole = read_unchecked(into);
    crc_ = crc32c(into, crc_);
    return is_whole;
  }
  template <std::unsigned_integral T>
  std::optional<T> number() {
    std::array<std::uint8_t, sizeof(T)> bytes{};
    return read(bytes) ? std::optional(load_little_endian<T>(bytes)) : std::nullopt;
  }

  enum class Check { good, bad, missing };
  // Reads a checksum and compares it with the bytes so far.
  Check check() {
    std::array<std::uint8_t, 4> bytes{};
    if (!read_unchecked(bytes)) return Check::missing;
    return load_little_endian<std::uint32_t>(bytes) == crc_ ? Check::good : Check::bad;
  }
  struct Claim {
    std::uint32_t before = 0;
    std::uint32_t after = 0;  // as the file has it
  };
  // Bytes that do not enter the running checksum: claim() must follow. skip() is that of Input.
  bool read_unchecked(std::span<std::uint8_t> into) {
    const std::size_t got = input_.read(into);
    offset_ += got;
    return got == into.size();
  }
  std::optional<std::uint64_t> skip(std::size_t size) {
    const auto place = input_.skip(size);
    if (place) offset_ += size;
    return place;
  }
  // Reads the checksum behind such bytes, and takes it at its word: whoever has the bytes checks them, perhaps on
  // another core, and the checksums that follow are right if this one is. Nothing when the input ends first.
  std::optional<Claim> claim() {
    std::array<std::uint8_t, 4> bytes{};
    if (!read_unchecked(bytes)) return std::nullopt;
    const std::uint32_t before = std::exchange(crc_, load_little_endian<std::uint32_t>(bytes));
    return Claim{before, crc_};
  }
  // True when nothing but zeros follows; reads to the end, or to the first other byte.
  bool is_zero_to_end() {
    std::array<std::uint8_t, 4096> bytes{};
    for (;;) {
      const std::size_t got = input_.read(bytes);
      offset_ += got;
      for (std::size_t i = 0; i < got; ++i) {
        if (bytes[i] != 0) return false;
      }
      if (got < bytes.size()) return true;
    }
  }
  // True when nothing follows.
  bool is_at_end() {
    std::array<std::uint8_t, 1> byte{};
    return !read_unchecked(byte);
  }

  const std::string& name() const { return input_.name(); }
  std::uint64_t offset() const { return offset_; }
  std::uint32_t crc() const { return crc_; }

 private:
  Input& input_;
  std::uint64_t offset_ = 0;
  std::uint32_t crc_ = 0;
};

}  // namespace sourdine
