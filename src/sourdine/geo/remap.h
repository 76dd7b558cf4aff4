// Optimal remapping: of all points of the grid, the one that is nearest on average to where the point may have been,
// given where it was found and a public prior. Free: it sees the blurred point only (Chatzikokolakis, ElSalamouny,
// Palamidessi 2017).
//
// Definition: for a point found at z, argmin_c Σ_x prior(x)·e^−ε·|z−x|·|c − x| over all points c of the grid; of
//   several the lowest, then the leftmost.
// Gain:   the expected distance under the prior is at most that of leaving the points where they are, since z itself
//   is one of the candidates. A prior that is wrong can make it worse, and never costs privacy.
// Method: the sum is convex in c. Squares of candidates are halved; one is dropped when its tangent plane, which lies
//   below the sum, is nowhere in the square below the best point found. So the answer is the definition's, up to
//   roundings of 1e-9 of the distance.
// Cost:   some ten to a hundred sums over the places of the prior, for each z.
//
// The prior must be public: nothing that is computed from the true points may enter it, unless it was published under
// a guarantee of its own.
#pragma once

#include <span>
#include <vector>

#include "sourdine/geo/planar_laplace.h"

namespace sourdine {

struct PriorPlace {
  GridPoint point;
  double weight = 0;
};

class Remap {
 public:
  // Throws Error(bad_input) when a weight is negative or not finite, or none is greater than 0, or when two places are
  // further apart than 2^31 steps.
  Remap(StepEpsilon epsilon, std::span<const PriorPlace> prior);

  GridPoint operator()(GridPoint found) const;
  // Σ_x Pr[x | found]·|candidate − x| in steps: what operator() makes smallest.
  double expected_distance(GridPoint found, GridPoint candidate) const;

 private:
  struct Place {
    double x, y, log_weight;
  };
  struct Posterior {
    std::vector<double> x, y, weight;  // adds up to 1
  };
  struct Tangent {
    double value, slope_x, slope_y;
  };
  Posterior posterior(GridPoint found) const;
  static Tangent tangent(const Posterior& posterior, double x, double y);

  double epsilon_;
  std::vector<Place> places_;
  GridPoint low_, high_;  // of all places
};

}  // namespace sourdine
