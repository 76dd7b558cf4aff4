#include "sourdine/random/branches.h"

#include <cmath>

namespace sourdine {

std::uint64_t Branches::choose(std::uint64_t first, std::uint64_t last) {
  if (depth_ == stack_.size()) stack_.push_back({first, last});
  return stack_[depth_++].outcome;
}

void Branches::take(Fraction probability) {
  path_.push_back(probability);
  const double denominator = probability.denominator == 0 ? 0x1p64 : static_cast<double>(probability.denominator);
  bits_ -= std::log2(static_cast<double>(probability.numerator) / denominator);
  if (bits_ > options_.prune_bits) throw Pruned();
}

bool Branches::bernoulli(Threshold t) {
  // Outcome 0 is false, 1 is true; with t = 0 only false can happen (true is never certain: t/2^64 < 1).
  const std::uint64_t outcome = choose(0, t.numerator == 0 ? 0 : 1);
  if (t.numerator != 0) {
    take({outcome == 1 ? t.numerator : std::uint64_t{0} - t.numerator, 0});
  }
  return outcome == 1;
}

std::uint64_t Branches::below(std::uint64_t n) {
  const std::uint64_t outcome = choose(0, n - 1);
  if (n > 1) take({1, n});
  return outcome;
}

std::uint64_t Branches::public_word() {
  const std::uint64_t index = choose(0, options_.public_words - 1);
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
