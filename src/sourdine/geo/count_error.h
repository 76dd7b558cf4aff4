// How far off a sum of the deconvolved density (deconvolve.h) over a set of cells may be: what intervals of places are
// made of.
//
// Steps:   around an even density steps are linear. L of them pass S_L = 1 − (1 − K²)^L of the density's transform, K
//   being the kernel's. A sum over a set is then Σ w(z) over draws, with w = S_L/K·[set], and a point that was at x
//   adds g(x) = Σ_z Pr[z | x]·w(z) to it on average, g = S_L·[set]: the set's indicator, smoothed.
// Noise:   Σ_x [Σ_z Pr[z | x]·w(z)² − g(x)²], estimated without bias by Σ_z (w² − f)(z) over draws, f undoing the
//   kernel on g².
// Unseen:  Σ over clumps of (points of the clump)²·(g(x) − [x in the set])²: the error when what lies closer together
//   than noise resolves, such as ten calls from one house, is near the set's border by chance, on either side. How
//   large clumps are is measured (clumps.h).
// Jump:    where the density jumps along a straight border, g is off by the same amount all along, and errors add up:
//   to b(L) times the jump times the border's length, b(L) = ∫ (1 − K²)^L/ω² dω/π over ω > 0, with K = (1 + ω²)^−3/2
//   of planar Laplace noise and lengths in 1/ε. So sums after `early` and after `steps` steps differ by
//   b(early) − b(steps) of it, and going on by jump_factor() = b(steps)/(b(early) − b(steps)) times that difference
//   leads to the truth. That is a sum, too, of weights (1 + factor)·S_steps − factor·S_early; it has more noise and no
//   error along the border.
//
// Nobody can tell from blurred points whether a density is smooth or jumps where a border happens to be. An interval
// that holds both answers, each with its error, is honest for either (place_estimates.h).
#pragma once

#include <cstddef>

#include "sourdine/geo/cell_displacement.h"
#include "sourdine/geo/plane_fourier.h"

namespace sourdine {

// How many times the change from `early` to `steps` steps is still to come where the density jumps along a straight
// border. 0 < early < steps.
double jump_factor(std::size_t early, std::size_t steps);

// What is summed over the set: the density after `steps` steps, and `beyond` times its change since `early` steps.
struct SummedSteps {
  std::size_t steps = 0, early = 0;
  double beyond = 0;

  // How much of the density's transform is in it where the kernel's is this, for small contrasts.
  double passed(double kernel) const;
};

// What draws and clumps add to the squared error, by the cell where they are.
struct ErrorParts {
  PlaneField noise;   // of a draw found there, times the square of its weight
  PlaneField unseen;  // of the clumps there
};

// On a grid of cells of one size, that wraps around; sets must keep away from its ends. One thread at a time.
class CountError {
 public:
  CountError(std::size_t width, std::size_t height, const CellDisplacement& displacement);

  // `shares`: how much of each cell is in the set.
  ErrorParts parts(const PlaneField& shares, const SummedSteps& sum);
  PlaneTransform& transform() { return transform_; }

 private:
  PlaneTransform transform_;
  PlaneSpectrum kernel_;
};

}  // namespace sourdine
