// GaussianLaw: what discrete Gaussian noise of one σ² does, as numbers: tails and the least δ of an ε, by exact sums in
// 100 digits, rounded up.
#pragma once

#include <cstdint>

namespace sourdine {

// σ² as the fraction of whole numbers that the sampler takes (random/discrete_gaussian.h).
struct SigmaSquared {
  std::uint64_t numerator = 1;
  std::uint64_t denominator = 1;

  double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
  friend bool operator==(const SigmaSquared&, const SigmaSquared&) = default;
};

class GaussianLaw {
 public:
  // Throws Error(bad_input) unless numerator and denominator are from 1 to 2^48.
  explicit GaussianLaw(SigmaSquared sigma_squared);

  SigmaSquared sigma_squared() const { return sigma_squared_; }
  // Of the discrete law: below σ², and equal to it in doubles from σ² = 4.
  double variance() const;
  // Pr[|X| ≥ x]; an upper bound, exact to 10^−15 of it up to σ = largest_summed (beyond, by the continuous tail at
  // x − 1, which is above it by about x/σ² of it).
  double tail(std::int64_t x) const;
  // The least δ for which X and X + shift are (ε, δ)-indistinguishable (Canonne, Kamath, Steinke 2020, Thm. 7); an
  // upper bound, exact to 10^−15 of it. A smaller shift has a smaller δ: the best test of a shift is a half-line, and
  // what it tells apart grows with the shift. Throws Error(bad_input) beyond σ = largest_summed.
  double delta(double epsilon, std::uint64_t shift) const;

  static constexpr double largest_summed = 4096;

 private:
  bool is_summed() const;
  std::int64_t summed_end(double x) const;

  SigmaSquared sigma_squared_;
};

}  // namespace sourdine
