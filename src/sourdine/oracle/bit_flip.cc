#include "sourdine/oracle/bit_flip.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/random/exact.h"

namespace sourdine {
namespace {

BitFlip checked(BitFlip flip, double epsilon) {
  if (flip.p.numerator <= flip.q.numerator) {
    fail_input(fmt::format("epsilon = {} is too small: 64 bits cannot tell a true bit from a false one", epsilon));
  }
  return flip;
}

}  // namespace

BitFlip BitFlip::symmetric(double epsilon) {
  require_epsilon(epsilon);
  const Threshold p = round_down(1 / (1 + exp(-Exact(epsilon) / 2)));
  return checked({p, {std::uint64_t{0} - p.numerator}}, epsilon);
}

BitFlip BitFlip::optimised(double epsilon) {
  require_epsilon(epsilon);
  const Exact decay = exp(-Exact(epsilon));
  return checked({{std::uint64_t{1} << 63}, round_up(decay / (1 + decay))}, epsilon);
}

BitFlip BitFlip::from_f(double f) {
  if (!(f > 0 && f < 1)) {
    fail_input(fmt::format("f must lie between 0 and 1 (both excluded), not {}", f),
               "f is the probability that a bit is replaced by a fair coin: epsilon = 2 ln(2/f - 1).");
  }
  const Threshold q = round_up(Exact(f) / 2);
  return checked({{std::uint64_t{0} - q.numerator}, q}, 0);
}

BitFlip BitFlip::from_probabilities(double p, double q) {
  if (!(q > 0 && p > q && p < 1)) {
    fail_input(fmt::format("p and q must satisfy 0 < q < p < 1, not p = {}, q = {}", p, q),
               "p is the probability of a 1 for the true value's bit, q for every other bit.");
  }
  return checked({round_down(Exact(p)), round_up(Exact(q))}, 0);
}

BitFlip BitFlip::thresholded_laplace(double epsilon, double theta) {
  require_epsilon(epsilon);
  if (!(theta >= 0.5 && theta <= 1)) {
    fail_input(fmt::format("theta must lie between 0.5 and 1, not {}", theta));
  }
  const Exact half = Exact(epsilon) / 2;
  return checked({round_down(1 - exp(half * (Exact(theta) - 1)) / 2), round_up(exp(-half * Exact(theta)) / 2)},
                 epsilon);
}

double BitFlip::epsilon() const {
  const Exact yes = exact(p);
  const Exact no = exact(q);
  return up_to_double(log(yes * (1 - no) / ((1 - yes) * no)));
}

double BitFlip::gap() const { return static_cast<double>(p.numerator - q.numerator) * 0x1p-64; }

}  // namespace sourdine
