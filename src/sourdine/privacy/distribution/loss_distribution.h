// PrivacyLossDistribution: what several mechanisms together tell, as the dominating pairs they are made of. Composition
// only remembers; ε and δ are computed when they are asked for, on a lattice as fine as the answer needs.
//
// Bounds: the upper one is never below the exact ε(δ) of the composed pairs, the lower one never above (discretize.h,
// loss_sum.h say why); the lattice is made finer until they are within `accuracy` of each other, or that does not help
// any more, or takes long when they are nearly that close. The lower bound says how much is lost by computing; it
// promises nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "sourdine/privacy/distribution/dominating_pair.h"

namespace sourdine {

struct PairTimes {
  DominatingPair pair;
  std::uint64_t times = 1;
  friend bool operator==(const PairTimes&, const PairTimes&) = default;
};

struct LossBounds {
  double lower = 0;
  double upper = 0;
};

class PrivacyLossDistribution {
 public:
  // Nothing is told: the neutral element of composition.
  PrivacyLossDistribution() : alternatives_(1) {}
  // Throws Error(bad_input) when a parameter is out of range.
  explicit PrivacyLossDistribution(const DominatingPair& pair, std::uint64_t times = 1);

  // One after another, each on the same units (Zhu, Dong, Wang 2022, Thm. 10).
  friend PrivacyLossDistribution compose(const PrivacyLossDistribution& a, const PrivacyLossDistribution& b);
  // Each on units of its own: the worst of them counts, whatever else is composed with it.
  friend PrivacyLossDistribution either(const PrivacyLossDistribution& a, const PrivacyLossDistribution& b);
  // Inputs that differ in `size` units. Throws Error(bad_input): see group_pair().
  PrivacyLossDistribution grouped(std::uint64_t size) const;
  PrivacyLossDistribution repeated(std::uint64_t times) const;

  // The smallest ε that goes with δ, 0 < δ < 1. `upper` is infinite when what is told outright exceeds δ.
  LossBounds epsilon_at(double delta, double accuracy = default_accuracy) const;
  // The smallest δ that goes with ε ≥ 0.
  LossBounds delta_at(double epsilon, double accuracy = default_accuracy) const;

  static constexpr double default_accuracy = 1e-3;  // of the answer; most are ten times closer

  // The worst of these counts; each is a product of pairs.
  const std::vector<std::vector<PairTimes>>& alternatives() const { return alternatives_; }

  friend bool operator==(const PrivacyLossDistribution&, const PrivacyLossDistribution&) = default;

 private:
  std::vector<std::vector<PairTimes>> alternatives_;
};

}  // namespace sourdine
