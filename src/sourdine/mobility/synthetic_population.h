// Synthetic people: as many of each pattern of days as a scenario has, with attributes as given.
//
// Static attributes come from a fit over patterns and values (attribute_fit.h), each on its own: given their days,
// people's attributes are independent of each other. Every number of the fit, made whole, is dealt out by drawing
// without replacement, so that people are alike in number and different in detail. Daily attributes are dealt out
// likewise, day by day, from the numbers of the day made whole.
//
// Which person gets what is decided by `random` and nothing else: the same seed gives the same people. The people are
// made one after another and not kept.
//
// Not private by itself: what the statistics and marginals told about somebody, the people tell as well.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sourdine/mobility/attribute_fit.h"
#include "sourdine/mobility/scenario.h"
#include "sourdine/random/random.h"

namespace sourdine {

struct SyntheticPerson {
  std::uint64_t id = 0;  // 1, 2, …
  DayPattern days = 0;
  std::span<const Value> attributes;  // the static ones, in the order of SyntheticPopulation::attributes()
  std::span<const Value> visits;      // the daily ones, for each day in turn on which the person is there
};

class SyntheticPopulation {
 public:
  // `days` are the names of the scenario's days. Throws Error(bad_input) as require_marginals() does.
  SyntheticPopulation(const Scenario& scenario, std::vector<std::string> days, std::vector<Marginal> marginals);

  std::uint64_t size() const { return size_; }
  const std::vector<std::string>& days() const { return days_; }
  const std::vector<Marginal>& attributes() const { return attributes_; }
  const std::vector<Marginal>& daily_attributes() const { return daily_; }
  // How far the fit of each static attribute is from what was given; above 1e-9 where the given numbers contradict
  // each other.
  const std::vector<double>& fit_errors() const { return fit_errors_; }

  // Calls `use` for every person, by pattern; what it is given is valid during the call.
  void generate(Random& random, const std::function<void(const SyntheticPerson&)>& use) const;

 private:
  std::vector<std::uint64_t> whole_;  // by pattern
  std::vector<std::string> days_;
  std::vector<Marginal> attributes_, daily_;
  std::vector<double> fit_errors_;
  std::vector<DayPattern> patterns_;                // those that somebody has
  std::vector<std::vector<std::uint64_t>> tables_;  // by static attribute: by pattern, then by value
  std::uint64_t size_ = 0;
};

}  // namespace sourdine
