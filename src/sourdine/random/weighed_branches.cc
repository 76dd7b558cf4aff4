#include "sourdine/random/weighed_branches.h"

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

// Weights below this share of the whole are left out of a law: less than the rounding of 100 digits.
const Exact& negligible() {
  static const Exact share("1e-110");
  return share;
}

}  // namespace

WeighedBranches::WeighedBranches(double prune_bits) : least_weight_(exp2(Exact(-prune_bits))) {}
WeighedBranches::~WeighedBranches() = default;

std::uint64_t WeighedBranches::choose(std::uint64_t last) {
  if (depth_ == stack_.size()) stack_.push_back({0, false});
  Decision& decision = stack_[depth_++];
  if (decision.outcome > last) fail_internal("a mechanism under enumeration does not depend on its source alone");
  decision.is_last = decision.outcome == last;
  return decision.outcome;
}

void WeighedBranches::take(const Exact& probability) {
  weight_ *= probability;
  if (weight_ < least_weight_) throw Pruned();
}

// Outcome 0 is false, 1 is true; a certain decision is no branch.
bool WeighedBranches::decide(const Exact& yes) {
  if (yes <= 0 || yes >= 1) return yes >= 1;
  const bool outcome = choose(1) == 1;
  take(outcome ? yes : Exact(1 - yes));
  return outcome;
}

bool WeighedBranches::bernoulli(Threshold t) { return decide(exact(t)); }

bool WeighedBranches::bernoulli(std::uint64_t numerator, std::uint64_t denominator) {
  return decide(Exact(numerator) / denominator);
}

std::uint64_t WeighedBranches::below(std::uint64_t n) {
  const std::uint64_t outcome = choose(n - 1);
  take(Exact(1) / n);
  return outcome;
}

std::uint64_t WeighedBranches::public_word() {
  fail_internal("a mechanism of the central model draws a published word");
}

bool WeighedBranches::bernoulli_exp(Wide numerator, Wide denominator) {
  return decide(exp(-Exact(numerator) / Exact(denominator)));
}

// Outcomes in the order 0, 1, −1, 2, −2, …; where the rest of them together weighs too little, all of it is cut.
std::int64_t WeighedBranches::number(const NoiseLaw& law) {
  const std::uint64_t outcome = choose(~std::uint64_t{0});
  const std::size_t magnitude = (outcome + 1) / 2;
  const bool is_negative = outcome > 0 && outcome % 2 == 0;
  Exact rest = magnitude < law.from.size() ? law.from[magnitude] : Exact(0);
  if (is_negative && magnitude < law.at.size()) rest -= law.at[magnitude];
  if (outcome > 0 && weight_ * rest < least_weight_) {
    stack_[depth_ - 1].is_last = true;
    weight_ *= rest;
    throw Pruned();
  }
  take(law.at[magnitude]);
  return is_negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
}

std::int64_t WeighedBranches::discrete_laplace(std::uint64_t t, std::uint64_t s) {
  auto& law = laws_[{false, t, s}];
  if (!law) {
    const Exact alpha = exp(-Exact(s) / t);
    auto made = std::make_unique<NoiseLaw>();
    made->at.push_back((1 - alpha) / (1 + alpha));
    made->from.emplace_back(1);
    for (Exact power = alpha; power > negligible(); power *= alpha) {
      made->at.push_back(made->at.front() * power);
      made->from.push_back(2 * power / (1 + alpha));
    }
    law = std::move(made);
  }
  return number(*law);
}

std::int64_t WeighedBranches::discrete_gaussian(std::uint64_t numerator, std::uint64_t denominator) {
  auto& law = laws_[{true, numerator, denominator}];
  if (!law) {
    const Exact twice_variance = Exact(2) * numerator / denominator;
    auto made = std::make_unique<NoiseLaw>();
    made->at.emplace_back(1);
    for (std::uint64_t x = 1; made->at.back() > negligible(); ++x) {
      made->at.push_back(exp(-Exact(x) * x / twice_variance));
    }
    made->from.resize(made->at.size());
    Exact sum = 0;
    for (std::size_t x = made->at.size(); x-- > 1;) made->from[x] = sum += 2 * made->at[x];
    const Exact whole = 1 + sum;
    for (Exact& weight : made->at) weight /= whole;
    for (Exact& tail : made->from) tail /= whole;
    made->from.front() = 1;
    law = std::move(made);
  }
  return number(*law);
}

bool WeighedBranches::advance() {
  stack_.resize(depth_);
  while (!stack_.empty() && stack_.back().is_last) stack_.pop_back();
  if (stack_.empty()) return false;
  ++stack_.back().outcome;
  return true;
}

}  // namespace sourdine
