#include "sourdine/central/counts.h"

#include <cmath>
#include <optional>

#include "sourdine/base/error.h"
#include "sourdine/counts/period_estimates.h"
#include "sourdine/mechanism/private_quantile.h"

namespace sourdine {
namespace {

constexpr double delta_where_rho_is_given = 1e-6;  // what ε is stated at when ρ is given without a δ
constexpr std::uint64_t most_parts = CentralDesign::parts;

double implied_epsilon(double rho, double delta) { return approximate_at(Zcdp{rho}, delta).epsilon; }

// The largest ρ, nearly, whose ε at δ is not above the asked one.
double rho_of(double epsilon, double delta) {
  double low = 0, high = 1;
  while (implied_epsilon(high, delta) <= epsilon) high *= 2;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (implied_epsilon(middle, delta) <= epsilon ? low : high) = middle;
  }
  return low;
}

// Noise on the numbers of the nodes that are counted, `width` of each.
void add_noise(const PeriodTree& tree, std::size_t level, std::size_t width, const CountNoise& noise, Random& random,
               std::vector<std::int64_t>& numbers) {
  if (tree.counted(level) == tree.size(level)) {
    noise.add(random, numbers);
    return;
  }
  for (std::size_t node = 0; node < tree.size(level); ++node) {
    if (tree.is_counted(level, node)) noise.add(random, std::span(numbers).subspan(node * width, width));
  }
}

}  // namespace

CentralBudget::CentralBudget(const PrivacyConfig& privacy) : kind_(privacy.noise) {
  if (kind_ == CentralNoise::laplace) {
    epsilon_asked_ = *privacy.epsilon;
    epsilon_ = ExactEpsilon::spendable(epsilon_asked_);
    return;
  }
  delta_ = privacy.delta.value_or(delta_where_rho_is_given);
  rho_ = privacy.rho ? *privacy.rho : rho_of(*privacy.epsilon, delta_) * (1 - 1e-9);  // room for sums rounded up
  epsilon_asked_ = privacy.rho ? implied_epsilon(rho_, delta_) : *privacy.epsilon;
}

double CentralBudget::rho(std::uint64_t parts) const {
  return rho_ * static_cast<double>(parts) / static_cast<double>(most_parts);
}

ExactEpsilon CentralBudget::pure_epsilon(std::uint64_t parts) const {
  if (kind_ == CentralNoise::laplace)
    return {epsilon_.nano / most_parts * parts + epsilon_.nano % most_parts * parts / most_parts};
  return ExactEpsilon::spendable(std::sqrt(2 * rho(parts)) * (1 - 1e-12));  // pure ε is (ε²/2)-zCDP
}

std::unique_ptr<const CountNoise> CentralBudget::noise(std::uint64_t parts, std::uint64_t max_events) const {
  if (parts == 0) return nullptr;
  const CountSensitivity sensitivity = CountSensitivity::of_unit(max_events, Neighbours::add_remove);
  if (kind_ == CentralNoise::laplace) return laplace_for(pure_epsilon(parts), sensitivity.l1);
  return gaussian_for_zcdp(rho(parts), sensitivity.l2_squared);
}

PrivacyLoss CentralBudget::loss(std::uint64_t parts) const {
  if (kind_ == CentralNoise::laplace) return PureEpsilon{pure_epsilon(parts).value()};
  return Zcdp{rho(parts)};
}

ChosenBound choose_bound(std::span<const std::uint64_t> events_of_people, ExactEpsilon epsilon, Random& random) {
  const PrivateQuantile quantile({.epsilon = epsilon,
                                  .share_numerator = bound_quantile_percent,
                                  .share_denominator = 100,
                                  .most = largest_chosen_bound,
                                  .neighbours = Neighbours::add_remove});
  return {.max_events = quantile.choose(random, events_of_people), .loss = quantile.loss()};
}

std::vector<CentralLevelNoise> level_noises(const CentralDesign& design, const CentralBudget& budget,
                                            std::uint64_t max_events) {
  std::vector<CentralLevelNoise> noises;
  for (const CentralLevel& level : design.levels) {
    noises.push_back({budget.noise(level.regions, max_events), budget.noise(level.totals, max_events)});
  }
  return noises;
}

PrivacyLoss levels_loss(std::span<const CentralLevelNoise> noises, std::uint64_t max_events) {
  const CountSensitivity sensitivity = CountSensitivity::of_unit(max_events, Neighbours::add_remove);
  std::optional<PrivacyLoss> sum;
  for (const CentralLevelNoise& level : noises) {
    for (const CountNoise* noise : {level.regions.get(), level.totals.get()}) {
      if (noise == nullptr) continue;
      const PrivacyLoss loss = noise->loss(sensitivity);
      sum = sum ? compose(*sum, loss) : loss;
    }
  }
  if (!sum) throw Error(ErrorCode::internal, "a central release measures nothing");
  return *sum;
}

std::vector<CentralMeasurement> measure(const PeriodTree& tree, std::size_t regions,
                                        std::span<const std::int64_t> leaves, std::span<const CentralLevelNoise> noises,
                                        Random& random) {
  std::vector<CentralMeasurement> measured;
  for (std::size_t level = 0; level < tree.height(); ++level) {
    std::vector<std::int64_t> counts = sums_by<std::int64_t>(tree.timeline(level), tree.leaves(), leaves, regions);
    CentralMeasurement& here = measured.emplace_back();
    if (noises[level].totals != nullptr) {
      here.totals.resize(tree.size(level));
      for (std::size_t i = 0; i < counts.size(); ++i) here.totals[i / regions] += counts[i];
      add_noise(tree, level, 1, *noises[level].totals, random, here.totals);
    }
    if (noises[level].regions != nullptr) {
      add_noise(tree, level, regions, *noises[level].regions, random, counts);
      here.regions = std::move(counts);
    }
  }
  return measured;
}

}  // namespace sourdine
