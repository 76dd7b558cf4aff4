#include "sourdine/privacy/distribution/discretize.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/privacy/rounding.h"

namespace sourdine {
namespace {

constexpr long double most_bins = 1 << 22;

// A mass under P and Q whose place is its ratio.
struct Lump {
  long double p = 0;
  long double q = 0;
};

// Where a function that falls from above `level` to below it crosses it, from the side where it is below.
template <typename Function>
long double crossing(const Function& function, long double level, long double from, long double direction) {
  long double inside = from;
  long double reach = 1;
  while (function(from + direction * reach) > level && reach < 1e5L) {
    inside = from + direction * reach;
    reach *= 2;
  }
  long double outside = from + direction * reach;
  for (int i = 0; i < 60 && std::abs(outside - inside) > 1e-3L * std::abs(outside - from) + 1e-9L; ++i) {
    const long double middle = (inside + outside) / 2;
    (function(middle) > level ? inside : outside) = middle;
  }
  return outside;
}

long double median_loss(const LossLaw& law) {
  long double low = -1e5L;
  long double high = 1e5L;
  for (int i = 0; i < 100; ++i) {
    const long double middle = (low + high) / 2;
    (law.tails(middle).p_above > 0.5L ? low : high) = middle;
  }
  return high;
}

// The mass between two losses: differences of the smaller tails, which keep more of their digits.
Lump mass_between(const LossTails& low, const LossTails& high) {
  return {.p = low.p_below < 0.5L ? high.p_below - low.p_below : low.p_above - high.p_above,
          .q = low.q_below < 0.5L ? high.q_below - low.q_below : low.q_above - high.q_above};
}

std::vector<LossTails> tails_at(const LossLaw& law, long double first, long double step, std::size_t number) {
  std::vector<LossTails> tails(number);
  for (std::size_t i = 0; i < number; ++i) tails[i] = law.tails(first + static_cast<long double>(i) * step);
  return tails;
}

// The lattice points whose dots are connected: all of them near the middle; far from it, where little mass is, gaps in
// proportion to the distance, which leave as small a relative error.
std::vector<std::size_t> knots(std::size_t points, std::size_t middle) {
  constexpr std::size_t dense = 2000;
  constexpr std::size_t share = 200;
  std::vector<std::size_t> left;
  const auto gap = [](std::size_t distance) { return distance < dense ? 1 : 1 + (distance - dense) / share; };
  for (std::size_t i = middle; i > 0;) {
    left.push_back(i);
    i -= std::min(i, gap(middle - i));
  }
  left.push_back(0);
  std::vector<std::size_t> found(left.rbegin(), left.rend());
  for (std::size_t i = middle; i + 1 < points;) {
    i = std::min(points - 1, i + gap(i - middle));
    found.push_back(i);
  }
  return found;
}

// The upper discretisation; the lattice reaches from at or below every atom to at or above it.
class Above {
 public:
  Above(long double first, long double step, std::size_t bins) : first_(first), step_(step), masses_(bins) {}

  void add_atom(const LossAtom& atom) {
    const auto last = static_cast<long double>(masses_.size() - 1);
    const long double place = std::clamp((atom.loss - first_) / step_, 0.0L, last);
    const auto index = static_cast<std::size_t>(std::min(std::floor(place), std::max(last - 1, 0.0L)));
    const long double beyond = atom.loss - (first_ + static_cast<long double>(index) * step_);
    divide(index, index + 1, atom.p, -std::expm1(-beyond) * atom.p);
  }
  // What lies between two points.
  void add_cell(std::size_t low, std::size_t high, const Lump& lump) {
    divide(low, high, lump.p, lump.p - std::exp(first_ + static_cast<long double>(low) * step_) * lump.q);
  }
  // What lies below the lattice is lifted to its first point.
  void add_below(long double p) { masses_.front() += p; }
  // What lies above keeps its masses, at the last point and at infinity.
  void add_beyond(const LossTails& tails, long double exp_last) {
    masses_.back() += std::min(tails.p_above, exp_last * tails.q_above);
    infinite_ += std::max(0.0L, tails.p_above - exp_last * tails.q_above);
  }

