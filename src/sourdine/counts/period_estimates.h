// CollectedEvents: what is kept of the events of a release, or of the reports of a collection: tallies by base period
// (day or hour), from which those of longer periods are added up. One event costs its ε once, however many periods are
// published.
//
// PeriodEstimates: what is published about one kind of period: an estimate for every period and region.
//
// Every period is estimated by itself from the reports that fall into it. With consistency "none" and without smoothing
// the days of a month add up to the month; consistency and smoothing give that up for smaller errors. Without either
// being asked for, the consistency is the one with the smaller expected error (estimate/consistency_choice.h), one for
// all periods of a length.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sourdine/base/calendar.h"
#include "sourdine/counts/covered_days.h"
#include "sourdine/estimate/estimate.h"
#include "sourdine/estimate/smooth.h"
#include "sourdine/protocol/view.h"

namespace sourdine {

// What was counted in one period. The spec and its labels are the oracle's, once for all periods.
struct PeriodTally {
  std::uint64_t reports = 0;
  std::vector<std::uint64_t> cells;  // those of the oracle; none where there are no reports

  operator TallyView() const { return {reports, cells}; }
  PeriodTally& operator+=(const PeriodTally& other);
};

struct CollectedEvents {
  Timeline timeline{Period::day, {}, {}};  // of the base periods, without gaps
  std::vector<PeriodTally> tallies = {};   // by base period
  std::vector<std::uint64_t> truth = {};   // base periods × k, or empty
  std::vector<std::uint32_t> times = {};   // seconds since the timeline's start, in the order of the events, or empty
  std::uint64_t outside = 0;               // events before `from` or after `to`
  std::uint64_t missing = 0;               // events on days declared missing; counted by whoever knows them

  std::uint64_t events() const;
};

// Numbers of base periods, `width` of each, added up by the periods of `timeline`, which must cover them.
template <class Sum, class Numbers>
std::vector<Sum> sums_by(const Timeline& timeline, const Timeline& base, const Numbers& numbers, std::size_t width) {
  std::vector<Sum> sums(timeline.size() * width);
  for (std::size_t t = 0; t < base.size(); ++t) {
    const std::size_t into = timeline.index(base.start(t)) * width;
    for (std::size_t i = 0; i < width; ++i) sums[into + i] += static_cast<Sum>(numbers[t * width + i]);
  }
  return sums;
}

// The tallies of longer periods, one per period of `timeline`, which must cover the base periods.
std::vector<PeriodTally> period_tallies(const Timeline& timeline, const CollectedEvents& collected);
// The true counts likewise, periods × k; empty when they were not kept.
std::vector<double> period_truth(const Timeline& timeline, const CollectedEvents& collected, std::size_t k);

struct PeriodEstimates {
  Timeline timeline;
  std::size_t regions = 0;               // k
  std::vector<double> totals = {};       // T: events per period; exact and public, or estimates (see below)
  std::vector<Estimate> plain = {};      // T×k, row by row: unbiased, with score intervals, which nobody publishes
  std::vector<Estimate> published = {};  // T×k: after consistency, smoothing and filter
  std::vector<double> truth = {};        // T×k, or empty
  Consistency consistency = Consistency::none;  // of the published ones; none when they are smoothed
  // T: how much of a period the days of the release are; empty: all of it.
  std::vector<CoveredPart> covered = {};
  std::vector<Estimate> total_estimates = {};  // T: where totals are estimates too; empty: they are exact

  const Estimate& at(std::size_t period, std::size_t region) const { return published[period * regions + region]; }
  // The published values of all regions.
  std::vector<double> values(std::size_t period) const;
  CoveredPart coverage(std::size_t period) const { return covered.empty() ? CoveredPart::whole : covered[period]; }
};

struct PeriodEstimateOptions {
  double confidence = 0.95;
  std::optional<Consistency> consistency = {};  // nothing: the one with the smaller expected error
  bool smooth = true;
};

// The measurement noise of an oracle: Var[estimate | x holders among N] = per_report·N + per_holder·x. Exact for pure
// oracles; for the others per_report is the variance of a value nobody holds and per_holder is 0.
MeasurementNoise measurement_noise(const Oracle& oracle);

// Seasons in steps of the period: {7, 365.25} for days, {24, 168} for hours, {12} for months …
std::vector<double> season_lengths(Period period);

// One tally per period of the timeline. With `smooth` the published estimates are those of estimate/smooth.h, which are
// ≥ 0 and add up to the totals; consistency is not applied to them again.
PeriodEstimates estimate_periods(const Timeline& timeline, std::span<const PeriodTally> tallies, const Oracle& oracle,
                                 const PeriodEstimateOptions& options);

// How many of the published estimates are mostly noise (estimate/estimate.h).
std::size_t mostly_noise(const PeriodEstimates& estimates);

// mean over regions of |true share − estimated share|, averaged over the periods that have events; the estimated shares
// of a period whose estimates are all 0 are equal. The error rate of Arcolezi et al. (2020), equation 10.
double error_rate(const PeriodEstimates& estimates);

}  // namespace sourdine
