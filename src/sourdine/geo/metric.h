// MetricPromise: what a point that was moved on a grid tells about where it was. Geo-indistinguishability: the
// published point changes the odds between any two places within a radius by a factor of e^level at most.
//
// A place is snapped to the nearest point of a public grid, then moved by planar Laplace noise (planar_laplace.h). Two
// places that are d metres apart on the ground are at most stretch·d apart on the projected plane, and √2 steps more
// after snapping (each moves by half a diagonal at most; a millionth of a step is added for rounding on the plane).
// With ε per metre of the plane, the odds change by at most e^(ε·(stretch·d + √2·step)); so ε = level / (stretch·radius
// + √2·step) keeps the promise for the whole radius.
//
// Every number is rounded towards more privacy: ε down, what is stated up.
#pragma once

#include "sourdine/geo/planar_laplace.h"
#include "sourdine/privacy/loss_kinds.h"

namespace sourdine {

struct MetricQuestion {
  double level = 0;    // ln of the factor, for places within `radius`
  double radius = 0;   // metres on the ground
  double step = 1;     // of the grid, in metres of the plane
  double stretch = 1;  // the largest scale of the projection over the area: metres of the plane per metre of ground
};

class MetricPromise {
 public:
  // Throws Error(bad_input), one sentence, when a number is not finite and positive, the stretch is below 1/2 or above
  // 2 (no projection for this area), or the step is above a quarter of the radius: snapping alone would hide the place.
  explicit MetricPromise(const MetricQuestion& question);

  const MetricQuestion& question() const { return question_; }
  StepEpsilon epsilon() const { return epsilon_; }
  // ε per metre of ground that is left when snapping is set aside: epsilon().value() · stretch / step.
  double per_metre() const;
  // The same two numbers as a claim has them, both rounded up: ε per metre, and what snapping adds at any distance.
  MetricEpsilon loss() const;
  // What holds for two places that are `metres` apart on the ground: the ln of the factor, rounded up.
  double level_at(double metres) const;
  // 2/ε on the ground, for steps that are small beside it; 3/ε² the variance of an axis.
  double mean_displacement() const;
  // How far a point lies from where it was with this probability at most, in metres of the plane (the real law's; the
  // grid's differs by a step): solves 1 − (1 + ερ)e^(−ερ) = probability, 0 ≤ probability < 1.
  double radius_quantile(double probability) const;

 private:
  MetricQuestion question_;
  StepEpsilon epsilon_;
};

}  // namespace sourdine
