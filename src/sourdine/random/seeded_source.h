// SeededSource: stream `number` is child `number` of SeededBits(seed), so that results depend on the seed and not on
// the number of threads. NOT PRIVATE; part of the target sourdine::seeded.
#pragma once

#include <cstdint>

#include "sourdine/random/random_source.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {

class SeededSource final : public RandomSource {
 public:
  explicit SeededSource(std::uint64_t seed) : parent_(seed) {}

  bool is_private() const noexcept override { return false; }
  void with_stream(std::uint64_t number, const std::function<void(Random&)>& use) const override;

 private:
  SeededBits parent_;
};

}  // namespace sourdine
