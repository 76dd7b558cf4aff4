#include "sourdine/estimate/support_law.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace sourdine {
namespace {

constexpr double left_out_exponent = 35;  // e^−35 < 1e−15 on each side

struct Window {
  std::size_t first, last;
};

// The law of n reports, some of which support the value with probability `to` and the others with `from`.
class ExchangedLaw {
 public:
  ExchangedLaw(std::uint64_t n, double from, double to) : n_(n), from_(from), to_(to), mass_(n + 1) {
    window_ = window_of(0);
    start_binomial();
  }

  // One more report of probability `to` in the place of one of probability `from`.
  void exchange() {
    const Window next = window_of(++exchanged_);
    const Window both{std::min(window_.first, next.first), std::max(window_.last, next.last)};
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

  // Pr[|C − mean| > t] ≤ 2·exp(−t²/(2·variance + 2t/3)).
  Window window_of(std::uint64_t exchanged) const {
    const auto n = static_cast<double>(n_);
    const auto done = static_cast<double>(exchanged);
    const double mean = (n - done) * from_ + done * to_;
    const double variance = (n - done) * from_ * (1 - from_) + done * to_ * (1 - to_);
    constexpr double third = left_out_exponent / 3;
    const double reach = third + std::sqrt(third * third + 2 * left_out_exponent * variance);
    return {static_cast<std::size_t>(std::max(0.0, std::floor(mean - reach))),
            static_cast<std::size_t>(std::min(n, std::ceil(mean + reach)))};
  }

  // Binomial(n, from): from the most likely number outwards by ratios, then scaled to 1.
  void start_binomial() {
    const auto n = static_cast<double>(n_);
    const auto mode = static_cast<std::size_t>(std::min(n, std::floor((n + 1) * from_)));
    mass_[mode] = 1;
    double sum = 1;
    for (std::size_t c = mode; c < window_.last; ++c) {
      const auto at = static_cast<double>(c);
      sum += mass_[c + 1] = mass_[c] * ((n - at) / (at + 1)) * (from_ / (1 - from_));
    }
    for (std::size_t c = mode; c > window_.first; --c) {
      const auto at = static_cast<double>(c);
      sum += mass_[c - 1] = mass_[c] * (at / (n - at + 1)) * ((1 - from_) / from_);
    }
    for (std::size_t c = window_.first; c <= window_.last; ++c) mass_[c] /= sum;
  }

  // The law without one report of probability p: r(c) = (m(c) − p·r(c − 1))/(1 − p), upward when p ≤ 1/2, so that each
  // error is multiplied by p/(1 − p) ≤ 1 on its way; downward otherwise.
  void exchange_upward(Window both) {
    const double scale = 1 / (1 - from_);
    double before = 0;
    for (std::size_t c = both.first; c <= both.last; ++c) {
      const double here = (mass_[c] - from_ * before) * scale;
      mass_[c] = std::max(0.0, (1 - to_) * here + to_ * before);
      before = here;
    }
  }
  void exchange_downward(Window both) {
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
  Window window_{};
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
