#include "sourdine/range/central.h"

#include <cmath>
#include <limits>

#include "sourdine/base/error.h"
#include "sourdine/range/noise.h"

namespace sourdine {

std::uint64_t sensitivity(Neighbours neighbours) { return neighbours == Neighbours::add_remove ? 1 : 2; }

void require_total(std::span<const std::uint64_t> counts) {
  std::uint64_t room = max_total;
  for (const std::uint64_t count : counts) {
    if (count > room) fail_input("the counts add up to more than 2^52");
    room -= count;
  }
}

Guarantee central_guarantee(double epsilon_asked, ProtectedRecord record) {
  Guarantee guarantee;
  guarantee.epsilon_asked = epsilon_asked;
  guarantee.epsilon = ExactEpsilon::spendable(epsilon_asked).value();
  guarantee.model = PrivacyModel::central;
  guarantee.unit = record.unit;
  guarantee.neighbours = record.neighbours;
  guarantee.unit_text = std::move(record.unit_text);
  guarantee.neighbours_text = std::move(record.neighbours_text);
  return guarantee;
}

Estimate central_estimate(double value, double variance, const Confidence& confidence) {
  const double std_error = std::sqrt(variance);
  const double half = std_error > 0 ? confidence.laplace() * std_error + 0.5 : 0;
  return count_estimate(value, std_error, half, std::numeric_limits<double>::infinity());
}

}  // namespace sourdine
