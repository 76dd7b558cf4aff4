// RowSecret: the 32 bytes under which the randomness of rows (row_bits.h) is drawn. Whoever has them can undo every
// report made with them: they stay with whoever makes the reports, and are forgotten when no report will be asked for
// again.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace sourdine {

class RowSecret {
 public:
  static constexpr std::size_t size = 32;

  // Fresh, from SecureBits.
  static RowSecret draw();
  // The same secret elsewhere: bytes of a secret that was drawn, or 32 bytes of another cryptographic generator. What
  // is made with it is called private; from a seed, which is not: seeded_row_secret() (seeded_row_secret.h).
  explicit RowSecret(std::span<const std::uint8_t, size> bytes);
  ~RowSecret();
  RowSecret(const RowSecret&) = default;
  RowSecret& operator=(const RowSecret&) = default;

  bool is_private() const noexcept { return is_private_; }
  std::span<const std::uint8_t, size> bytes() const { return bytes_; }

 private:
  friend RowSecret seeded_row_secret(std::uint64_t seed);

  std::array<std::uint8_t, size> bytes_;
  bool is_private_ = true;
};

}  // namespace sourdine
