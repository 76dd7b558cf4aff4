#include "sourdine/tuple/privacy.h"

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/random/exact.h"

namespace sourdine {
namespace {

// For one report y_j: the largest and the smallest R_j(y_j | ·).
struct EntryRatios {
  Exact largest, smallest;
};

// The reports among which the worst is: a ratio of sums grows where a pair has much weight and a large ratio, and falls
// where it has little.
std::vector<EntryRatios> entry_ratios(const FakeEntry& entry) {
  if (entry.k == 1) return {{1, 1}};
  Exact rarest = Exact(1) / entry.k, most_frequent = rarest;
  if (!entry.weights.empty()) {
    const Exact total = entry.total_weight;
    rarest = Exact(*std::min_element(entry.weights.begin(), entry.weights.end())) / total;
    most_frequent = Exact(*std::max_element(entry.weights.begin(), entry.weights.end())) / total;
  }
  if (entry.fake == FakeData::value) {
    const Exact keep = exact(entry.keep.threshold), no = (1 - keep) / entry.k, yes = keep + no;
    return {{yes / rarest, no / rarest}, {yes / most_frequent, no / most_frequent}};
  }
  const Exact p = exact(entry.flip.p), q = exact(entry.flip.q);
  const Exact set = p / q, clear = (1 - p) / (1 - q);  // of a bit, against a lie
  if (entry.fake == FakeData::zeros) return {{set, clear}, {clear, clear}, {set, set}};
  // Fake data are as likely as bits that are all lies times clear + (set − clear)·(share of the values whose bit is
  // set).
  const Exact one_bit = clear + (set - clear) * rarest, all_but_one = clear + (set - clear) * (1 - rarest);
  return {{set / one_bit, clear / one_bit}, {set / all_but_one, clear / all_but_one}, {1, 1}};
}

Exact smallest_ratio(const std::vector<EntryRatios>& ratios) {
  Exact smallest = ratios.front().smallest;
  for (const EntryRatios& one : ratios) smallest = std::min(smallest, one.smallest);
  return smallest;
}

// The largest (a + common)/(b + common).
Exact blurred_ratio(const std::vector<EntryRatios>& ratios, const Exact& common) {
  Exact worst = 1;
  for (const EntryRatios& one : ratios)
    worst = std::max<Exact>(worst, (one.largest + common) / (one.smallest + common));
  return worst;
}

// The largest Σ a_j / Σ b_j. λ grows at every step, and at the largest no choice has Σ (a − λb) > 0.
Exact worst_ratio_of_sums(const std::vector<std::vector<EntryRatios>>& entries) {
  Exact worst = 1;
  for (;;) {
    Exact above = 0, below = 0;
    for (const auto& ratios : entries) {
      const auto best = std::max_element(ratios.begin(), ratios.end(), [&worst](const auto& one, const auto& other) {
        return Exact(one.largest - worst * one.smallest) < Exact(other.largest - worst * other.smallest);
      });
      above += best->largest;
      below += best->smallest;
    }
    const Exact ratio = above / below;
    if (ratio <= worst) return worst;
    worst = ratio;
  }
}

double down_to_double(const Exact& x) {
  const auto nearest = static_cast<double>(x);
  return Exact(nearest) > x ? std::nextafter(nearest, 0.0) : nearest;
}

std::vector<FakeEntry> entries_at(const TupleSpec& spec, double epsilon) {
  std::vector<FakeEntry> entries;
  for (const TupleAttribute& one : spec.attributes) {
    entries.push_back(FakeEntry::for_epsilon(one.oracle, one.domain.size(), epsilon, one.prior));
  }
  return entries;
}

// The largest local ε, to the last digit, whose worst attribute has not more than is asked.
double local_epsilon_for_attribute(const TupleSpec& spec) {
  const auto keeps = [&spec](double local) {
    return fake_data_privacy(entries_at(spec, local)).attribute <= spec.epsilon;
  };
  double high = amplified_epsilon(spec.epsilon, spec.attributes.size());
  if (keeps(high)) return high;
  double low = spec.epsilon;  // an attribute never has more than the tuple
  while (std::nextafter(low, high) < high) {
    const double middle = low + (high - low) / 2;
    (keeps(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace

TuplePrivacy split_privacy(std::span<const double> epsilons) {
  Exact sum = 0;
  for (const double epsilon : epsilons) sum += Exact(epsilon);
  return {up_to_double(sum), *std::max_element(epsilons.begin(), epsilons.end()), {epsilons.begin(), epsilons.end()}};
}

TuplePrivacy sampled_privacy(std::span<const double> epsilons) {
  const double largest = *std::max_element(epsilons.begin(), epsilons.end());
  return {largest, largest, {epsilons.begin(), epsilons.end()}};
}

TuplePrivacy fake_data_privacy(std::span<const FakeEntry> entries) {
  std::vector<std::vector<EntryRatios>> ratios;
  Exact smallest = 0;
  for (const FakeEntry& entry : entries) {
    ratios.push_back(entry_ratios(entry));
    smallest += smallest_ratio(ratios.back());
  }
  TuplePrivacy privacy{.tuple = up_to_double(log(worst_ratio_of_sums(ratios)))};
  for (const auto& own : ratios) {
    privacy.attributes.push_back(up_to_double(log(blurred_ratio(own, smallest - smallest_ratio(own)))));
    privacy.attribute = std::max(privacy.attribute, privacy.attributes.back());
  }
  return privacy;
}

double entry_epsilon(const FakeEntry& entry, std::size_t attributes) {
  return up_to_double(log(blurred_ratio(entry_ratios(entry), Exact(attributes) - 1)));
}

double amplified_epsilon(double epsilon, std::size_t attributes) {
  require_epsilon(epsilon);
  // ln(d(e^ε − 1) + 1) = ε + ln(d − (d − 1)e^−ε), which cannot overflow.
  const Exact d = attributes;
  return down_to_double(Exact(epsilon) + log(d - (d - 1) * exp(-Exact(epsilon))));
}

double split_epsilon(double epsilon, std::size_t attributes) {
  require_epsilon(epsilon);
  return down_to_double(Exact(epsilon) / attributes);
}

double local_epsilon(const TupleSpec& spec) {
  require_epsilon(spec.epsilon);
  const std::size_t d = spec.attributes.size();
  switch (spec.solution) {
    case TupleSolution::spl:
      return spec.level == TupleLevel::tuple ? split_epsilon(spec.epsilon, d) : spec.epsilon;
    case TupleSolution::smp:
    case TupleSolution::joint:
      return spec.epsilon;
    case TupleSolution::rs_fd:
    case TupleSolution::rs_rfd:
      if (spec.level == TupleLevel::tuple) return spec.epsilon;
      if (spec.level == TupleLevel::published) return amplified_epsilon(spec.epsilon, d);
      return local_epsilon_for_attribute(spec);
  }
  fail_internal("a solution without a local epsilon");
}

}  // namespace sourdine