  LossMasses masses(long double infinite) const {
    LossMasses found{.first = first_, .step = static_cast<double>(step_), .infinite = 0};
    found.masses.assign(masses_.begin(), masses_.end());
    found.infinite = rounded_up(infinite + infinite_);
    return found;
  }

 private:
  // `advantage` is ∫ (1 − e^{low − loss}) dP over the cell.
  void divide(std::size_t low, std::size_t high, long double p, long double advantage) {
    const long double whole = -std::expm1(-static_cast<long double>(high - low) * step_);
    const long double up = std::clamp(advantage / whole, 0.0L, std::max(p, 0.0L));
    masses_[low] += std::max(p, 0.0L) - up;
    if (up > 0) masses_[std::min(high, masses_.size() - 1)] += up;
  }

  long double first_;
  long double step_;
  std::vector<long double> masses_;
  long double infinite_ = 0;
};

// The lower discretisation: lumps go together at the nearest point anchor + k · step, and what is then above or below
// its point is balanced by a share of what is at the next one.
class Below {
 public:
  Below(const std::vector<Lump>& lumps, long double anchor, long double step) : anchor_(anchor), step_(step) {
    long double least = std::numeric_limits<long double>::infinity();
    long double top = -least;
    std::vector<long double> places(lumps.size());
    for (std::size_t i = 0; i < lumps.size(); ++i) {
      if (!is_there(lumps[i])) continue;
      places[i] = (std::log(lumps[i].p / lumps[i].q) - anchor) / step;
      least = std::min(least, std::floor(places[i]));
      top = std::max(top, std::floor(places[i]));
    }
    if (!(least <= top)) return;  // there is nothing
    if (top - least > most_bins) fail_input("a lattice of privacy losses has too many points");
    least_ = least;
    at_.resize(static_cast<std::size_t>(top - least) + 1);
    const auto add = [&](long double point, const Lump& lump) {
      Lump& here = at_[static_cast<std::size_t>(std::max(point - least, 0.0L))];
      here = {.p = here.p + lump.p, .q = here.q + lump.q};
    };
    const auto is_under_the_top = [&](std::size_t i) { return places[i] < top && std::round(places[i]) >= top; };
    for (std::size_t i = 0; i < lumps.size(); ++i) {
      if (is_there(lumps[i]) && !is_under_the_top(i)) add(std::min(std::round(places[i]), top), lumps[i]);
    }
    // Nothing above the last point could balance what is below it, only what is there already.
    const long double top_ratio = ratio(at_.size() - 1);
    for (std::size_t i = 0; i < lumps.size(); ++i) {
      if (!is_there(lumps[i]) || !is_under_the_top(i)) continue;
      const Lump& there = at_.back();
      add(there.p + lumps[i].p >= top_ratio * (there.q + lumps[i].q) ? top : top - 1, lumps[i]);
    }
  }

  LossMasses masses(long double infinite) {
    balance_from_above();
    balance_from_below();
    LossMasses found{.first = anchor_ + least_ * step_, .step = static_cast<double>(step_)};
    found.infinite = static_cast<double>(infinite * (1 - 0x1p-52L));
    found.masses.resize(at_.size());
    for (std::size_t k = 0; k < at_.size(); ++k) {
      if (!is_there(at_[k])) continue;
      // What is still below its point, for want of mass above, goes to the point before. Everything is lowered to its
      // point where it is above it, and rounded down.
      const bool is_below = at_[k].p < ratio(k) * at_[k].q * (1 - 1e-15L);
      if (is_below && k == 0) continue;
      const std::size_t point = is_below ? k - 1 : k;
      const long double p = std::min(at_[k].p, ratio(point) * at_[k].q);
      found.masses[point] += static_cast<double>(p * (1 - 0x1p-52L));
    }
    if (found.masses.empty()) found.masses.push_back(0);
    return found;
  }

