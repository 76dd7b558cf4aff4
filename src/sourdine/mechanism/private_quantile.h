// private-quantile: a bound that about a given share of people do not exceed, chosen privately.
//
// What:         scores every candidate c by −|d·#{people: x ≤ c} − n·people|, n/d being the share, and chooses by
//               permute-and-flip.
// In, out:      a whole number per person (how many events they have); one of the candidates 1 … most.
// Probabilities: permute_and_flip.h, on integers.
// Loss:         pure ε.
// Sensitivity:  one person more changes a score by d − n or by n: Δ = max(n, d − n). Replaced: by d.
// Accuracy:     with probability 1 − β the chosen candidate's rank is off by at most (2Δ/(d·ε))·ln(most/β) people.
// Cost:         O(people + most).
// When:         to choose max_events: how many events a person may have in a release, when nobody knows beforehand.
// Reference:    Smith, Privacy-preserving statistical estimation with optimal convergence rates, STOC 2011 (the
//               exponential mechanism on ranks); McKenna, Sheldon 2020 for the choice.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/mechanism/permute_and_flip.h"
#include "sourdine/privacy/unit.h"

namespace sourdine {

struct QuantileSpec {
  ExactEpsilon epsilon = {};
  std::uint64_t share_numerator = 19;  // 19/20: the bound of 95 % of people
  std::uint64_t share_denominator = 20;
  std::uint64_t most = 100;  // the largest candidate
  Neighbours neighbours = Neighbours::add_remove;
};

class PrivateQuantile {
 public:
  // Throws Error(bad_input) unless 0 < share < 1 with a denominator up to 1000, most is from 1 to 10^6, and ε > 0.
  explicit PrivateQuantile(const QuantileSpec& spec);

  // From the numbers of all people; those above `most` count as above every candidate.
  template <Chance C>
  std::uint64_t choose(C& chance, std::span<const std::uint64_t> numbers) const {
    return mechanism_.choose(chance, scores(numbers)) + 1;
  }

  // Of the candidates 1 … most.
  std::vector<std::int64_t> scores(std::span<const std::uint64_t> numbers) const;
  PureEpsilon loss() const { return mechanism_.loss(); }

 private:
  QuantileSpec spec_;
  PermuteAndFlip mechanism_;
};

}  // namespace sourdine
