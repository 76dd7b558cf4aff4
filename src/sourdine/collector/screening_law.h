// Upper bounds of tails, for screening: what is computed is never below the probability, whatever the number of
// reports. They are proven, not asymptotic, and cost O(1) per number. Internal to screening.
//
//   Binomial tails, and those of means of independent numbers in [0, 1]: e^(−n·kl(x/n ‖ p)), kl the divergence of two
//     coins (Chernoff; Hoeffding, Probability inequalities for sums of bounded random variables, JASA 1963, theorem 1).
//     Also of sums of n independent bits each of which is 1 with probability at most p (upper tail) or at least p
//     (lower tail).
//   Sums of two binomials: Chernoff's bound with the exact generating function.
//   Histograms of n independent draws from a law of B bins: the divergence D of the observed shares from the law has
//     Pr[n·D ≥ t] ≤ e^(−t)·(e·t/(B−1))^(B−1) for t > B−1 (Agrawal, Finite-sample concentration of the multinomial in
//     relative entropy, IEEE Transactions on Information Theory 2020); and every bin is a binomial. The smaller of the
//     two, doubled.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sourdine {

// Pr[X ≥ x] and Pr[X ≤ x] of a binomial with n and p, 0 ≤ x ≤ n; 1 on the near side of the mean.
double binomial_at_least(double n, double p, double x);
double binomial_at_most(double n, double p, double x);

struct TwoBinomials {
  double n1, p1, n2, p2;

  double mean() const { return n1 * p1 + n2 * p2; }
  double variance() const { return n1 * p1 * (1 - p1) + n2 * p2 * (1 - p2); }
  // 0 ≤ x ≤ n1 + n2; 1 on the near side of the mean.
  double at_least(double x) const;
  double at_most(double x) const;
};

// Of a histogram as far from the law as this one, or farther. `law`: shares that add up to 1, as many as counts.
double histogram_bound(std::span<const double> law, std::span<const std::uint64_t> counts);

// Numbers of ones in few bins: 0, 1 … k each by itself, or for many bits stretches of equal width around the mean and
// all beyond at the two ends.
class OnesLaw {
 public:
  static constexpr std::size_t max_bins = 64;

  // Of `bits` ≥ 1 independent bits, one of which is 1 with probability `yes` and all others with `no`.
  OnesLaw(std::uint64_t bits, double yes, double no);

  std::size_t bin(std::uint64_t ones) const {
    if (ones < low_) return 0;
    const std::uint64_t stretch = 1 + (width_ == 1 ? ones - low_ : (ones - low_) / width_);
    return stretch < law_.size() ? static_cast<std::size_t>(stretch) : law_.size() - 1;
  }
  const std::vector<double>& law() const { return law_; }
  std::string name(std::size_t bin) const;  // "5 ones", "12 to 15 ones", "at least 90 ones"

 private:
  std::uint64_t bits_;
  std::uint64_t low_ = 1, width_ = 1;  // bin 0 is below low_
  std::vector<double> law_;
};

}  // namespace sourdine
