// AES-256 on single blocks of 128 bits (OpenSSL): a pseudo-random permutation, for what is made of it. Internal.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "sourdine/random/aes_stream.h"

namespace sourdine::detail {

class AesBlocks {
 public:
  explicit AesBlocks(const AesStream::Key& key);
  ~AesBlocks();
  AesBlocks(AesBlocks&&) noexcept;
  AesBlocks& operator=(AesBlocks&&) noexcept;

  // Replaces every block, two words of little-endian bytes, by its encryption; many at once cost little more than
  // a few. Throws Error(internal) when OpenSSL reports a failure.
  void encrypt(std::span<std::uint64_t> words);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sourdine::detail
