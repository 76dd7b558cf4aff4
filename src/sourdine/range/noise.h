// Noise for counts in the central model: whole numbers only, one independent draw per node, never reused.
//
// Why a class: tests put zero or scripted noise in its place, and enumerate. Whatever is not LaplaceNoise on secret
// bits says so in is_private().
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "sourdine/mechanism/laplace_scale.h"
#include "sourdine/random/random.h"

namespace sourdine {

class LaplaceTable;

class Noise {
 public:
  virtual ~Noise() = default;
  Noise() = default;
  Noise(const Noise&) = delete;
  Noise& operator=(const Noise&) = delete;

  virtual bool is_private() const noexcept = 0;
  // Adds independent noise of this scale to every number.
  virtual void add(std::span<std::int64_t> numbers, const LaplaceScale& scale) = 0;
};

class LaplaceNoise final : public Noise {
 public:
  explicit LaplaceNoise(Random& random);
  ~LaplaceNoise() override;
  bool is_private() const noexcept override { return random_.is_private(); }
  // By table where there are many numbers (random/laplace_table.h), one by one otherwise: the same law.
  void add(std::span<std::int64_t> numbers, const LaplaceScale& scale) override;

 private:
  Random& random_;
  LaplaceScale table_scale_ = {0, 0};
  std::unique_ptr<const LaplaceTable> table_;  // of that scale: levels often share one
};

}  // namespace sourdine
