// KeyedBits: randomness that can be asked for again. The words are a pseudo-random function of a secret and a context
// (HMAC-SHA-256, then AES-256-CTR): the same two give the same words, on every machine; any other context gives words
// that look independent to whoever does not know the secret.
//
// It memoises permanent randomised responses without storing them: context = collection id, attribute and value. Only
// Memoised::respond_permanently promises to draw the same response in every version of this library.
// Privacy holds only while the secret is 32 bytes from a cryptographic generator (SecureBits), made for one client and
// kept by it. Whoever has the secret can undo the permanent responses.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "sourdine/random/random.h"

namespace sourdine {

class KeyedBits final : public Random {
 public:
  KeyedBits(std::span<const std::uint8_t, 32> secret, std::span<const std::uint8_t> context);
  ~KeyedBits() override;

  bool is_private() const noexcept override { return true; }

 private:
  struct State;
  void refill() override;

  std::unique_ptr<State> state_;
};

}  // namespace sourdine
