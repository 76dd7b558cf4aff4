// planar-laplace
//
// What:         moves a point of a square grid by (X, Y) with Pr[X = x, Y = y] ∝ e^−ε·√(x²+y²), all whole numbers.
// In, out:      points of the grid, in steps; points of the grid, anywhere: every point is possible for every input.
// Loss:         metric: ln Pr[z|a] − ln Pr[z|b] ≤ ε·|a − b| for all points a, b and z, |·| the Euclidean distance in
//               steps. The law is exact (the normaliser is the same for every input, and distances obey the triangle
//               inequality), so equality is attained and never exceeded. ε is a whole number of 2^−52.
// Neighbours:   none: the closer two points are, the harder they are told apart.
// Accuracy:     where ε is small, the mean displacement is 2/ε steps, and that of an axis has the variance 3/ε².
// Cost:         1.27 tries of two words and a word to decide, each (the tries are accepted with π/4 where ε is small).
// When:         a place is told so that what is near stays near, and the exact place is not (geo-indistinguishability).
// Reference:    Andrés, Bordenabe, Chatzikokolakis, Palamidessi 2013, whose noise is real; on a grid, with integers
//               that decide, it has no floating-point holes.
//
// How: X and Y are proposed as discrete Laplace numbers of scale t/s, s/t ≤ ε/√2, and kept with the probability
// e^−(ε·√(x²+y²) − (|x|+|y|)·s/t), which is at most 1 because √(x²+y²) ≥ (|x|+|y|)/√2. That probability is a real
// number, which is computed as closely as it takes to tell it from a uniform one (random/real_bernoulli.h): no outcome
// is decided by rounding.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "sourdine/random/discrete_laplace.h"
#include "sourdine/random/random.h"

namespace sourdine {

class LaplaceTable;
class WeighedBranches;

// A point of a square grid, in steps from its origin.
struct GridPoint {
  std::int64_t x = 0;
  std::int64_t y = 0;

  friend bool operator==(const GridPoint&, const GridPoint&) = default;
};

// ε per step of the grid: numerator / 2^52.
struct StepEpsilon {
  static constexpr unsigned shift = 52;

  std::uint64_t numerator = 0;

  // The largest one that is not above `epsilon`. Throws Error(bad_input) unless it is from 2^−30 to 16: beyond, the
  // noise does not fit a grid that is wide enough, or there is none.
  static StepEpsilon not_above(double epsilon);
  double value() const { return static_cast<double>(numerator) * 0x1p-52; }
  friend bool operator==(const StepEpsilon&, const StepEpsilon&) = default;
};

class PlanarLaplace {
 public:
  explicit PlanarLaplace(StepEpsilon epsilon);
  ~PlanarLaplace();

  StepEpsilon epsilon() const { return epsilon_; }

  // Moves every point by independent noise. Coordinates must be within ±2^62; where noise would lead beyond ±(2^63−1)
  // (with probability below e^−2^30) the point stays there, which is post-processing. May be called by several threads,
  // each with a Random of its own.
  void move(Random& random, std::span<GridPoint> points) const;

  // One proposal, or nothing where it is not kept: for any Chance that has discrete Laplace numbers. What move() adds
  // is the first one that is kept.
  template <class C>
  std::optional<GridPoint> propose(C& chance) const {
    const std::int64_t x = sample_discrete_laplace(chance, scale_t, scale_s_);
    const std::int64_t y = sample_discrete_laplace(chance, scale_t, scale_s_);
    if (!is_kept(chance, {x, y})) return std::nullopt;
    return GridPoint{x, y};
  }

 private:
  static constexpr std::uint64_t scale_t = std::uint64_t{1} << StepEpsilon::shift;

  bool is_kept(Random& random, GridPoint offset) const;
  bool is_kept(WeighedBranches& chance, GridPoint offset) const;

  StepEpsilon epsilon_;
  std::uint64_t scale_s_;                      // ⌊numerator/√2⌋
  std::unique_ptr<const LaplaceTable> table_;  // where one fits
};

}  // namespace sourdine
