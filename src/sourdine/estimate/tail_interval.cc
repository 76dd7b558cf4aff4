#include "sourdine/estimate/tail_interval.h"

#include <algorithm>

#include "sourdine/estimate/binomial_law.h"

namespace sourdine {
namespace {

constexpr double tail_rounding = 1e-12;  // more than all rounding: what lies this near to the edge is in

// Pr[A + B ≤ c].
double sum_at_most(const BinomialLaw& a, const BinomialLaw& b, std::uint64_t c) {
  double tail = 0;
  double b_at_most = 0;  // Pr[B ≤ c − A], for a falling A
  std::size_t next = 0;
  for (std::size_t i = a.mass.size(); i-- > 0;) {
    while (next < b.mass.size() && a.first + i + b.first + next <= c) b_at_most += b.mass[next++];
    tail += a.mass[i] * b_at_most;
  }
  return tail;
}

// Pr[A + B ≥ c], by itself: 1 − Pr[A + B ≤ c − 1] would round a small tail away.
double sum_at_least(const BinomialLaw& a, const BinomialLaw& b, std::uint64_t c) {
  double tail = 0;
  double b_at_least = 0;
  std::size_t left = b.mass.size();
  for (std::size_t i = 0; i < a.mass.size(); ++i) {
    while (left > 0 && a.first + i + b.first + left - 1 >= c) b_at_least += b.mass[--left];
    tail += a.mass[i] * b_at_least;
  }
  return tail;
}

// The last of 0 … n for which `holds` is true, which is true up to it and false beyond; 0 when it never is. Steps that
// double lead away from the guess, and halves back.
template <class Holds>
std::uint64_t last_that_holds(std::uint64_t guess, std::uint64_t n, const Holds& holds) {
  std::uint64_t inside = guess;
  std::uint64_t outside = guess;
  if (holds(guess)) {
    for (std::uint64_t step = 1;; step *= 2) {
      if (inside == n) return n;
      outside = step < n - inside ? inside + step : n;
      if (!holds(outside)) break;
      inside = outside;
    }
  } else {
    for (std::uint64_t step = 1;; step *= 2) {
      if (outside == 0) return 0;
      inside = step < outside ? outside - step : 0;
      if (holds(inside)) break;
      outside = inside;
    }
  }
  while (outside - inside > 1) {
    const std::uint64_t middle = inside + (outside - inside) / 2;
    (holds(middle) ? inside : outside) = middle;
  }
  return inside;
}

}  // namespace

bool TailInterval::is_in(Side side, std::uint64_t x) const {
  const BinomialLaw holders = binomial_law(x, support_.yes);
  const BinomialLaw others = binomial_law(n_ - x, support_.no);
  const double tail = side == Side::at_most ? sum_at_most(holders, others, supporting_)  //
                                            : sum_at_least(holders, others, supporting_);
  return tail > tail_ - tail_rounding;
}

std::uint64_t TailInterval::upper(std::uint64_t guess) const {
  return last_that_holds(guess, n_, [&](std::uint64_t x) { return is_in(Side::at_most, x); });
}

// Counted from above, the lower end is a last one too.
std::uint64_t TailInterval::lower(std::uint64_t guess) const {
  return n_ - last_that_holds(n_ - guess, n_, [&](std::uint64_t y) { return is_in(Side::at_least, n_ - y); });
}

double TailInterval::variance(double x) const {
  return x * support_.yes * (1 - support_.yes) + (static_cast<double>(n_) - x) * support_.no * (1 - support_.no);
}

}  // namespace sourdine
