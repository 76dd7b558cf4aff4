#include "sourdine/privacy/distribution/loss_distribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "sourdine/base/error.h"
#include "sourdine/base/wide.h"
#include "sourdine/privacy/distribution/loss_sum.h"

namespace sourdine {
namespace {

using Product = std::vector<PairTimes>;

// How often a loss occurs, which must not wrap around.
std::uint64_t checked_times(Wide times) {
  constexpr std::uint64_t most = 1'000'000'000'000;
  if (times > most) fail_input(fmt::format("a loss can be composed at most {} times", most));
  return static_cast<std::uint64_t>(times);
}

void multiply(Product& product, const PairTimes& factor) {
  const auto same =
      std::find_if(product.begin(), product.end(), [&](const PairTimes& each) { return each.pair == factor.pair; });
  if (same == product.end()) {
    product.push_back(factor);
  } else {
    same->times = checked_times(static_cast<Wide>(same->times) + factor.times);
  }
}

void add_alternative(std::vector<Product>& alternatives, const Product& product) {
  if (std::find(alternatives.begin(), alternatives.end(), product) == alternatives.end()) {
    alternatives.push_back(product);
  }
}

// A direction for each factor.
using Directions = std::vector<Direction>;

// All that have to be looked at. Hidden samples are all of the data with somebody, or all of those without. A channel
// may be either way round beside others: p of one and q of another may belong to the same neighbour. Throws
// Error(bad_input) for very many channels.
std::vector<Directions> directions_of(const Product& product) {
  constexpr std::size_t most_sides = 6;
  std::vector<std::optional<std::size_t>> side_of(product.size());
  std::optional<std::size_t> side_of_samples;
  std::size_t sides = 0;
  for (std::size_t i = 0; i < product.size(); ++i) {
    if (is_symmetric(product[i].pair)) continue;
    if (std::holds_alternative<SampledGaussianPair>(product[i].pair)) {
      if (!side_of_samples) side_of_samples = sides++;
      side_of[i] = side_of_samples;
    } else {
      side_of[i] = sides++;
    }
  }
  if (sides > most_sides) fail_input(fmt::format("more than {} different channels are composed", most_sides));
  std::vector<Directions> all;
  for (std::size_t choice = 0; choice < std::size_t{1} << sides; ++choice) {
    Directions& one = all.emplace_back(product.size(), Direction::forward);
    for (std::size_t i = 0; i < product.size(); ++i) {
      if (side_of[i] && (choice >> *side_of[i] & 1U) != 0) one[i] = Direction::backward;
    }
  }
  return all;
}

// A product, one direction of each factor, ready to be discretised.
struct DirectedProduct {
  std::vector<LossLaw> laws;
  std::vector<std::uint64_t> times;

