// Puts right checksums into a file that was changed, as far as its structure can be followed. A mutation then gets past
// the checksums, into the code behind them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

#include "sourdine/base/crc32c.h"
#include "sourdine/base/little_endian.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace sourdine::fuzz {

class Resealer {
 public:
  explicit Resealer(std::span<std::uint8_t> bytes) : left_(bytes) {}

  // Goes over bytes that count for the checksum, or as many as there are.
  std::span<std::uint8_t> pass(std::uint64_t count) {
    const auto passed = left_.first(std::min<std::uint64_t>(count, left_.size()));
    crc_ = crc32c(passed, crc_);
    left_ = left_.subspan(passed.size());
    return passed;
  }
  void pass_all_but(std::size_t count) { pass(left_.size() - std::min(count, left_.size())); }
  template <class T>
  T number() {
    const auto bytes = pass(sizeof(T));
    return bytes.size() == sizeof(T) ? load_little_endian<T>(bytes) : T{0};
  }
  void seal() {
    if (left_.size() < 4) left_ = {};
    for (std::size_t i = 0; i < 4 && !left_.empty(); ++i, left_ = left_.subspan(1)) {
      left_[0] = static_cast<std::uint8_t>(crc_ >> (8 * i));
    }
  }
  // Magic, version, length, JSON; returns the JSON.
  std::span<std::uint8_t> header() {
    pass(12);
    const auto json = pass(number<std::uint32_t>());
    seal();
    return json;
  }
  bool is_at_end() const { return left_.empty(); }

 private:
  std::span<std::uint8_t> left_;
  std::uint32_t crc_ = 0;
};

// A custom mutator for files that begin with a header: mutates, and mostly lets follow(resealer, header) put right what
// comes behind it.
template <class Follow>
std::size_t mutate_resealed(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed, Follow follow) {
  size = LLVMFuzzerMutate(data, size, max_size);
  if (seed % 4 == 0) return size;
  Resealer resealer({data, size});
  follow(resealer, resealer.header());
  return size;
}

}  // namespace sourdine::fuzz
