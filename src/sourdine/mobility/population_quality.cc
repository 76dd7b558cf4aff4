#include "sourdine/mobility/population_quality.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace sourdine {
namespace {

struct MeanError {
  double sum = 0;
  std::size_t count = 0;

  void add(double error) {
    sum += error;
    ++count;
  }
  double mean() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
};

// The given numbers, scaled to as many people as were made.
void compare(const std::vector<std::uint64_t>& made, const std::vector<double>& given, MeanError& error) {
  const auto people = static_cast<double>(std::accumulate(made.begin(), made.end(), std::uint64_t{0}));
  const double sum = std::accumulate(given.begin(), given.end(), 0.0);
  for (std::size_t v = 0; v < given.size(); ++v) {
    error.add(relative_error(static_cast<double>(made[v]), given[v] * (people / sum)));
  }
}

}  // namespace

double scenario_error(const Scenario& scenario, const UnionStatistics& given) {
  MeanError error;
  for (const DayRun run : given.runs()) {
    double made = 0;
    for (DayPattern pattern = 1; pattern < scenario.people.size(); ++pattern) {
      if ((pattern & pattern_of(run)) != 0) made += scenario.people[pattern];
    }
    error.add(relative_error(made, given.people(run)));
  }
  return error.mean();
}

QualityMeter::QualityMeter(const UnionStatistics& statistics, const SyntheticPopulation& population)
    : statistics_(statistics), population_(population), patterns_(std::size_t{1} << statistics.days()) {
  const auto empty = [&](const Marginal& marginal) {
    const std::vector<std::uint64_t> zeros(marginal.values.size());
    return Counts{zeros, std::vector(statistics.days(), zeros)};
  };
  for (const Marginal& marginal : population.attributes()) attributes_.push_back(empty(marginal));
  for (const Marginal& marginal : population.daily_attributes()) daily_.push_back(empty(marginal));
}

void QualityMeter::add(const SyntheticPerson& person) {
  ++patterns_[person.days];
  for (std::size_t a = 0; a < attributes_.size(); ++a) ++attributes_[a].overall[person.attributes[a]];
  std::size_t visit = 0;
  for (std::size_t day = 0; day < statistics_.days(); ++day) {
    if (!has_day(person.days, day)) continue;
    for (std::size_t a = 0; a < attributes_.size(); ++a) ++attributes_[a].by_day[day][person.attributes[a]];
    for (Counts& counts : daily_) ++counts.by_day[day][person.visits[visit++]];
  }
}

MarginalQuality QualityMeter::quality_of(const Marginal& marginal, const Counts& counts) const {
  MeanError error;
  if (!marginal.is_daily()) compare(counts.overall, marginal.overall, error);
  for (std::size_t day = 0; day < statistics_.days(); ++day) {
    if (marginal.has_day(day)) compare(counts.by_day[day], marginal.by_day[day], error);
  }
  return {marginal.attribute, error.mean()};
}

PopulationQuality QualityMeter::quality() const {
  PopulationQuality quality;
  for (DayPattern pattern = 0; pattern < patterns_.size(); ++pattern) {
    quality.people += patterns_[pattern];
    quality.visits += patterns_[pattern] * static_cast<std::uint64_t>(std::popcount(pattern));
  }
  MeanError days, unions;
  for (const DayRun run : statistics_.runs()) {
    std::uint64_t made = 0;
    for (DayPattern pattern = 1; pattern < patterns_.size(); ++pattern) {
      if ((pattern & pattern_of(run)) != 0) made += patterns_[pattern];
    }
    const double error = relative_error(static_cast<double>(made), statistics_.people(run));
    if (run.first == run.last) days.add(error);
    unions.add(error);
    quality.worst_union = std::max(quality.worst_union, error);
  }
  quality.days = days.mean();
  quality.unions = unions.mean();
  for (std::size_t a = 0; a < attributes_.size(); ++a) {
    quality.marginals.push_back(quality_of(population_.attributes()[a], attributes_[a]));
  }
  for (std::size_t a = 0; a < daily_.size(); ++a) {
    quality.marginals.push_back(quality_of(population_.daily_attributes()[a], daily_[a]));
  }
  return quality;
}

}  // namespace sourdine