  DirectedProduct(const Product& product, const Directions& directions) {
    for (std::size_t i = 0; i < product.size(); ++i) {
      laws.push_back(loss_law(product[i].pair, directions[i]));
      times.push_back(product[i].times);
    }
  }
  long double steps() const {
    long double sum = 0;
    for (const std::uint64_t each : times) sum += static_cast<long double>(each);
    return sum;
  }
};

// The root mean square of the losses' standard deviations, each from a coarse lattice.
double typical_deviation(const DirectedProduct& product, long double tail) {
  long double variance = 0;
  for (std::size_t i = 0; i < product.laws.size(); ++i) {
    const LossRange range = loss_range(product.laws[i], tail);
    const long double width = range.high - range.low;
    if (!(width > 0)) continue;
    const LossMasses coarse = discretized(product.laws[i], static_cast<double>(width / 400), tail).above;
    long double sum = 0;
    long double first = 0;
    long double second = 0;
    for (std::size_t k = 0; k < coarse.masses.size(); ++k) {
      const auto place = static_cast<long double>(k);
      sum += coarse.masses[k];
      first += coarse.masses[k] * place;
      second += coarse.masses[k] * place * place;
    }
    const long double mean = first / sum;
    variance += static_cast<long double>(product.times[i]) * std::max(0.0L, second / sum - mean * mean) * coarse.step *
                coarse.step;
  }
  return static_cast<double>(std::sqrt(variance / product.steps()));
}

// Atoms of the law that counts most are on the lattice: a lower bound cannot divide an atom. The step hardly changes.
double aligned_step(const DirectedProduct& product, double step) {
  double heaviest = 0;
  double span = 0;
  for (std::size_t i = 0; i < product.laws.size(); ++i) {
    if (product.laws[i].atoms.size() != 2) continue;
    const auto distance = static_cast<double>(product.laws[i].atoms.back().loss - product.laws[i].atoms.front().loss);
    const double weight = static_cast<double>(product.times[i]) * distance;
    if (distance >= 4 * step && weight > heaviest) {
      heaviest = weight;
      span = distance;
    }
  }
  return span > 0 ? span / std::ceil(span / step) : step;
}

double first_step(const DirectedProduct& product, long double tail, double accuracy) {
  // Only randomised responses of one ε: their two atoms are the lattice.
  if (product.laws.size() == 1 && !product.laws.front().tails && product.laws.front().atoms.size() <= 2) {
    const std::vector<LossAtom>& atoms = product.laws.front().atoms;
    const auto distance = static_cast<double>(atoms.empty() ? 0 : atoms.back().loss - atoms.front().loss);
    return distance > 0 ? distance : 1;
  }
  // A lattice of step s adds at most s² / 4 to the variance of a loss, and about s² / 6 to that of a smooth one: this
  // step leaves room for what else widens the gap.
  const double deviation = typical_deviation(product, tail);
  return deviation > 0 ? aligned_step(product, deviation * std::min(0.25, std::sqrt(accuracy / 5))) : 1;
}

struct Brackets {
  std::vector<LossBracket> each;
  std::vector<LossSummand> above;
  std::vector<LossSummand> below;

  Brackets(const DirectedProduct& product, double step, long double tail) {
    for (const LossLaw& law : product.laws) each.push_back(discretized(law, step, tail));
    for (std::size_t i = 0; i < each.size(); ++i) {
      above.push_back({.masses = &each[i].above, .times = product.times[i]});
      below.push_back({.masses = &each[i].below, .times = product.times[i]});
    }
  }
};

struct Solution {
  LossBounds bounds;
  std::size_t points = 0;  // of the larger window
};

// Whether a finer lattice is worth it: not when the bounds are close enough, when the last refinement did not help
// (what is between them is then what rounding may have done), or when it would take long and they are nearly so.
bool is_worth_refining(double gap, double gap_before, double accuracy, double next_points) {
  constexpr double many_points = 1 << 18;
  constexpr double too_many_points = 1 << 21;
  if (!(gap > accuracy) || gap > 0.8 * gap_before || next_points > too_many_points) return false;
  return gap > 4 * accuracy || next_points <= many_points;
}

// Bounds of one product: the worst directions; finer lattices until both bounds agree. The accuracy of an answer below
// `small_answer` is that of one that is.
template <typename Solve>
LossBounds refined(const Product& product, long double tail, double accuracy, double small_answer, const Solve& solve) {
  LossBounds worst;
  bool is_first = true;
  for (const Directions& directions : directions_of(product)) {
    const DirectedProduct directed(product, directions);
    const long double tail_each = tail / directed.steps();
    // The directions that come later are often seen to be the better ones on a coarse lattice.
    const double coarse = is_first ? accuracy : 16 * accuracy;
    is_first = false;
    double step = first_step(directed, tail_each, coarse);
    LossBounds best{.lower = 0, .upper = std::numeric_limits<double>::infinity()};
    double gap_before = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 8; ++round) {
      const Solution found = solve(Brackets(directed, step, tail_each));
      best = {.lower = std::max(best.lower, found.bounds.lower), .upper = std::min(best.upper, found.bounds.upper)};
      const double gap = (best.upper - best.lower) / std::max(best.upper, small_answer);
      const double finer = std::clamp(0.8 * std::sqrt(accuracy / gap), 0.125, 0.5);
      if (best.upper <= worst.lower) break;
      if (!is_worth_refining(gap, gap_before, accuracy, static_cast<double>(found.points) / finer)) break;
      gap_before = gap;
      step = aligned_step(directed, step * finer);
    }
    worst = {.lower = std::max(worst.lower, best.lower), .upper = std::max(worst.upper, best.upper)};
  }
  return worst;
}

template <typename OfProduct>
LossBounds worst_of(const std::vector<Product>& alternatives, const OfProduct& of_product) {
  LossBounds worst;
  for (const Product& product : alternatives) {
    if (product.empty()) continue;
    const LossBounds found = of_product(product);
    worst = {.lower = std::max(worst.lower, found.lower), .upper = std::max(worst.upper, found.upper)};
  }
  return worst;
}

// Of the δ asked for, what is given away at the ends of the lattice.
constexpr long double tail_share = 1e-6L;

}  // namespace

