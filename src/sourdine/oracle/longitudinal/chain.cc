#include "sourdine/oracle/longitudinal/chain.h"

#include <fmt/format.h>

#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/oracle/parameters.h"
#include "sourdine/random/exact.h"

namespace sourdine {
namespace {

// e^x in numerator and denominator alike: written with e^−x it cannot overflow.
Exact grr_keep(double epsilon, std::uint64_t outputs) {
  const Exact decay = exp(-Exact(epsilon));
  return (1 - decay) / (1 + decay * (Exact(outputs) - 1));
}

// Probability of a 1 after both rounds, for a bit that the first round sends as 1 with `first`.
Exact after_both(const Exact& first, const BitFlip& second) {
  return first * exact(second.p) + (1 - first) * exact(second.q);
}

bool is_within(const BitFlip& permanent, const BitFlip& second, const Exact& largest_ratio) {
  const Exact a = after_both(exact(permanent.p), second);
  const Exact b = after_both(exact(permanent.q), second);
  return a * (1 - b) <= largest_ratio * b * (1 - a);
}

constexpr std::uint64_t one_half = std::uint64_t{1} << 63;

// The second round whose two probabilities are `distance` apart; the larger, the more it tells.
BitFlip second_round(ChainedFlip::Second second, std::uint64_t distance) {
  if (second == ChainedFlip::Second::optimised) return {{one_half}, {one_half - distance}};
  const std::uint64_t p = one_half + distance;
  return {{p}, {std::uint64_t{0} - p}};
}

// What the permanent round alone would leave to one report if its clear bits were never sent as 1: what no q2 > 0
// reaches. From ε, not from its thresholds: an ε beyond 64 bits is not infeasible.
double largest_report_epsilon(const BitFlip& permanent, double epsilon) {
  const Exact decay = exp(-Exact(epsilon));
  if (permanent.p.numerator == one_half) return static_cast<double>(Exact(epsilon) + log((2 + decay) / 3));
  const Exact p = 1 / (1 + exp(-Exact(epsilon) / 2));
  return static_cast<double>(Exact(epsilon) / 2 + log((1 + p) / (2 - p)));
}

double six_digits_below(double number) {
  const double unit = std::pow(10, std::floor(std::log10(number)) - 5);
  return std::floor(number / unit) * unit;
}

// ln of how much likelier the reports are for a bit that is 1 with p1 than for one that is 1 with q1.
Exact log_likelihood_ratio(const BitFlip& permanent, const Exact& if_one, const Exact& if_zero) {
  const Exact p = exact(permanent.p);
  const Exact q = exact(permanent.q);
  return log((p * if_one + (1 - p) * if_zero) / (q * if_one + (1 - q) * if_zero));
}

}  // namespace

OracleSpec with_report_epsilon(OracleSpec spec) {
  require_epsilon(spec.epsilon);
  const double epsilon1 = parameter(spec, "epsilon1").value_or(spec.epsilon / 2);
  if (!(epsilon1 > 0 && epsilon1 < spec.epsilon)) {
    fail_input(fmt::format("epsilon1 of oracle '{}' must lie between 0 and epsilon = {} (both excluded), not {}",
                           spec.oracle, spec.epsilon, epsilon1),
               "epsilon1 is what one report alone may tell, epsilon what all reports about one value tell together.");
  }
  return with_parameter(std::move(spec), "epsilon1", epsilon1);
}

ChainedKeep ChainedKeep::for_epsilons(double epsilon, double epsilon1, std::uint64_t outputs) {
  const Keep permanent = Keep::for_epsilon(epsilon, outputs, 1);
  const Threshold again = round_down(grr_keep(epsilon1, outputs) / exact(permanent.threshold));
  if (again.numerator == 0) {
    fail_input(
        fmt::format("epsilon1 = {} is too small for a domain of this size: its reports would say nothing", epsilon1));
  }
  return {permanent, {again, outputs, 1}};
}

double ChainedKeep::keep() const { return permanent.threshold.probability() * instantaneous.threshold.probability(); }
double ChainedKeep::replace() const {
  return permanent.threshold.complement() + permanent.threshold.probability() * instantaneous.threshold.complement();
}

double ChainedKeep::epsilon_after(std::uint64_t reports) const {
  const Exact n = permanent.outputs;
  const Exact lie1 = (1 - exact(permanent.threshold)) / n;
  const Exact truth1 = exact(permanent.threshold) + lie1;
  const Exact lie2 = (1 - exact(instantaneous.threshold)) / n;
  const Exact truth2 = exact(instantaneous.threshold) + lie2;
  const Exact other = pow(Exact(lie2 / truth2), Exact(reports));  // of a permanent symbol that no report names
  const Exact held = truth1 + (n - 1) * lie1 * other;
  const Exact not_held = lie1 + (truth1 + (n - 2) * lie1) * other;
  return up_to_double(log(held / not_held));
}

ChainedFlip ChainedFlip::for_epsilons(std::string_view name, BitFlip permanent, Second second, double epsilon,
                                      double epsilon1) {
  if (second == Second::optimised) {
    const double limit = largest_report_epsilon(permanent, epsilon);
    if (epsilon1 >= limit) {
      fail_input(
          fmt::format("epsilon1 = {} is more than one report of oracle '{}' can tell at epsilon = {}; the largest "
                      "is {:.6g}",
                      epsilon1, name, epsilon, six_digits_below(limit)),
          "l-osue has no such limit, and a smaller error.");
    }
  }
  const Exact largest_ratio = exp(Exact(epsilon1));
  std::uint64_t low = 0;  // within: nothing is told
  std::uint64_t high = one_half;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (is_within(permanent, second_round(second, middle), largest_ratio) ? low : high) = middle;
  }
  if (low == 0)
    fail_input(fmt::format("epsilon1 = {} is too small: 64 bits cannot tell a true bit from a false one", epsilon1));
  return {permanent, second_round(second, low)};
}

Support ChainedFlip::support() const {
  const double gap = instantaneous.gap();
  const double lie = instantaneous.q.probability();
  return {lie + permanent.p.probability() * gap, lie + permanent.q.probability() * gap, permanent.gap() * gap};
}

double ChainedFlip::epsilon_after(std::uint64_t reports, std::uint64_t set, std::uint64_t clear) const {
  const Exact p = exact(instantaneous.p);
  const Exact q = exact(instantaneous.q);
  const Exact t = reports;
  // Only ratios matter: the reports' likelihood given a permanent 1 is set to 1 where they are all 1s, and so on.
  const Exact all_set = log_likelihood_ratio(permanent, 1, pow(Exact(q / p), t));
  const Exact all_clear = log_likelihood_ratio(permanent, pow(Exact((1 - p) / (1 - q)), t), 1);
  return up_to_double(all_set * set - all_clear * clear);
}

double guess_from_bits(const BitFlip& flip, std::uint64_t bits, std::uint64_t values) {
  const double q = flip.q.probability();
  const double log_none = static_cast<double>(bits) * std::log1p(-q);
  const double some = -std::expm1(log_none) * flip.p.probability() / q;
  const double of_no_bit = bits < values ? 1 : flip.p.complement() / flip.q.complement();
  return (some + std::exp(log_none) * of_no_bit) / static_cast<double>(values);
}

}  // namespace sourdine
