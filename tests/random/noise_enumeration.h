// The exact law of a noise sampler, by running its own code on every outcome of one round.
//
// The samplers reject and start again in independent, identical rounds, so their law is that of a first round that
// ends. RoundBranches stops where a second round begins, and takes each Bernoulli(e^−γ) as one decision (that function
// has its own enumeration in bernoulli_test.cc), which makes 10 digits affordable.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "sourdine/random/branches.h"
#include "sourdine/random/random.h"
#include "support/enumeration.h"

namespace sourdine::testing {

class RoundBranches {
 public:
  struct Restart {};

  explicit RoundBranches(Branches& branches) : branches_(branches) {}

  bool bernoulli(Threshold t) { return branches_.bernoulli(t); }
  bool bernoulli(std::uint64_t numerator, std::uint64_t denominator) {
    return branches_.bernoulli(numerator, denominator);
  }
  // A round draws the remainder, then the sign; a third draw belongs to the next round.
  std::uint64_t below(std::uint64_t n) {
    if (++draws_ == 3) throw Restart();
    return branches_.below(n);
  }
  std::uint64_t public_word() { return branches_.public_word(); }

  bool bernoulli_exp(double gamma) {
    const bool is_first = !std::exchange(remainder_tested_, true);
    if (gamma == 0) return true;
    const bool outcome = branches_.bernoulli(1, 2);
    weight_ *= 2 * (outcome ? std::exp(-gamma) : -std::expm1(-gamma));
    if (is_first && !outcome) throw Restart();  // the remainder was refused
    return outcome;
  }

  double probability() const { return weight_ * path_probability<double>(branches_.path()); }

 private:
  Branches& branches_;
  double weight_ = 1;
  int draws_ = 0;
  bool remainder_tested_ = false;
};

// Found by argument-dependent lookup, before the template of random/bernoulli.h.
inline bool bernoulli_exp(RoundBranches& chance, Wide numerator, Wide denominator) {
  return chance.bernoulli_exp(static_cast<double>(numerator) / static_cast<double>(denominator));
}

// Law of sample(chance), up to the e^−45 or so that pruning leaves out.
template <class Sample>
std::map<std::int64_t, double> enumerate_noise(Sample sample) {
  std::map<std::int64_t, double> law;
  double total = 0;
  Branches({.public_words = 1, .prune_bits = 50}).explore([&](Branches& branches) {
    RoundBranches chance(branches);
    try {
      const std::int64_t x = sample(chance);
      law[x] += chance.probability();
      total += chance.probability();
    } catch (const RoundBranches::Restart&) {
    }
  });
  for (auto& [x, probability] : law) probability /= total;
  return law;
}

}  // namespace sourdine::testing
