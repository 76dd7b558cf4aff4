// AES-256-CTR key stream (OpenSSL). Internal: the engine under SecureBits, SeededBits and KeyedBits.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

namespace sourdine::detail {

class AesStream {
 public:
  using Key = std::array<std::uint8_t, 32>;

  explicit AesStream(const Key& key);
  ~AesStream();
  AesStream(AesStream&&) noexcept;
  AesStream& operator=(AesStream&&) noexcept;

  void rekey(const Key& key);
  // Next bytes of the key stream. Throws Error(internal) when OpenSSL reports a failure: never returns weak bits.
  void fill(std::span<std::uint8_t> out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// HMAC-SHA-256 of the label under the parent key: a pseudo-random function, so that keys of different labels are
// unrelated for whoever does not hold the parent. `parent` is a secret, or a fixed tag where nothing is secret.
AesStream::Key derive_key(std::span<const std::uint8_t> parent, std::span<const std::uint8_t> label);

}  // namespace sourdine::detail
