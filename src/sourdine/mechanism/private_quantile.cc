#include "sourdine/mechanism/private_quantile.h"

namespace sourdine {
namespace {

ScoreSensitivity quantile_sensitivity(const QuantileSpec& spec) {
  if (spec.share_numerator == 0 || spec.share_numerator >= spec.share_denominator || spec.share_denominator > 1000) {
    fail_input("the share of a quantile must be a fraction between 0 and 1 with a denominator up to 1000");
  }
  if (spec.most == 0 || spec.most > 1'000'000) fail_input("the largest candidate must be from 1 to 1000000");
  const std::uint64_t change = spec.neighbours == Neighbours::add_remove
                                   ? std::max(spec.share_numerator, spec.share_denominator - spec.share_numerator)
                                   : spec.share_denominator;
  return {.largest_change = change, .is_monotone = false};
}

}  // namespace

PrivateQuantile::PrivateQuantile(const QuantileSpec& spec)
    : spec_(spec), mechanism_(spec.epsilon, quantile_sensitivity(spec)) {}

std::vector<std::int64_t> PrivateQuantile::scores(std::span<const std::uint64_t> numbers) const {
  std::vector<std::int64_t> scores(spec_.most);
  for (const std::uint64_t number : numbers) {
    if (number <= spec_.most) ++scores[number == 0 ? 0 : number - 1];
  }
  const auto wanted = static_cast<std::int64_t>(spec_.share_numerator * numbers.size());
  const auto denominator = static_cast<std::int64_t>(spec_.share_denominator);
  std::int64_t below = 0;
  for (std::int64_t& score : scores) {
    below += score;
    const std::int64_t excess = denominator * below - wanted;
    score = excess < 0 ? excess : -excess;
  }
  return scores;
}

}  // namespace sourdine
