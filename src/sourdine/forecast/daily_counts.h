// DailyCounts: what a forecast is made from and scored against: one count per day and region.
//
// The same table holds exact counts and sanitised ones; the noise says which. Sanitised counts are the *plain*
// estimates of a release: unbiased, so some are negative. Smoothed ones look into the future and are of no use here.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "sourdine/estimate/smooth.h"
#include "sourdine/events/holidays.h"

namespace sourdine {

struct DailyCounts {
  std::chrono::local_days first{};
  std::vector<std::string> regions;  // k names
  std::vector<double> counts;        // T × k, row after row
  std::vector<double> totals;        // T; exact and public, but for central releases: estimates, made ≥ 0
  MeasurementNoise noise;            // of the counts; zero: they are exact
  double noise_per_count = 0;  // variance that every count has besides: of central releases, whose totals are noisy
  Holidays holidays;           // which days people have off; none unless somebody says where the events happen
  std::size_t days_before_gap = 0;  // days with counts that are left out, since the day before `first` is missing

  std::size_t days() const { return totals.size(); }
  bool is_exact() const { return noise.per_report == 0 && noise.per_holder == 0 && noise_per_count == 0; }
  double count(std::size_t day, std::size_t region) const { return counts[day * regions.size() + region]; }
  // Of an estimate, given the exact count.
  double noise_variance(double total, double count) const {
    return noise.per_report * total + noise.per_holder * count + noise_per_count;
  }
  std::chrono::local_days date(std::size_t day) const { return first + std::chrono::days(static_cast<int>(day)); }
  std::chrono::local_days last() const { return date(days()) - std::chrono::days(1); }
};

// Throws Error(bad_input) when the sizes do not fit, a number is not finite or a total is negative.
void require_whole(const DailyCounts& data);
// Throws Error(bad_input) when the two do not have the same days and regions.
void require_same_shape(const DailyCounts& a, const DailyCounts& b);

// Without the days before `first`, which must be one of them.
DailyCounts since(const DailyCounts& data, std::chrono::local_days first);

// The paper's inputs: max(0, count). Biased upwards where counts are small beside the noise.
DailyCounts clipped(const DailyCounts& data);

}  // namespace sourdine
