// Noise that tests put in the place of the real one. Never private.
#pragma once

#include <vector>

#include "sourdine/range/noise.h"

namespace sourdine::testing {

class ZeroNoise final : public Noise {
 public:
  bool is_private() const noexcept override { return false; }
  void add(std::span<std::int64_t>, const LaplaceScale&) override {}
};

// Adds the given numbers, in order; remembers the scales that were asked for, one per number.
class ScriptedNoise final : public Noise {
 public:
  explicit ScriptedNoise(std::vector<std::int64_t> script) : script_(std::move(script)) {}
  bool is_private() const noexcept override { return false; }
  void add(std::span<std::int64_t> numbers, const LaplaceScale& scale) override {
    for (std::int64_t& number : numbers) {
      number += script_.at(scales_.size());
      scales_.push_back(scale);
    }
  }
  const std::vector<LaplaceScale>& scales() const { return scales_; }

 private:
  std::vector<std::int64_t> script_;
  std::vector<LaplaceScale> scales_;
};

}  // namespace sourdine::testing
