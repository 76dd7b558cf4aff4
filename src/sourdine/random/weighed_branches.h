// WeighedBranches: a Chance that visits every outcome, for mechanisms whose probabilities are powers of e. Internal
// (third-party type); Branches, on fractions alone, is for all others.
//
// Bernoulli(e^−γ), discrete Laplace and discrete Gaussian numbers are single decisions here, weighed by their laws in
// 100 digits; that the samplers' own code has these laws is shown by enumeration in tests/random. explore(body) calls
// body(branches) once per sequence of outcomes; weight() is the probability of the sequence. Where what is left of a
// path weighs less than 2^−prune_bits it is cut, and its weight (of a number that is unbounded: the whole tail) is
// added to cut_mass(), so that what is concluded from the visited outcomes stays a rigorous bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "sourdine/base/wide.h"
#include "sourdine/random/exact.h"
#include "sourdine/random/threshold.h"

namespace sourdine {

class WeighedBranches {
 public:
  explicit WeighedBranches(double prune_bits = 60);
  ~WeighedBranches();
  WeighedBranches(const WeighedBranches&) = delete;
  WeighedBranches& operator=(const WeighedBranches&) = delete;

  template <class Body>
  void explore(Body&& body) {
    stack_.clear();
    cut_mass_ = 0;
    do {
      depth_ = 0;
      weight_ = 1;
      try {
        body(*this);
      } catch (const Pruned&) {
        cut_mass_ += weight_;
      }
    } while (advance());
  }

  bool bernoulli(Threshold t);
  bool bernoulli(std::uint64_t numerator, std::uint64_t denominator);
  std::uint64_t below(std::uint64_t n);
  [[noreturn]] std::uint64_t public_word();  // Error(internal): mechanisms of the central model publish no coins
  bool bernoulli_exp(Wide numerator, Wide denominator);
  // Of a probability that is no fraction; the sampler that it stands for is that of random/real_bernoulli.h.
  bool bernoulli_real(const Exact& probability) { return decide(probability); }
  std::int64_t discrete_laplace(std::uint64_t t, std::uint64_t s);
  std::int64_t discrete_gaussian(std::uint64_t numerator, std::uint64_t denominator);

  const Exact& weight() const { return weight_; }
  const Exact& cut_mass() const { return cut_mass_; }

 private:
  struct Pruned : std::exception {};
  struct Decision {
    std::uint64_t outcome;
    bool is_last;  // no other outcome comes after it
  };
  // A symmetric law on whole numbers: Pr[X = ±m], and Pr[|X| ≥ m].
  struct NoiseLaw {
    std::vector<Exact> at, from;
  };

  std::uint64_t choose(std::uint64_t last);
  bool decide(const Exact& yes);
  void take(const Exact& probability);
  std::int64_t number(const NoiseLaw& law);
  bool advance();

  Exact least_weight_;
  std::vector<Decision> stack_;
  std::size_t depth_ = 0;
  Exact weight_ = 1;
  Exact cut_mass_ = 0;
  std::map<std::tuple<bool, std::uint64_t, std::uint64_t>, std::unique_ptr<const NoiseLaw>> laws_;
};

// Found by argument-dependent lookup, before the templates of bernoulli.h, discrete_laplace.h and discrete_gaussian.h.
inline bool bernoulli_exp(WeighedBranches& chance, Wide numerator, Wide denominator) {
  return chance.bernoulli_exp(numerator, denominator);
}
inline std::int64_t sample_discrete_laplace(WeighedBranches& chance, std::uint64_t t, std::uint64_t s) {
  return chance.discrete_laplace(t, s);
}
inline std::int64_t sample_discrete_gaussian(WeighedBranches& chance, std::uint64_t numerator,
                                             std::uint64_t denominator) {
  return chance.discrete_gaussian(numerator, denominator);
}

}  // namespace sourdine
