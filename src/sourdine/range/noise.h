// Noise for counts in the central model: whole numbers only, one independent draw per node, never reused.
//
// Why a class: tests put zero or scripted noise in its place, and enumerate. Whatever is not LaplaceNoise on secret
// bits says so in is_private().
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "sourdine/privacy/exact_epsilon.h"
#include "sourdine/random/random.h"

namespace sourdine {

class LaplaceTable;

// Pr[x] ∝ e^−|x|·s/t: added to a whole-number query of sensitivity 1, it gives ε = s/t exactly.
struct LaplaceScale {
  std::uint64_t t, s;

  // What `share` of `total` equal parts of a budget of `nano`·10^−9 gives a query of this sensitivity, in lowest terms
  // and without rounding. All at least 1; nano ≤ 10^15, share ≤ total ≤ 10^5, sensitivity ≤ 2.
  static LaplaceScale of_budget(std::uint64_t nano, std::uint64_t share, std::uint64_t total,
                                std::uint64_t sensitivity);
  // 2α/(1−α)² with α = e^−s/t.
  double variance() const;
  friend bool operator==(const LaplaceScale&, const LaplaceScale&) = default;
};

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
