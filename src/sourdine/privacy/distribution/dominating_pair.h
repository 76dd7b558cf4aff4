// DominatingPair: two laws (P, Q) such that no neighbouring inputs of a mechanism can be told apart better than P from
// Q. The best test's advantage is the hockey-stick divergence δ(ε) = sup_S P(S) − e^ε Q(S), and dominating pairs of
// mechanisms that run one after another, adaptively too, dominate together as products (Zhu, Dong, Wang 2022, Thm. 10).
// Parameters are taken as the numbers they are: who rounds them must round towards the larger loss.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace sourdine {

// Every ε-DP mechanism, and with δ every (ε, δ)-DP one (Kairouz, Oh, Viswanath 2015): randomised response
// that tells its input with probability δ.
struct ResponsePair {
  double epsilon = 0;
  double delta = 0;
  friend bool operator==(const ResponsePair&, const ResponsePair&) = default;
};

// Laplace noise on one number: epsilon = sensitivity / scale. (Noise on several numbers: ResponsePair.)
struct LaplacePair {
  double epsilon = 0;
  friend bool operator==(const LaplacePair&, const LaplacePair&) = default;
};

// Gaussian noise in any dimension: shift = L2 sensitivity / σ.
struct GaussianPair {
  double shift = 0;
  friend bool operator==(const GaussianPair&, const GaussianPair&) = default;
};

// The Gaussian mechanism that is known by its ρ: shift = √(2ρ), rounded up.
GaussianPair gaussian_pair_of(double rho);

// Gaussian noise on the sum over a hidden Poisson sample; add/remove neighbours only. noise = σ / L2 sensitivity.
struct SampledGaussianPair {
  double rate = 0;
  double noise = 0;
  friend bool operator==(const SampledGaussianPair&, const SampledGaussianPair&) = default;
};

// Two laws on a finite set, outcome by outcome: a channel that was enumerated. Both add up to 1. Which of two
// neighbours p belongs to is not said: composed with others, each channel counts in the direction that is worse
// together.
struct FinitePair {
  std::vector<double> p;
  std::vector<double> q;
  friend bool operator==(const FinitePair&, const FinitePair&) = default;
};

using DominatingPair = std::variant<ResponsePair, LaplacePair, GaussianPair, SampledGaussianPair, FinitePair>;

// Losses above this are no protection, and out of the range of their exponentials.
inline constexpr double largest_pair_loss = 4000;

// Throws Error(bad_input) when a parameter is out of range: an ε above the largest loss, a shift above its root.
void require_valid(const DominatingPair& pair);

// "pure ε", "Laplace", …: for messages.
std::string name_of(const DominatingPair& pair);

// Telling P from Q is as hard as telling Q from P.
bool is_symmetric(const DominatingPair& pair);

// The pair for inputs that differ in `size` units (group privacy). Throws Error(bad_input) where no theorem of ours
// gives one: hidden samples and enumerated channels.
DominatingPair group_pair(const DominatingPair& pair, std::uint64_t size);

}  // namespace sourdine
