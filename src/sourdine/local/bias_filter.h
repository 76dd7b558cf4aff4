// Filters: what undoes the upward bias that max(0, ·) leaves in the published estimates (estimate/bias.h). Only useful
// with consistency "paper"; unbiased, norm-sub and smoothed estimates need none.
//
//   bias           divides a region's estimates by their inflation, computed from the published numbers and the known
//                  noise alone: free of privacy cost.
//   ratio          the published study's: divides by ρ = mean(estimates)/mean(true counts) over one year. The true
//                  means can be read back from the release, so there is NO guarantee with it.
//   private-ratio  the same with a year's true counts behind discrete Laplace noise: one event moves one count up and
//                  another down, so noise of scale 2/ε on each gives central ε-differential privacy for the region of
//                  one event of that year, which is added to the guarantee.
// A region whose true (or noisy) or estimated mean is not above 0 is left as it is.
#pragma once

#include <cstdint>

#include "sourdine/counts/config.h"
#include "sourdine/counts/period_estimates.h"
#include "sourdine/random/random.h"

namespace sourdine {

// One factor per region by which its estimates are divided.
std::vector<double> bias_factors(const PeriodEstimates& estimates, const MeasurementNoise& noise);
// Over the periods of `year`; `yearly` holds a count per region. Throws Error(bad_input) when the estimates has no
// period of that year.
std::vector<double> ratio_factors(const PeriodEstimates& estimates, int year, const std::vector<double>& yearly);
// The true counts of the year, and the same with noise. Throws Error(bad_input) when no event is of that year.
std::vector<double> true_counts(const CollectedEvents& collected, std::size_t k, int year);
// Noise of scale t/s on each count realises ε = 2·s/t, at most the asked one. Throws Error(bad_input) for ε < 10^-6.
struct RatioNoise {
  std::uint64_t t, s;
  double epsilon() const { return 2 * static_cast<double>(s) / static_cast<double>(t); }
};
RatioNoise ratio_noise(double epsilon);
std::vector<double> noisy_counts(std::vector<double> counts, double epsilon, Random& random);

// Divides the published values, their standard errors and their intervals. The factors are taken as known: what they
// owe to chance is not in the intervals.
void divide(PeriodEstimates& estimates, const std::vector<double>& factors);

}  // namespace sourdine
