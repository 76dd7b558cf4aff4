// MobilityStores: what is collected by a mobility survey, and what it says. For every run of consecutive days, how many
// people were seen, and the tally of their reports for each attribute.
//
// Estimates: of the n people in a store, m drew the attribute, a uniform sample of them. The share of a value among all
// n is estimated by its share among the m, which the oracle's inversion gives; unbiased. Its interval is for the share
// among all n: the variance is that of the reports and that of sampling m of n without replacement,
//   V = V_reports(m·f) + m·f(1 − f)·(n − m)/(n − 1)          of the count among the m, f the share,
// and all shares f are in the interval that the estimate does not contradict (score interval, half a report of room).
// Up to few_reports reports, where a sum of bits is not normal yet, the exact interval of an unlimited population takes
// its place, which covers more often than asked. Where m = n there was no sampling, and the interval is that of the
// oracle (estimate/estimate.h).
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sourdine/estimate/estimate.h"
#include "sourdine/mobility/mobility_survey.h"
#include "sourdine/mobility/union_stores.h"

namespace sourdine {

class MobilityStores {
 public:
  // The survey must outlive it. 1 to max_scenario_days days.
  MobilityStores(const MobilitySurvey& survey, std::size_t days);

  const MobilitySurvey& survey() const { return survey_; }
  std::size_t days() const { return days_; }

  // The person is seen on the day, for the first time since `last_seen`, if ever: the report goes into the stores
  // in which the person is not yet. Throws Error(bad_input) for days that are not there or out of order, or a report
  // that the attribute's oracle cannot have made; nothing has been added then.
  void add(std::optional<std::size_t> last_seen, std::size_t today, const MobilityReport& report);

  std::uint64_t people(DayRun days) const;
  const Tally& tally(DayRun days, std::size_t attribute) const;
  // For scenarios: the sizes of all stores. Exact numbers, not private.
  UnionStatistics sizes(std::vector<std::string> day_names) const;

 private:
  struct Store {
    std::uint64_t people = 0;
    std::vector<Tally> tallies;  // by attribute
  };
  const Store& store(DayRun days) const;

  const MobilitySurvey& survey_;
  std::size_t days_;
  std::vector<Store> stores_;  // in the order of day_runs()
};

// Remembers on which day each person was last seen, by a number that must not leave this place.
class Sightings {
 public:
  explicit Sightings(MobilityStores& stores) : stores_(stores) {}

  // False when the person has been seen on that day already.
  bool see(std::uint64_t person, std::size_t day, const MobilityReport& report);

 private:
  MobilityStores& stores_;
  std::unordered_map<std::uint64_t, std::size_t> last_seen_;
};

struct StoreEstimates {
  std::uint64_t people = 0;      // n, exact
  std::uint64_t reports = 0;     // m of them about this attribute
  std::vector<Estimate> shares;  // by value, of all n people; none when there are no reports
};

inline constexpr std::uint64_t few_reports = 1000;

// Throws Error(bad_input) when the confidence does not lie between 0 and 1.
StoreEstimates estimate_store(const MobilityStores& stores, DayRun days, std::size_t attribute,
                              double confidence = 0.95);
// The same of any sample: `tally` has the reports of m of n people, drawn uniformly without replacement. n ≥ m.
StoreEstimates estimate_sampled(const Oracle& oracle, TallyView tally, std::uint64_t people, double confidence = 0.95);

}  // namespace sourdine
