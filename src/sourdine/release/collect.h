// From events to tallies: every event is randomised once, and its one report counts in every period.
//
// The events are read in one pass. What is kept is O(periods × cells), plus four bytes per event for its time when
// synthetic rows will be made; the time of an event is public, its region is not kept unless `keep_truth` asks for it.
// Tallies are kept by day (by hour when hours are published); those of longer periods are their sums, so one event costs
// its ε once however many periods are published.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sourdine/events/calendar.h"
#include "sourdine/events/event_reader.h"
#include "sourdine/oracle/oracle.h"
#include "sourdine/random/random_source.h"

namespace sourdine {

struct CollectOptions {
  Period base = Period::day;  // day or hour
  bool keep_times = true;
  bool keep_truth = false;                          // the true counts, for studies and for the ratio filters
  std::optional<std::chrono::local_days> from, to;  // days to cover; events outside are counted and left out
  std::function<void()> on_used;                    // called for each event that is not left out
};

struct Collection {
  Timeline timeline;                   // of the base periods, without gaps
  std::vector<std::uint64_t> reports;  // by base period
  std::vector<std::uint64_t> cells;    // base periods × cells of the oracle
  std::vector<std::uint64_t> truth;    // base periods × k, or empty
  std::vector<std::uint32_t> times;    // seconds since the timeline's start, in the order of the events, or empty
  std::uint64_t outside = 0;           // events before `from` or after `to`

  std::uint64_t events() const;
};

// `next` gives the events one by one, false at their end. Batches of events take the streams 0, 1, … of `random`, so a
// seeded result depends on the events and their order alone. Throws Error(bad_input) when there are no events.
Collection collect(const std::function<bool(Event&)>& next, const Oracle& oracle, const RandomSource& random,
                   const CollectOptions& options = {});

// The tallies of longer periods, one per period of `timeline`, which must cover the collection's.
std::vector<Tally> tallies_by(const Timeline& timeline, const Collection& collection, const Oracle& oracle);
// The true counts likewise, periods × k; empty when they were not kept.
std::vector<double> truth_by(const Timeline& timeline, const Collection& collection, std::size_t k);

}  // namespace sourdine
