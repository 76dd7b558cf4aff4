// All that a central release draws: the bound of a person's events and the numbers that it measures, whole and noisy.
// All else that it publishes is computed from them and from public numbers, so they stand for it: they are what a test
// of the promise enumerates.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sourdine/central/design.h"
#include "sourdine/mechanism/count_noise.h"
#include "sourdine/privacy/loss.h"

namespace sourdine {

// CentralBudget: parts of a budget as noise, and as what they spend. Laplace: parts of ε, a whole number of billionths,
// rounded down. Gaussian: parts of ρ (zero-concentrated differential privacy), which a (ε, δ) or the configuration
// gives.
class CentralBudget {
 public:
  // Throws Error(bad_input) for an epsilon that cannot be spent.
  explicit CentralBudget(const PrivacyConfig& privacy);

  // Noise for counts that one unit changes by `max_events` at most in sum; nothing for no parts.
  std::unique_ptr<const CountNoise> noise(std::uint64_t parts, std::uint64_t max_events) const;
  // What these parts may spend at most, whatever the sensitivity: what the noise spends is this or less.
  PrivacyLoss loss(std::uint64_t parts) const;
  // Of a mechanism with pure ε that may take these parts.
  ExactEpsilon pure_epsilon(std::uint64_t parts) const;

  double epsilon_asked() const { return epsilon_asked_; }
  double delta() const { return delta_; }  // 0 for Laplace
  // The (ε, δ) of a loss in the form of loss().
  double epsilon_of(const PrivacyLoss& loss) const { return approximate_at(loss, delta_).epsilon; }

 private:
  double rho(std::uint64_t parts) const;

  CentralNoise kind_;
  ExactEpsilon epsilon_;
  double rho_ = 0;
  double delta_ = 0;
  double epsilon_asked_ = 0;
};

// What max_events = "auto" looks for: the number of events that this share of the people do not exceed.
inline constexpr std::uint64_t bound_quantile_percent = 95;
// The largest bound that "auto" chooses. Not large: among bounds that equally many people stay within, as where nobody
// has between 5 and 50 events, all are as likely to be chosen.
inline constexpr std::uint64_t largest_chosen_bound = 20;

struct ChosenBound {
  std::uint64_t max_events = 1;
  PureEpsilon loss;  // about one person more or less: `epsilon` or less
};
// max_events chosen behind noise, by the private quantile (mechanism/private_quantile.h): the smallest bound, of those
// that are tried, that most people stay within.
ChosenBound choose_bound(std::span<const std::uint64_t> events_of_people, ExactEpsilon epsilon, Random& random);

// The noise of one level; nothing where it is not measured.
struct CentralLevelNoise {
  std::unique_ptr<const CountNoise> regions, totals;
};

struct CentralMeasurement {
  std::vector<std::int64_t> regions;  // nodes × k; empty: not measured. 0 where nothing is counted
  std::vector<std::int64_t> totals;   // nodes; likewise
};

// Noise for counts to which one unit adds `max_events` at most in sum.
std::vector<CentralLevelNoise> level_noises(const CentralDesign& design, const CentralBudget& budget,
                                            std::uint64_t max_events);

// What publishing the measurements of all levels spends about one unit, from the integers of the noise: levels add up.
PrivacyLoss levels_loss(std::span<const CentralLevelNoise> noises, std::uint64_t max_events);

// `leaves` holds the true counts, periods × k, of the shortest periods; one unit must have added `max_events` at most.
std::vector<CentralMeasurement> measure(const PeriodTree& tree, std::size_t regions,
                                        std::span<const std::int64_t> leaves, std::span<const CentralLevelNoise> noises,
                                        Random& random);

}  // namespace sourdine
