// CentralCounts: the numbers that a central release measures, whole and noisy. All else that it publishes is computed
// from them and from public numbers, so they stand for it: they are what a test of the promise enumerates.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sourdine/central/budget.h"
#include "sourdine/central/design.h"
#include "sourdine/mechanism/count_noise.h"
#include "sourdine/privacy/loss.h"

namespace sourdine {

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
