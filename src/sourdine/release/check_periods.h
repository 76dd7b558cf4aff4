// PeriodCounts: how many events a release would have in each period, and what to look at in them. The regions of the
// events are not looked at. Internal to release/.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "sourdine/counts/covered_days.h"
#include "sourdine/counts/release.h"
#include "sourdine/events/event_parser.h"
#include "sourdine/release/plan_release.h"

namespace sourdine {

// What to expect of the periods of one length: `events` are those of the median period; where that one is empty, the
// mean of those that are not.
struct PeriodOutlook : PeriodPlan {
  std::size_t periods = 0;                         // from the first to the last, empty ones included, gaps not
  std::uint64_t fewest = 0, median = 0, most = 0;  // events of a period
};

class PeriodCounts {
 public:
  // The configuration must outlive it.
  explicit PeriodCounts(const ReleaseConfig& config) : config_(config), base_(base_period(config.publish)) {}

  void add(const Event& event);

  std::uint64_t events() const { return events_; }
  std::uint64_t outside() const { return outside_; }  // before 'from' or after 'to'
  std::uint64_t missing() const { return missing_; }  // on days declared missing

  // There must be events for what follows.
  // Throws Error(bad_input) where a release would, which keeps the times for its synthetic rows.
  void require_times_fit() const;
  // The periods that a release would have.
  Timeline timeline(Period period) const;
  std::vector<std::uint64_t> totals(const Timeline& timeline) const;
  // Which of its days a release would cover.
  CoveredDays covered_days() const;

 private:
  const ReleaseConfig& config_;
  Period base_;
  std::unordered_map<std::int64_t, std::uint64_t> counts_;
  std::int64_t last_number_ = std::numeric_limits<std::int64_t>::min();
  std::uint64_t* last_count_ = nullptr;
  std::uint64_t events_ = 0;
  std::uint64_t outside_ = 0;
  std::uint64_t missing_ = 0;
  std::chrono::local_seconds first_read_, earliest_, latest_;
};

// Of the periods that are no gap.
PeriodOutlook period_outlook(Period period, const PeriodCounts& counts, std::size_t regions,
                             const HalfWidth& half_width);

// Days without events, and periods that are covered in part: a sentence each, where there are some.
void add_coverage_notes(const ReleaseConfig& config, const PeriodCounts& counts, std::vector<std::string>& notes);

}  // namespace sourdine
