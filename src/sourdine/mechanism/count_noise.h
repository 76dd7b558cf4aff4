// CountNoise: whole-number noise for counts, one interface for the laws that central releases use. What lies on a fixed
// grid (cents, tenths) is a whole number of its steps: noise, sensitivity and intervals are in steps then.
//
// What one unit (a person, an event) can change is a CountSensitivity. The loss is computed from the integers that the
// sampler uses, not from the epsilon that was asked; every number is rounded towards more privacy and wider intervals.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "sourdine/mechanism/gaussian_law.h"
#include "sourdine/mechanism/laplace_scale.h"
#include "sourdine/privacy/loss.h"
#include "sourdine/privacy/unit.h"
#include "sourdine/random/discrete_gaussian.h"
#include "sourdine/random/discrete_laplace.h"
#include "sourdine/random/random.h"

namespace sourdine {

class GaussianTable;
class LaplaceTable;

// How far all counts together move between neighbours: Σ|change| and Σ change², both at least 1.
struct CountSensitivity {
  std::uint64_t l1 = 1;
  std::uint64_t l2_squared = 1;

  // One unit is counted at most `bound` times in all, in any cells: it is there or not (bound, bound²), or it moves all
  // from one cell to another (2·bound, 2·bound²). Throws Error(bad_input) unless bound is from 1 to 10^6.
  static CountSensitivity of_unit(std::uint64_t bound, Neighbours neighbours);
  // Every cell is counted in `levels` tables (days, months, years; regions, total), from 1 to 1000.
  CountSensitivity in_levels(std::uint64_t levels) const;
  friend bool operator==(const CountSensitivity&, const CountSensitivity&) = default;
};

class CountNoise {
 public:
  virtual ~CountNoise() = default;
  CountNoise() = default;
  CountNoise(const CountNoise&) = delete;
  CountNoise& operator=(const CountNoise&) = delete;

  virtual std::string_view name() const = 0;  // as in the table of mechanisms
  // Adds independent noise to every number. May be called by several threads, each with a Random of its own.
  virtual void add(Random& random, std::span<std::int64_t> numbers) const = 0;
  virtual double variance() const = 0;
  // Pr[|X| ≥ x], rounded up.
  virtual double tail(std::int64_t x) const = 0;
  virtual PrivacyLoss loss(const CountSensitivity& sensitivity) const = 0;

  // The least x ≥ 0 with tail(x + 1) ≤ miss, 0 < miss < 1: count ± x holds the true count with probability 1 − miss at
  // least, and, the noise being whole, ± (x − 1) would not.
  std::int64_t quantile(double miss) const;
};

// discrete-laplace
//
// What:         adds X with Pr[X = x] = (1−α)/(1+α)·α^|x|, α = e^−s/t, to every count.
// In, out:      whole numbers; whole numbers, negative ones too.
// Loss:         pure ε = l1·s/t, exactly (geometric ratios of integers; equality is attained).
// Neighbours:   any; the CountSensitivity says which.
// Accuracy:     variance 2α/(1−α)²; Pr[|X| ≥ x] = 2α^x/(1+α).
// Cost:         one word a number in bulk (random/laplace_table.h), some thirty words a number otherwise.
// When:         few counts per unit, or where δ = 0 is wanted.
// Reference:    Ghosh, Roughgarden, Sundararajan 2009; sampler: Canonne, Kamath, Steinke 2020, algorithm 2.
class DiscreteLaplace final : public CountNoise {
 public:
  // Throws Error(bad_input) unless the scale t/s is a fraction greater than 0 and at most 2^53.
  explicit DiscreteLaplace(LaplaceScale scale);
  ~DiscreteLaplace() override;

  LaplaceScale scale() const { return scale_; }
  std::string_view name() const override { return "discrete-laplace"; }
  void add(Random& random, std::span<std::int64_t> numbers) const override;
  double variance() const override { return scale_.variance(); }
  double tail(std::int64_t x) const override;
  PrivacyLoss loss(const CountSensitivity& sensitivity) const override;

  // What add() adds, one by one and for any Chance.
  template <Chance C>
  std::int64_t sample(C& chance) const {
    return sample_discrete_laplace(chance, scale_.t, scale_.s);
  }

 private:
  struct Bulk;
  LaplaceScale scale_;
  std::unique_ptr<Bulk> bulk_;
};

// discrete-gaussian
//
// What:         adds X with Pr[X = x] ∝ e^−x²/(2σ²), σ² a fraction of whole numbers, to every count.
// In, out:      whole numbers; whole numbers, negative ones too.
// Loss:         zCDP with ρ = l2_squared/(2σ²) in any dimension (exact: the Rényi divergence of every order is that of
//               the continuous law); (ε, δ) for one count by one_count().
// Neighbours:   any; the CountSensitivity says which.
// Accuracy:     variance ≤ σ²; tails by exact sums.
// Cost:         one word a number in bulk (random/gaussian_table.h), some sixty words a number otherwise.
// When:         many counts per unit, or many releases: ρ adds up.
// Reference:    Canonne, Kamath, Steinke 2020, Thm. 4 and 7, algorithm 3.
class DiscreteGaussian final : public CountNoise {
 public:
  // Throws Error(bad_input) unless numerator and denominator are from 1 to 2^48.
  explicit DiscreteGaussian(SigmaSquared sigma_squared);
  ~DiscreteGaussian() override;

  SigmaSquared sigma_squared() const { return law_.sigma_squared(); }
  std::string_view name() const override { return "discrete-gaussian"; }
  void add(Random& random, std::span<std::int64_t> numbers) const override;
  double variance() const override { return law_.variance(); }
  double tail(std::int64_t x) const override { return law_.tail(x); }
  PrivacyLoss loss(const CountSensitivity& sensitivity) const override;
  // The least δ for ε when a single count changes, by `change` at most.
  ApproximateDp one_count(double epsilon, std::uint64_t change) const { return {epsilon, law_.delta(epsilon, change)}; }

  template <Chance C>
  std::int64_t sample(C& chance) const {
    return sample_discrete_gaussian(chance, sigma_squared().numerator, sigma_squared().denominator);
  }

 private:
  struct Bulk;
  GaussianLaw law_;
  std::unique_ptr<Bulk> bulk_;
};

// Calibration. Sensitivities as above; all throw Error(bad_input) with one sentence when a number is out of range.

// ε = l1·s/t exactly.
std::unique_ptr<DiscreteLaplace> laplace_for(ExactEpsilon epsilon, std::uint64_t l1);

// σ² of what follows is a whole number of these parts, the least that will do.
inline constexpr std::uint64_t sigma_squared_parts = 4096;

// l2_squared/(2σ²) ≤ ρ; ρ from 10^−9 to 10^6, l2_squared up to 10^15.
std::unique_ptr<DiscreteGaussian> gaussian_for_zcdp(double rho, std::uint64_t l2_squared);
// One count that changes by `change` at most: (ε, δ) by the exact sums of the discrete law. σ ≤ 4096.
std::unique_ptr<DiscreteGaussian> gaussian_for(double epsilon, double delta, std::uint64_t change);
// Many counts: (ε, δ) by way of zCDP and its tightest conversion (Canonne, Kamath, Steinke 2020, Cor. 13), since the
// law of many discrete noises is not that of one. Costs 5 to 10 % more σ than one count of the same length would.
std::unique_ptr<DiscreteGaussian> gaussian_for_counts(double epsilon, double delta, std::uint64_t l2_squared);

}  // namespace sourdine
