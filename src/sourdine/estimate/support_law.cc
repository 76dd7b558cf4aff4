#include "sourdine/estimate/support_law.h"

#include <algorithm>
#include <vector>

#include "sourdine/estimate/binomial_law.h"

namespace sourdine {
namespace {

// The law of n reports, some of which support the value with probability `to` and the others with `from`.
class ExchangedLaw {
 public:
  ExchangedLaw(std::uint64_t n, double from, double to)
      : n_(n), from_(from), to_(to), mass_(n + 1), window_(window_of(0)) {
    const BinomialLaw start = binomial_law(n, from);
    std::copy(start.mass.begin(), start.mass.end(), mass_.begin() + offset(start.first));
  }

  // One more report of probability `to` in the place of one of probability `from`.
  void exchange() {
    const LikelyNumbers next = window_of(++exchanged_);
    const LikelyNumbers both{std::min(window_.first, next.first), std::max(window_.last, next.last)};
    if (from_ <= 0.5) {
      exchange_upward(both);
    } else {
      exchange_downward(both);
    }
    std::fill(mass_.begin() + offset(both.first), mass_.begin() + offset(next.first), 0.0);
    std::fill(mass_.begin() + offset(next.last + 1), mass_.begin() + offset(both.last + 1), 0.0);
    window_ = next;
  }

  std::size_t first() const { return window_.first; }
  std::span<const double> mass() const {
    return std::span(mass_).subspan(window_.first, window_.last + 1 - window_.first);
  }

 private:
  static std::ptrdiff_t offset(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

  LikelyNumbers window_of(std::uint64_t exchanged) const {
    const auto n = static_cast<double>(n_);
    const auto done = static_cast<double>(exchanged);
    return likely_numbers(n_, (n - done) * from_ + done * to_,
                          (n - done) * from_ * (1 - from_) + done * to_ * (1 - to_));
  }

  // The law without one report of probability p: r(c) = (m(c) − p·r(c − 1))/(1 − p), upward when p ≤ 1/2, so that each
  // error is multiplied by p/(1 − p) ≤ 1 on its way; downward otherwise.
  void exchange_upward(LikelyNumbers both) {
    const double scale = 1 / (1 - from_);
    double before = 0;
    for (std::size_t c = both.first; c <= both.last; ++c) {
      const double here = (mass_[c] - from_ * before) * scale;
      mass_[c] = std::max(0.0, (1 - to_) * here + to_ * before);
      before = here;
    }
  }
  void exchange_downward(LikelyNumbers both) {
    const double scale = 1 / from_;
    double here = 0;
    for (std::size_t c = both.last + 1; c-- > both.first;) {
      const double before = (mass_[c] - (1 - from_) * here) * scale;
      mass_[c] = std::max(0.0, (1 - to_) * here + to_ * before);
      here = before;
    }
  }

  std::uint64_t n_;
  double from_, to_;
  std::uint64_t exchanged_ = 0;
  std::vector<double> mass_;
  LikelyNumbers window_;
};

}  // namespace

void for_each_support_law(const Support& support, std::uint64_t n,
                          const std::function<void(const SupportLaw&)>& visit) {
  const bool starts_without_holders = support.no * (1 - support.no) <= support.yes * (1 - support.yes);
  ExchangedLaw law(n, starts_without_holders ? support.no : support.yes,
                   starts_without_holders ? support.yes : support.no);
  for (std::uint64_t exchanged = 0;; ++exchanged) {
    visit({.holders = starts_without_holders ? exchanged : n - exchanged, .first = law.first(), .mass = law.mass()});
    if (exchanged == n) return;
    law.exchange();
  }
}

}  // namespace sourdine
