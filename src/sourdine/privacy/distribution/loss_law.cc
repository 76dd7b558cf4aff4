#include "sourdine/privacy/distribution/loss_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sourdine {
namespace {

// P(Z > z) and P(Z ≤ z) of a standard normal Z: the smaller by the error function, the other from it.
struct NormalTails {
  long double above = 0;
  long double below = 0;

  explicit NormalTails(long double z) {
    const long double smaller = std::erfc(std::abs(z) / std::numbers::sqrt2_v<long double>) / 2;
    above = z > 0 ? smaller : 1 - smaller;
    below = z > 0 ? 1 - smaller : smaller;
  }
};

LossLaw response_law(const ResponsePair& pair) {
  const long double epsilon = pair.epsilon;
  const long double told = pair.delta;
  const long double truth = 1 / (1 + std::exp(-epsilon));
  LossLaw law;
  law.infinite = told;
  if (epsilon > 0) law.atoms.push_back({.loss = -epsilon, .p = (1 - told) * std::exp(-epsilon) * truth});
  law.atoms.push_back({.loss = epsilon, .p = epsilon > 0 ? (1 - told) * truth : 1 - told});
  return law;
}

// P is Laplace at 0, Q at 1, in units of the sensitivity: the loss is ε below 0, −ε above 1, and linear in between.
LossLaw laplace_law(const LaplacePair& pair) {
  const long double epsilon = pair.epsilon;
  LossLaw law;
  law.atoms = {{.loss = -epsilon, .p = std::exp(-epsilon) / 2}, {.loss = epsilon, .p = 0.5L}};
  law.tails = [epsilon](long double t) {
    const long double at = std::clamp(t, -epsilon, epsilon);
    return LossTails{.p_above = -std::expm1((at - epsilon) / 2) / 2,
                     .q_above = std::exp(-epsilon) * std::expm1((epsilon - at) / 2) / 2,
                     .p_below = std::exp(-epsilon) * std::expm1((epsilon + at) / 2) / 2,
                     .q_below = -std::expm1(-(epsilon + at) / 2) / 2};
  };
  return law;
}

LossLaw gaussian_law(const GaussianPair& pair) {
  const long double shift = pair.shift;
  LossLaw law;
  law.tails = [shift](long double t) {
    const NormalTails p(t / shift - shift / 2);
    const NormalTails q(t / shift + shift / 2);
    return LossTails{.p_above = p.above, .q_above = q.above, .p_below = p.below, .q_below = q.below};
  };
  return law;
}

// Forward: P is the mixture (someone is there), Q is N(0, σ²). The loss ln(1 − q + q e^{(2x − 1) / 2σ²}) rises in x.
LossLaw sampled_gaussian_law(const SampledGaussianPair& pair, Direction direction) {
  const long double rate = pair.rate;
  const long double sigma = pair.noise;
  const auto mixture_tails = [rate, sigma](long double t) {  // at the x where the loss of the forward direction is t
    const long double share = (std::expm1(t) + rate) / rate;
    if (!(share > 0)) return LossTails{.p_above = 1, .q_above = 1};
    const long double x = 0.5L + sigma * sigma * std::log(share);
    const NormalTails out(x / sigma);
    const NormalTails in((x - 1) / sigma);
    return LossTails{.p_above = (1 - rate) * out.above + rate * in.above,
                     .q_above = out.above,
                     .p_below = (1 - rate) * out.below + rate * in.below,
                     .q_below = out.below};
  };
  LossLaw law;
  if (direction == Direction::forward) {
    law.tails = mixture_tails;
  } else {
    law.tails = [mixture_tails](long double t) {
      const LossTails mirrored = mixture_tails(-t);
      return LossTails{.p_above = mirrored.q_below,
                       .q_above = mirrored.p_below,
                       .p_below = mirrored.q_above,
                       .q_below = mirrored.p_above};
    };
  }
  return law;
}

LossLaw finite_law(const FinitePair& pair, Direction direction) {
  const std::vector<double>& p = direction == Direction::forward ? pair.p : pair.q;
  const std::vector<double>& q = direction == Direction::forward ? pair.q : pair.p;
  LossLaw law;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] == 0) continue;
    if (q[i] == 0) {
      law.infinite += p[i];
    } else {
      law.atoms.push_back({.loss = std::log(static_cast<long double>(p[i]) / q[i]), .p = p[i]});
    }
  }
  std::sort(law.atoms.begin(), law.atoms.end(), [](const LossAtom& a, const LossAtom& b) { return a.loss < b.loss; });
  return law;
}

struct MakeLaw {
  Direction direction;

  LossLaw operator()(const ResponsePair& pair) const { return response_law(pair); }
  LossLaw operator()(const LaplacePair& pair) const { return laplace_law(pair); }
  LossLaw operator()(const GaussianPair& pair) const { return gaussian_law(pair); }
  LossLaw operator()(const SampledGaussianPair& pair) const { return sampled_gaussian_law(pair, direction); }
  LossLaw operator()(const FinitePair& pair) const { return finite_law(pair, direction); }
};

}  // namespace

LossLaw loss_law(const DominatingPair& pair, Direction direction) {
  require_valid(pair);
  return std::visit(MakeLaw{direction}, pair);
}

}  // namespace sourdine