 private:
  static bool is_there(const Lump& lump) { return lump.p > 0 && lump.q > 0; }

  long double ratio(std::size_t k) const { return std::exp(anchor_ + (least_ + static_cast<long double>(k)) * step_); }

  // Moves so much of `donor` to `here` that the ratio of its masses is `wanted`; says whether that was possible.
  static bool balance(Lump& here, Lump& donor, long double wanted) {
    const long double missing = wanted * here.q - here.p;
    const long double gain = donor.p - wanted * donor.q;
    if (!is_there(donor) || missing * gain <= 0) return false;
    const long double share = std::min(1.0L, missing / gain);
    here = {.p = here.p + share * donor.p, .q = here.q + share * donor.q};
    donor = {.p = (1 - share) * donor.p, .q = (1 - share) * donor.q};
    return share < 1;
  }

  void balance_from_above() {
    for (std::size_t k = 0; k < at_.size(); ++k) {
      if (!is_there(at_[k])) continue;
      const long double wanted = ratio(k);
      if (at_[k].p >= wanted * at_[k].q) continue;
      for (std::size_t donor = k + 1; donor < at_.size() && !balance(at_[k], at_[donor], wanted);) ++donor;
    }
  }
  void balance_from_below() {
    for (std::size_t k = at_.size(); k-- > 0;) {
      if (!is_there(at_[k])) continue;
      const long double wanted = ratio(k);
      if (at_[k].p <= wanted * at_[k].q) continue;
      for (std::size_t donor = k; donor-- > 0 && !balance(at_[k], at_[donor], wanted);) {
      }
    }
  }

