// How well synthetic people have the statistics that they were made from: mean relative errors, counted on the people
// themselves.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sourdine/mobility/synthetic_population.h"

namespace sourdine {

struct MarginalQuality {
  std::string attribute;
  double mean_relative_error = 0;  // over values, and over days where it is given by day
};

struct PopulationQuality {
  std::uint64_t people = 0, visits = 0;
  double days = 0;    // mean relative error of the people per day
  double unions = 0;  // of all unions of consecutive days, single days included
  double worst_union = 0;
  std::vector<MarginalQuality> marginals;  // static attributes first, then daily ones
};

// How well the scenario itself, people of all patterns before they are made whole, has the statistics given: the mean
// relative error over all unions. Rounding errors where nothing was moved.
double scenario_error(const Scenario& scenario, const UnionStatistics& given);

// Counts people as they are made.
class QualityMeter {
 public:
  // Both must outlive the meter. The statistics are those that were given, whether or not they had to be moved.
  QualityMeter(const UnionStatistics& statistics, const SyntheticPopulation& population);

  void add(const SyntheticPerson& person);
  PopulationQuality quality() const;
  // People by pattern, as counted.
  const std::vector<std::uint64_t>& patterns() const { return patterns_; }

 private:
  struct Counts {
    std::vector<std::uint64_t> overall;              // by value
    std::vector<std::vector<std::uint64_t>> by_day;  // by day, then by value
  };
  MarginalQuality quality_of(const Marginal& marginal, const Counts& counts) const;

  const UnionStatistics& statistics_;
  const SyntheticPopulation& population_;
  std::vector<std::uint64_t> patterns_;
  std::vector<Counts> attributes_, daily_;
};

}  // namespace sourdine
