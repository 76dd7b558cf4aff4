// Branches: a Chance that visits every outcome. It turns a randomiser's own code into its exact channel.
//
// explore(body) calls body(branches) once per sequence of outcomes, depth first by replay. During a call, path()
// holds the exact probability of the sequence as a list of fractions. Outcomes of probability zero are not visited.
// The body must depend on nothing but the outcomes: when a replay asks another question, explore throws
// Error(internal). Unbounded randomisers (rejection loops) are cut where the path's probability falls below
// 2^−prune_bits; the cut mass is added up, so that what is concluded from the visited outcomes stays a rigorous bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <vector>

#include "sourdine/random/threshold.h"

namespace sourdine {

struct Fraction {
  std::uint64_t numerator;
  std::uint64_t denominator;  // 0 means 2^64
};

class Branches {
 public:
  struct Options {
    std::uint64_t public_words = 64;  // how many published words (hash seeds) to try: a fixed, spread-out list
    double prune_bits = 1e9;          // never prune by default
  };

  Branches() : Branches(Options{}) {}
  explicit Branches(Options options) : options_(options) {}

  template <class Body>
  void explore(Body&& body) {
    stack_.clear();
    cut_.clear();
    drew_public_word_ = false;
    do {
      depth_ = 0;
      bits_ = 0;
      path_.clear();
      try {
        body(*this);
      } catch (const Pruned&) {
        cut_.push_back(path_);
      }
    } while (advance());
  }

  bool bernoulli(Threshold t);
  bool bernoulli(std::uint64_t numerator, std::uint64_t denominator);
  std::uint64_t below(std::uint64_t n);
  std::uint64_t public_word();

  std::span<const Fraction> path() const { return path_; }
  // The probabilities of the paths that were cut short.
  const std::vector<std::vector<Fraction>>& cut() const { return cut_; }
  // True when a published word was drawn on some path: the visited outcomes then cover the listed words only.
  bool drew_public_word() const { return drew_public_word_; }

 private:
  struct Pruned : std::exception {};
  struct Decision {
    std::uint64_t outcome;
    std::uint64_t last;  // the highest outcome that can happen
  };

  std::uint64_t choose(std::uint64_t last);
  bool decide(std::uint64_t yes, std::uint64_t no, std::uint64_t denominator);
  void take(Fraction probability);
  bool advance();

  Options options_;
  std::vector<Decision> stack_;
  std::size_t depth_ = 0;
  double bits_ = 0;
  bool drew_public_word_ = false;
  std::vector<Fraction> path_;
  std::vector<std::vector<Fraction>> cut_;
};

}  // namespace sourdine
