// partition-selection: which places may be named at all, when the list of places is not public.
//
// What:         keeps a place that n people have with probability π(n), drops it otherwise; π(0) = 0. The probabilities
//               are the largest that (ε, δ) allows: no private rule keeps a place of n people more often.
// In, out:      the number of people in one place; kept or dropped. A person is counted in at most `places` places:
//               bound that before counting.
// Probabilities: π(n+1) = min(e^ε'·π(n) + δ', 1 − e^−ε'·(1 − π(n) − δ'), 1) with ε' = ε/places, δ' = δ/places; as whole
//               numbers of 1/2^64, each rounded down from the one before, so that the inequalities hold exactly.
// Loss:         (ε, δ): `places` times (ε', δ').
// Neighbours:   add or remove one person.
// Cost:         O(1) a place; the table has about 2·ln(1/δ')/ε' entries.
// When:         before counts of free text, of communes met once, of anything that nobody listed beforehand. What is
//               kept is public from then on, and is counted with a budget of its own.
// Reference:    Desfontaines, Voss, Gipson, Mandayam, Differentially private partition selection, PoPETs 2022 (1).
#pragma once

#include <cstdint>
#include <vector>

#include "sourdine/privacy/exact_epsilon.h"
#include "sourdine/privacy/loss_kinds.h"
#include "sourdine/random/random.h"

namespace sourdine {

class PartitionSelection {
 public:
  // Throws Error(bad_input) unless ε/places is from 0.001 to 1000, places from 1 to 10^6 and δ/places from 2^−60 to
  // below 1.
  PartitionSelection(ExactEpsilon epsilon, double delta, std::uint64_t places);

  template <Chance C>
  bool keep(C& chance, std::uint64_t people) const {
    if (people == 0) return false;
    if (people > thresholds_.size()) return true;
    return chance.bernoulli(thresholds_[people - 1]);
  }

  // π(1) …; the place is kept for certain by more people than this has entries.
  const std::vector<Threshold>& thresholds() const { return thresholds_; }
  ApproximateDp loss() const { return {epsilon_.value(), delta_}; }

 private:
  ExactEpsilon epsilon_;
  double delta_;
  std::vector<Threshold> thresholds_;
};

}  // namespace sourdine
