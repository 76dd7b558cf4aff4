// Daily counts made up for tests: totals with a weekday, a year and a slow walk, regions of given shares.
#pragma once

#include <cmath>
#include <vector>

#include "sourdine/counts/period_estimates.h"
#include "sourdine/forecast/daily_counts.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine::testing {

inline double uniform(Random& random) { return (static_cast<double>(random.next() >> 11) + 0.5) * 0x1p-53; }

// By multiplying uniform numbers; for means up to a hundred.
inline double poisson(Random& random, double mean) {
  double count = -1;
  for (double product = 1; product > std::exp(-mean); ++count) product *= uniform(random);
  return count;
}

inline DailyCounts simulated_days(std::size_t days, const std::vector<double>& shares, double level, Random& random) {
  DailyCounts data;
  data.first = std::chrono::local_days(std::chrono::year(2010) / 1 / 1);
  for (std::size_t i = 0; i < shares.size(); ++i) data.regions.push_back("region " + std::to_string(i));
  for (std::size_t t = 0; t < days; ++t) {
    const double year = 1 + 0.2 * std::sin(static_cast<double>(t) * 2 * 3.14159265 / 365.25);
    const double weekday = t % 7 < 2 ? 1.2 : 0.92;
    double total = 0;
    for (const double share : shares) {
      data.counts.push_back(poisson(random, level * year * weekday * share));
      total += data.counts.back();
    }
    data.totals.push_back(total);
  }
  return data;
}

inline DailyCounts sanitised(const DailyCounts& exact, const std::string& oracle_name, double epsilon, Random& random) {
  const auto oracle = make_oracle({oracle_name, Domain(exact.regions), epsilon, {}});
  DailyCounts data = exact;
  data.noise = measurement_noise(*oracle);
  std::vector<std::uint64_t> histogram(exact.regions.size());
  for (std::size_t t = 0; t < exact.days(); ++t) {
    for (std::size_t i = 0; i < histogram.size(); ++i) histogram[i] = static_cast<std::uint64_t>(exact.count(t, i));
    Tally tally = oracle->empty_tally();
    oracle->simulate(histogram, random, tally);
    const std::vector<double> estimates = oracle->invert(tally);
    std::copy(estimates.begin(), estimates.end(),
              data.counts.begin() + static_cast<std::ptrdiff_t>(t * histogram.size()));
  }
  return data;
}

}  // namespace sourdine::testing
