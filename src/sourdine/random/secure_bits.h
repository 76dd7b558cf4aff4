// SecureBits: the randomness that keeps the promise. AES-256-CTR keyed by the kernel's getrandom.
//
// - One per thread: SecureBits::this_thread(). Buffered: 32 KiB per refill.
// - The key is replaced by its own output at every refill, so words of earlier buffers cannot be recomputed from the
//   state (those of the current buffer stay in memory until it is refilled), and drawn anew from the kernel every 32
//   MiB.
// - Fork-safe: the buffer lives in memory that the kernel wipes in a child process, which then draws a new key;
//   parent and child never share a word.
// - Fails loudly: throws Error(io) when the kernel, Error(internal) when OpenSSL cannot deliver; there is no weaker
// fallback.
#pragma once

#include <memory>

#include "sourdine/random/random.h"

namespace sourdine {

class SecureBits final : public Random {
 public:
  SecureBits();
  ~SecureBits() override;

  static SecureBits& this_thread();
  bool is_private() const noexcept override { return true; }

 private:
  struct State;
  void refill() override;

  std::unique_ptr<State> state_;
};

}  // namespace sourdine
