// LossSum: the law of the sum of independent discretised privacy losses, where it matters for one δ or one ε.
//
// Masses are tilted, p_i ∝ p_i e^{θ loss_i}, before they are convolved, with the θ of the Chernoff bound at the δ or ε
// asked for. The sum is then centred where the answer is, so the errors of the Fourier transform are relative to δ
// rather than to 1, and a window of a few standard deviations holds all but 10^−12 of it. What rounding, the window and
// its wrapping around can do is added to upper bounds and taken from lower ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/privacy/distribution/discretize.h"

namespace sourdine {

struct LossSummand {
  const LossMasses* masses = nullptr;
  std::uint64_t times = 1;
};

class LossSum {
 public:
  // All summands have the same step. Throws Error(bad_input) when the window has more than 2^22 points, or
  // exponentials of its losses are out of range.
  static LossSum for_delta(std::span<const LossSummand> summands, double delta);
  static LossSum for_epsilon(std::span<const LossSummand> summands, double epsilon);

  // An ε, at least 0, with δ(ε) ≤ delta for the laws whose discretisation from above this is; infinity if there is
  // none.
  double epsilon_above(double delta) const;
  // An ε, at least 0, such that δ(ε') ≥ delta for all ε' < ε, for the laws whose discretisation from below this is.
  double epsilon_below(double delta) const;
  double delta_above(double epsilon) const;
  double delta_below(double epsilon) const;

  std::size_t points() const { return masses_.size(); }  // of the window

 private:
  LossSum(std::span<const LossSummand> summands, double tilt);

  // Masses above a point under P and, e^{−(loss − centre)} times each, under Q; scaled.
  struct Advantage {
    long double p = 0;
    long double q = 0;
  };
  // Calls use(i, e^{loss − centre}, e^{−tilt (loss − centre)}) from the last point of the window on, while it says so.
  template <typename Use>
  void from_the_top(const Use& use) const;
  long double loss_at(std::size_t i) const { return first_ + static_cast<long double>(i) * step_; }
  long double scaled(long double mass) const;
  long double lost_at(long double loss) const;

  long double step_ = 0;
  long double first_ = 0;   // the loss of the window's first point
  long double centre_ = 0;  // the loss that sums are relative to
  double tilt_ = 0;
  long double log_scale_ = 0;       // ln of what scaled masses are multiplied by
  std::vector<double> masses_;      // scaled and tilted
  double error_ = 0;                // what each may be off by
  long double infinite_above_ = 0;  // mass at infinity, and beyond the window
  long double infinite_below_ = 0;
  long double outside_ = 0;  // tilted mass outside the window
  long double steps_ = 0;    // how many losses were added
};

}  // namespace sourdine
