// RandomSource: a generator for every chunk of a parallel computation, whichever thread works on it.
//
// Where the randomness comes from is one object, so that private code paths cannot reach seeded bits by accident:
// SecureSource lives in the library, SeededSource (random/seeded_source.h) in the target sourdine::seeded.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "sourdine/random/random.h"

namespace sourdine {

// "secure" or "seeded, not private": the words in files and manifests.
inline std::string_view randomness_name(bool is_private) { return is_private ? "secure" : "seeded, not private"; }

class RandomSource {
 public:
  virtual ~RandomSource() = default;
  RandomSource() = default;
  RandomSource(const RandomSource&) = delete;
  RandomSource& operator=(const RandomSource&) = delete;

  // True only when all bits come from the kernel-keyed generator.
  virtual bool is_private() const noexcept = 0;
  // Calls `use` once with the generator of stream `number`. Thread-safe; `use` must not keep the reference.
  virtual void with_stream(std::uint64_t number, const std::function<void(Random&)>& use) const = 0;
};

// SecureBits of the calling thread; fresh bits every time, the number does not matter.
class SecureSource final : public RandomSource {
 public:
  bool is_private() const noexcept override { return true; }
  void with_stream(std::uint64_t number, const std::function<void(Random&)>& use) const override;
};

}  // namespace sourdine