PrivacyLossDistribution::PrivacyLossDistribution(const DominatingPair& pair, std::uint64_t times)
    : alternatives_{{{.pair = pair, .times = times}}} {
  require_valid(pair);
  checked_times(times);
  if (times == 0) alternatives_ = {{}};
}

PrivacyLossDistribution compose(const PrivacyLossDistribution& a, const PrivacyLossDistribution& b) {
  PrivacyLossDistribution both;
  both.alternatives_.clear();
  for (const Product& of_a : a.alternatives_) {
    for (const Product& of_b : b.alternatives_) {
      Product product = of_a;
      for (const PairTimes& factor : of_b) multiply(product, factor);
      add_alternative(both.alternatives_, product);
    }
  }
  return both;
}

PrivacyLossDistribution either(const PrivacyLossDistribution& a, const PrivacyLossDistribution& b) {
  PrivacyLossDistribution worst = a;
  for (const Product& product : b.alternatives_) add_alternative(worst.alternatives_, product);
  return worst;
}

PrivacyLossDistribution PrivacyLossDistribution::grouped(std::uint64_t size) const {
  if (size == 0) fail_input("a group has at least one member: the bound on contributions must not be 0");
  PrivacyLossDistribution group = *this;
  for (Product& product : group.alternatives_) {
    for (PairTimes& factor : product) factor.pair = group_pair(factor.pair, size);
  }
  return group;
}

PrivacyLossDistribution PrivacyLossDistribution::repeated(std::uint64_t times) const {
  if (times == 0) return {};
  PrivacyLossDistribution result = *this;
  for (Product& product : result.alternatives_) {
    for (PairTimes& factor : product) factor.times = checked_times(static_cast<Wide>(factor.times) * times);
  }
  return result;
}

LossBounds PrivacyLossDistribution::epsilon_at(double delta, double accuracy) const {
  if (!(delta > 0 && delta < 1)) fail_input(fmt::format("delta must lie between 0 and 1, not {}", delta));
  return worst_of(alternatives_, [&](const Product& product) {
    return refined(product, delta * tail_share, accuracy, 1e-3, [&](const Brackets& brackets) {
      const LossSum below = LossSum::for_delta(brackets.below, delta);
      const LossSum above = LossSum::for_delta(brackets.above, delta);
      return Solution{.bounds = {.lower = below.epsilon_below(delta), .upper = above.epsilon_above(delta)},
                      .points = std::max(below.points(), above.points())};
    });
  });
}

LossBounds PrivacyLossDistribution::delta_at(double epsilon, double accuracy) const {
  if (!(epsilon >= 0 && std::isfinite(epsilon))) {
    fail_input(fmt::format("epsilon must be a number that is not negative, not {}", epsilon));
  }
  return worst_of(alternatives_, [&](const Product& product) {
    return refined(product, 1e-18L, accuracy, 1e-15, [&](const Brackets& brackets) {
      const LossSum below = LossSum::for_epsilon(brackets.below, epsilon);
      const LossSum above = LossSum::for_epsilon(brackets.above, epsilon);
      return Solution{.bounds = {.lower = below.delta_below(epsilon), .upper = above.delta_above(epsilon)},
                      .points = std::max(below.points(), above.points())};
    });
  });
}

}  // namespace sourdine
