#include "sourdine/geo/count_error.h"

#include <cmath>
#include <numbers>

namespace sourdine {
namespace {

// (1 − K²)^L: what L steps have not passed yet.
double left_over(double squared_kernel, std::size_t steps) {
  return std::exp(static_cast<double>(steps) * std::log1p(-std::min(squared_kernel, 1 - 1e-12)));
}

// b(L), by the trapezoidal rule in ln ω: the integrand is smooth, and vanishes like ω on the left, like 1/ω on the
// right.
double jump_error(std::size_t steps) {
  constexpr double first = -12, last = 14, apart = 0.02;
  double sum = 0;
  for (double at = first; at < last; at += apart) {
    const double omega = std::exp(at), squared = 1 + omega * omega;
    sum += left_over(1 / (squared * squared * squared), steps) / omega;
  }
  return sum * apart / std::numbers::pi;
}

}  // namespace

double jump_factor(std::size_t early, std::size_t steps) {
  const double at_end = jump_error(steps);
  return at_end / (jump_error(early) - at_end);
}

double SummedSteps::passed(double kernel) const {
  const double square = kernel * kernel;
  const double share = 1 - left_over(square, steps);
  return beyond == 0 ? share : share + beyond * (share - (1 - left_over(square, early)));
}

CountError::CountError(std::size_t width, std::size_t height, const CellDisplacement& displacement)
    : transform_(width, height) {
  kernel_ = transform_.forward(displacement.wrapped(width, height));
}

ErrorParts CountError::parts(const PlaneField& shares, const SummedSteps& sum) {
  PlaneSpectrum spectrum = transform_.forward(shares);
  for (std::size_t i = 0; i < spectrum.size(); ++i) spectrum[i] *= sum.passed(kernel_[i].real());  // it is symmetric
  const PlaneField expected = transform_.inverse(spectrum);
  for (std::size_t i = 0; i < spectrum.size(); ++i) spectrum[i] /= kernel_[i];
  const PlaneField weights = transform_.inverse(std::move(spectrum));
  PlaneField squares(expected.size());
  for (std::size_t i = 0; i < squares.size(); ++i) squares[i] = expected[i] * expected[i];
  PlaneField undone = transform_.undo(squares, kernel_);
  ErrorParts found{.noise = std::move(undone), .unseen = std::move(squares)};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    found.noise[i] = weights[i] * weights[i] - found.noise[i];
    // The mean over the cell of (g − indicator)², the indicator being its own square.
    found.unseen[i] += shares[i] * (1 - 2 * expected[i]);
  }
  return found;
}

}  // namespace sourdine
