#include "sourdine/privacy/amplify.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/privacy/rounding.h"

namespace sourdine {
namespace {

// P(Bin(n, p) ≥ k), to a few units in the last place.
double binomial_from(double n, double p, double k) {
  if (k <= 0) return 1;
  return k > n ? 0 : boost::math::ibeta(k, n - k + 1, p);
}

double binomial_mass(double n, double p, double k) {
  if (k < 0 || k > n) return 0;
  return boost::math::ibeta_derivative(k + 1, n - k + 1, p) / (n + 1);
}

// δ at ε between two laws of (A + D, C − A + 1 − D) and (A + 1 − D, C − A + D): C of the other reports are clones of
// either value, as likely as not of one or the other (A), and D is whether the report itself tells its value.
class Clones {
 public:
  Clones(double epsilon, std::uint64_t reports, double delta)
      : truth_(1 / (1 + std::exp(-epsilon))), others_(static_cast<double>(reports) - 1), share_(std::exp(-epsilon)) {
    const double deviation = std::sqrt(others_ * share_ * (1 - share_));
    const double width = std::sqrt(2 * std::log(1e6 / delta)) * deviation + 20 * std::log(1e6 / delta);
    const double least = std::max(0.0, std::floor(others_ * share_ - width));
    const double most = std::min(others_, std::ceil(others_ * share_ + width));
    const double below = least > 0 ? boost::math::ibetac(least, others_ - least + 1, share_) : 0;
    outside_ = below + binomial_from(others_, share_, most + 1);
    least_ = static_cast<std::uint64_t>(least);
    most_ = static_cast<std::uint64_t>(most);
  }

  // Rounded up: binomial tails of Boost err by less than 10^−12 of themselves for these sizes.
  double delta_at(double epsilon) const {
    const double gain = truth_ - std::exp(epsilon) * (1 - truth_);
    const double cost = std::exp(epsilon) * truth_ - (1 - truth_);
    if (!(gain > 0)) return 0;
    double sum = 0;
    for (std::uint64_t c = least_; c <= most_; ++c) {
      const auto clones = static_cast<double>(c);
      // Outcome k is more likely under the first law by e^ε when k / (C − k + 1) exceeds cost / gain.
      const double first = std::floor(cost / (cost + gain) * (clones + 1)) + 1;
      const double tail = binomial_from(clones, 0.5, first);
      const double advantage = gain * (tail + binomial_mass(clones, 0.5, first - 1)) - cost * tail;
      sum += binomial_mass(others_, share_, clones) * (std::max(0.0, advantage) + 1e-12 * (gain + cost) * tail);
    }
    return (sum + outside_) * (1 + 1e-9);
  }

 private:
  double truth_;
  double others_;
  double share_;
  std::uint64_t least_ = 0;
  std::uint64_t most_ = 0;
  double outside_ = 0;
};

void require_shuffle(PureEpsilon report, std::uint64_t reports, double delta) {
  require_valid(PrivacyLoss(report));
  if (reports == 0) fail_input("there are no reports to shuffle");
  if (!(delta > 0 && delta < 1)) fail_input(fmt::format("delta must lie between 0 and 1, not {}", delta));
}

}  // namespace

PrivacyClaim amplified_by_sampling(const PrivacyClaim& claim, Sampling sampling, double rate) {
  if (!(rate > 0 && rate <= 1)) fail_input(fmt::format("a sampling rate must lie between 0 and 1, not {}", rate));
  if (claim.model == PrivacyModel::local) {
    fail_input("a hidden sample amplifies central losses; who reports in the local model is seen");
  }
  if (claim.unit == Unit::attribute || claim.unit == Unit::report_value) {
    fail_input(fmt::format("to sample amplifies the loss of whole records, not of a '{}'", word_of(claim.unit)),
               "A neighbour of a tuple may differ in all its attributes, whichever of them was sampled.");
  }
  const Neighbours wanted = sampling == Sampling::poisson ? Neighbours::add_remove : Neighbours::replace;
  if (claim.neighbours != wanted) {
    fail_input(fmt::format("this way of sampling amplifies losses for '{}', not for '{}'", word_of(wanted),
                           word_of(claim.neighbours)));
  }
  const bool is_pure = kind_of(claim.loss) == LossKind::pure;
  if (!is_pure && kind_of(claim.loss) != LossKind::approximate) {
    fail_input(fmt::format("a loss of the form {} is not amplified by sampling here", word_of(kind_of(claim.loss))),
               "State it as pure epsilon or (epsilon, delta), or as Gaussian noise on a sample.");
  }
  const auto loss = std::get<ApproximateDp>(convert(claim.loss, LossKind::approximate));
  const double epsilon = formula_up(std::log1p(rate * std::expm1(static_cast<long double>(loss.epsilon))));
  PrivacyClaim amplified = claim;
  if (is_pure) {
    amplified.loss = PureEpsilon{epsilon};
  } else {
    amplified.loss =
        ApproximateDp{.epsilon = epsilon, .delta = rounded_up(static_cast<long double>(rate) * loss.delta)};
  }
  return amplified;
}

ApproximateDp shuffled(PureEpsilon report, std::uint64_t reports, double delta) {
  require_shuffle(report, reports, delta);
  const Clones clones(report.epsilon, reports, delta);
  double low = 0;
  double high = report.epsilon;
  while (high - low > 1e-7 * high + 1e-12) {
    const double middle = (low + high) / 2;
    (clones.delta_at(middle) <= delta ? high : low) = middle;
  }
  return {.epsilon = high, .delta = delta};
}

ApproximateDp shuffled_closed_form(PureEpsilon report, std::uint64_t reports, double delta) {
  require_shuffle(report, reports, delta);
  const auto n = static_cast<long double>(reports);
  const long double epsilon = report.epsilon;
  if (!(epsilon <= std::log(n / (16 * std::log(2.0L / delta))))) {
    fail_input(fmt::format("the closed form of shuffling is not proved for {} reports of epsilon {}", reports,
                           report.epsilon));
  }
  const long double size = std::exp(epsilon);
  const long double inner = 8 * std::sqrt(size * std::log(4.0L / delta) / n) + 8 * size / n;
  return {.epsilon = formula_up(std::log1p(std::expm1(epsilon) / (size + 1) * inner)), .delta = delta};
}

PrivacyClaim amplified_by_shuffling(const PrivacyClaim& claim, std::uint64_t reports, double delta) {
  const auto* report = std::get_if<PureEpsilon>(&claim.loss);
  if (claim.model != PrivacyModel::local || !report) {
    fail_input("to shuffle amplifies local reports with a pure epsilon, nothing else");
  }
  PrivacyClaim amplified = as_central(claim);
  amplified.loss = shuffled(*report, reports, delta);
  return amplified;
}

}  // namespace sourdine
