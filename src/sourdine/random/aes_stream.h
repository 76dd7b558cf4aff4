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

// SHA-256 of a domain-separated sequence of byte strings: how child keys are derived from parent keys.
AesStream::Key derive_key(std::span<const std::uint8_t> parent, std::span<const std::uint8_t> label);

}  // namespace sourdine::detail