  long double anchor_;
  long double step_;
  long double least_ = 0;
  std::vector<Lump> at_;
};

// The lower discretisation that keeps most mass. Much of it may lie in a step or less, or at an end of the law: where
// its ratio is no point there is nothing beyond to balance it with. So the ratio of one of the heaviest lumps should be
// a point, or that of all together when they span few steps.
LossMasses best_below(const std::vector<Lump>& lumps, long double step, long double infinite) {
  std::vector<Lump> heavy = lumps;
  std::erase_if(heavy, [](const Lump& lump) { return !(lump.p > 0 && lump.q > 0); });
  if (heavy.empty()) return Below({}, 0, step).masses(infinite);
  Lump all;
  long double least = std::numeric_limits<long double>::infinity();
  long double greatest = 0;
  for (const Lump& lump : heavy) {
    all = {.p = all.p + lump.p, .q = all.q + lump.q};
    least = std::min(least, lump.p / lump.q);
    greatest = std::max(greatest, lump.p / lump.q);
  }
  const std::size_t tries = std::min<std::size_t>(heavy.size(), 3);
  std::partial_sort(heavy.begin(), heavy.begin() + static_cast<std::ptrdiff_t>(tries), heavy.end(),
                    [](const Lump& a, const Lump& b) { return a.p > b.p; });
  heavy.resize(tries);
  if (std::log(greatest / least) < 4 * step) heavy.push_back(all);
  LossMasses best;
  double most = -1;
  for (const Lump& lump : heavy) {
    // A billionth of a step lower, so that what is meant to be at a point does not fall below it by rounding.
    const long double anchor = std::log(lump.p / lump.q) - 1e-9L * step;
    LossMasses found = Below(lumps, anchor, step).masses(infinite);
    const double kept = std::accumulate(found.masses.begin(), found.masses.end(), 0.0);
    if (kept > most) {
      most = kept;
      best = std::move(found);
    }
  }
  return best;
}

LossBracket discretized_continuous(const LossLaw& law, long double step, long double tail) {
  const LossRange range = loss_range(law, tail);
  const long double median = median_loss(law);
  const long double under = std::ceil((median - range.low) / step + 0.5L);
  const long double over = std::ceil((range.high - median) / step + 0.5L);
  if (under + over > most_bins) fail_input("a lattice of privacy losses has too many points");
  const long double first = median - (under - 0.5L) * step;
  const auto points = static_cast<std::size_t>(under + over);
  const auto central = static_cast<std::size_t>(under) - 1;

  Above above(first, step, points);
  std::vector<Lump> lumps;
  const std::vector<std::size_t> dots = knots(points, central);
  LossTails low = law.tails(first);
  above.add_below(low.p_below);
  for (std::size_t i = 0; i + 1 < dots.size(); ++i) {
    const LossTails high = law.tails(first + static_cast<long double>(dots[i + 1]) * step);
    const Lump lump = mass_between(low, high);
    above.add_cell(dots[i], dots[i + 1], lump);
    lumps.push_back(lump);
    low = high;
  }
  above.add_beyond(low, std::exp(first + static_cast<long double>(points - 1) * step));
  lumps.push_back({.p = low.p_above, .q = low.q_above});
  return {.above = above.masses(law.infinite), .below = best_below(lumps, step, law.infinite)};
}

LossBracket discretized_with_atoms(const LossLaw& law, long double step, long double tail) {
  const LossRange range = loss_range(law, tail);
  const long double anchor = law.atoms.back().loss;
  const long double under = std::ceil((anchor - range.low) / step - 1e-6L);
  const long double over = std::ceil((range.high - anchor) / step - 1e-6L);
  if (under + over > most_bins) fail_input("a lattice of privacy losses has too many points");
  const long double first = anchor - under * step;
  const auto points = static_cast<std::size_t>(under + over) + 1;

  Above above(first, step, points);
  std::vector<Lump> lumps;
  for (const LossAtom& atom : law.atoms) above.add_atom(atom);
  if (law.tails) {
    const std::vector<LossTails> at_points = tails_at(law, first, step, points);
    const std::vector<LossTails> between = tails_at(law, first - step / 2, step, points + 1);
    above.add_below(at_points.front().p_below);
    for (std::size_t i = 0; i + 1 < points; ++i) {
      above.add_cell(i, i + 1, mass_between(at_points[i], at_points[i + 1]));
    }
    above.add_beyond(at_points.back(), std::exp(first + static_cast<long double>(points - 1) * step));
    for (std::size_t i = 0; i < points; ++i) lumps.push_back(mass_between(between[i], between[i + 1]));
  }
  for (const LossAtom& atom : law.atoms) lumps.push_back({.p = atom.p, .q = atom.p * std::exp(-atom.loss)});
  return {.above = above.masses(law.infinite), .below = best_below(lumps, step, law.infinite)};
}

}  // namespace

LossRange loss_range(const LossLaw& law, long double tail) {
  LossRange range;
  if (!law.atoms.empty()) range = {.low = law.atoms.front().loss, .high = law.atoms.back().loss};
  if (!law.tails) return range;
  if (!law.atoms.empty()) return range;  // the continuous part of Laplace noise lies between its atoms
  const long double median = median_loss(law);
  const auto above = [&](long double t) {
    const LossTails tails = law.tails(t);
    return tails.p_above - std::exp(t) * tails.q_above;
  };
  const auto below = [&](long double t) {
    const LossTails tails = law.tails(t);
    return std::exp(t) * tails.q_below - tails.p_below;
  };
  return {.low = crossing(below, tail, median, -1), .high = crossing(above, tail, median, 1)};
}

LossBracket discretized(const LossLaw& law, double step, long double tail) {
  if (law.atoms.empty() && !law.tails) {  // P and Q share no outcome
    const LossMasses all{.step = step, .masses = {0}, .infinite = static_cast<double>(law.infinite)};
    return {.above = all, .below = all};
  }
  return law.atoms.empty() ? discretized_continuous(law, step, tail) : discretized_with_atoms(law, step, tail);
}

}  // namespace sourdine
