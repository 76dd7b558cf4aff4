// SeededBits: reproducible randomness for tests, simulations and benchmarks. NOT PRIVATE: whoever knows the seed
// can undo every report. A type and a library target of its own (sourdine::seeded), so it is never linked by accident.
//
// The same seed and split path give the same words on every machine. Streams split by number: children of different
// numbers, and a child and its parent, are independent for all practical purposes (AES-256 under HMAC-derived keys).
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "sourdine/random/random.h"

namespace sourdine {

class SeededBits final : public Random {
 public:
  explicit SeededBits(std::uint64_t seed);
  ~SeededBits() override;
  SeededBits(SeededBits&&) noexcept;

  bool is_private() const noexcept override { return false; }
  // The child stream `number`; does not depend on how many words were drawn from this one.
  SeededBits split(std::uint64_t number) const;

 private:
  struct State;
  using Key = std::array<std::uint8_t, 32>;
  explicit SeededBits(const Key& key);
  void refill() override;

  std::unique_ptr<State> state_;
};

}  // namespace sourdine
