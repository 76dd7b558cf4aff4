#include "sourdine/geo/metric.h"

#include <fmt/format.h>

#include <boost/math/special_functions/lambert_w.hpp>
#include <cmath>
#include <numbers>

#include "sourdine/base/error.h"
#include "sourdine/random/exact.h"

namespace sourdine {
namespace {

void require_above_zero(double number, std::string_view what) {
  if (!(number > 0) || !std::isfinite(number)) {
    fail_input(fmt::format("{} is {}, and must be greater than 0", what, number));
  }
}

const MetricQuestion& checked(const MetricQuestion& question) {
  require_above_zero(question.level, "the level");
  require_above_zero(question.radius, "the radius");
  require_above_zero(question.step, "the step of the grid");
  if (!(question.stretch >= 0.5 && question.stretch <= 2)) {
    fail_input(fmt::format("the projection stretches distances {} times over this area", question.stretch),
               "Choose a projection that is made for it: metres of the plane should be metres on the ground.");
  }
  if (question.step > question.radius / 4) {
    fail_input(fmt::format("the grid has steps of {:g} m, and the radius is {:g} m", question.step, question.radius),
               "A step of a hundredth of the radius or less is usual.");
  }
  return question;
}

// √2, and what the rounding of places on the plane may add: a millionth of a step, half of it for either place.
Exact snapping_steps() { return sqrt(Exact(2)) + ldexp(Exact(1), -20); }

// level·step / (stretch·radius + √2·step), not above it: in 100 digits, then down by more than all roundings.
double rounded_down(const MetricQuestion& question) {
  const Exact epsilon = Exact(question.level) * question.step /
                        (Exact(question.stretch) * question.radius + snapping_steps() * question.step);
  const auto nearest = static_cast<double>(epsilon);
  return Exact(nearest) <= epsilon ? nearest : std::nextafter(nearest, 0.0);
}

}  // namespace

MetricPromise::MetricPromise(const MetricQuestion& question)
    : question_(checked(question)), epsilon_(StepEpsilon::not_above(rounded_down(question))) {}

double MetricPromise::per_metre() const { return epsilon_.value() * question_.stretch / question_.step; }

double MetricPromise::level_at(double metres) const {
  const Exact steps = (Exact(question_.stretch) * metres) / question_.step + snapping_steps();
  return up_to_double(ldexp(Exact(epsilon_.numerator), -static_cast<int>(StepEpsilon::shift)) * steps);
}

MetricEpsilon MetricPromise::loss() const {
  const Exact epsilon = ldexp(Exact(epsilon_.numerator), -static_cast<int>(StepEpsilon::shift));
  return {.per_metre = up_to_double(epsilon * question_.stretch / question_.step),
          .offset = up_to_double(epsilon * snapping_steps())};
}

double MetricPromise::mean_displacement() const { return 2 / per_metre(); }

double MetricPromise::radius_quantile(double probability) const {
  if (!(probability >= 0 && probability < 1)) fail_input("a quantile is of a probability from 0 to below 1");
  const double metres = question_.step / epsilon_.value();
  // Near the branch point of W₋₁ all digits cancel: ερ ≈ s + s²/3 with s = √(2u).
  if (probability < 1e-8) {
    const double s = std::sqrt(2 * probability);
    return metres * (s + s * s / 3);
  }
  return -metres * (boost::math::lambert_wm1((probability - 1) / std::numbers::e) + 1);
}

}  // namespace sourdine
