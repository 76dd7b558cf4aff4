#include "sourdine/random/branches.h"

#include <cmath>

#include "sourdine/base/error.h"

namespace sourdine {

std::uint64_t Branches::choose(std::uint64_t last) {
  if (depth_ == stack_.size()) stack_.push_back({0, last});
  if (stack_[depth_].last != last) {
    fail_internal("a randomiser under enumeration does not depend on its source alone");
  }
  return stack_[depth_++].outcome;
}

void Branches::take(Fraction probability) {
  path_.push_back(probability);
  const double denominator = probability.denominator == 0 ? 0x1p64 : static_cast<double>(probability.denominator);
  bits_ -= std::log2(static_cast<double>(probability.numerator) / denominator);
  if (bits_ > options_.prune_bits) throw Pruned();
}

// Outcome 0 is false, 1 is true; a certain decision is no branch.
bool Branches::decide(std::uint64_t yes, std::uint64_t no, std::uint64_t denominator) {
  if (yes == 0 || no == 0) return no == 0;
  const bool outcome = choose(1) == 1;
  take({outcome ? yes : no, denominator});
  return outcome;
}

bool Branches::bernoulli(Threshold t) {
  if (t.numerator == 0) return false;  // 2^64 − 0 would not fit
  return decide(t.numerator, std::uint64_t{0} - t.numerator, 0);
}

bool Branches::bernoulli(std::uint64_t numerator, std::uint64_t denominator) {
  return decide(numerator, denominator - numerator, denominator);
}

std::uint64_t Branches::below(std::uint64_t n) {
  const std::uint64_t outcome = choose(n - 1);
  if (n > 1) take({1, n});
  return outcome;
}

std::uint64_t Branches::public_word() {
  drew_public_word_ = true;
  const std::uint64_t index = choose(options_.public_words - 1);
  if (options_.public_words > 1) take({1, options_.public_words});
  // SplitMix64's finaliser: words that look unrelated, the same in every run.
  std::uint64_t z = (index + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

bool Branches::advance() {
  stack_.resize(depth_);
  while (!stack_.empty() && stack_.back().outcome == stack_.back().last) stack_.pop_back();
  if (stack_.empty()) return false;
  ++stack_.back().outcome;
  return true;
}

}  // namespace sourdine
