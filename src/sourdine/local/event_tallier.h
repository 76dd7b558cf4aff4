// EventTallier: from events to tallies: every event is randomised once, and its one report counts in every period.
//
// The events are read in one pass. What is kept is O(periods with events × cells), plus four bytes per event for its
// time when synthetic rows will be made; the time of an event is public, its region is not kept unless `keep_truth`
// asks for it. Tallies are kept by day (by hour when hours are published); those of longer periods are their sums, so
// one event costs its ε once however many periods are published.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sourdine/base/calendar.h"
#include "sourdine/counts/period_estimates.h"
#include "sourdine/events/event_parser.h"
#include "sourdine/oracle/oracle.h"
#include "sourdine/random/random_source.h"

namespace sourdine {

struct TallyOptions {
  Period base = Period::day;  // day or hour
  bool keep_times = true;
  bool keep_truth = false;                          // the true counts, for studies and for the ratio filters
  std::optional<std::chrono::local_days> from, to;  // days to cover; no event may lie outside
};

// How the times of events are kept in 32 bits: as seconds since half a century before the first event read, which
// leaves 86 years after it. Throws Error(bad_input) for events that lie farther apart.
class TimeOffsets {
 public:
  // Of the first event read.
  explicit TimeOffsets(std::chrono::local_seconds first) : origin_(first - std::chrono::years(50)) {}

  std::uint32_t offset(std::chrono::local_seconds time) const;
  // From seconds since the origin to seconds since `start`.
  std::uint32_t since(std::chrono::local_seconds start, std::uint32_t offset) const;

 private:
  std::chrono::local_seconds origin_;
};

// Randomises and counts events as they come, several batches at once on as many cores. Batches of events take the
// streams 0, 1, … of `random`, so a seeded result depends on the events and their order alone.
class EventTallier {
 public:
  // All three must outlive it.
  EventTallier(const Oracle& oracle, const RandomSource& random, const TallyOptions& options);

  void add(const Event& event) {
    events_.push_back(event);
    if (events_.size() == batch_size) flush();
  }
  // Throws Error(bad_input) when there were no events.
  CollectedEvents finish();

 private:
  static constexpr std::size_t batch_size = std::size_t{1} << 16;
  // A base period that has events.
  struct Slot {
    std::int64_t period = 0;  // period_number()
    PeriodTally tally;
    std::vector<std::uint64_t> truth;  // by region, or empty
    std::size_t end = 0;               // while a batch is grouped: where its part ends; else 0
  };
  // The part of a batch that falls into one slot: it ends before value `end` and begins where the part before it ends.
  struct Part {
    std::uint32_t slot;
    std::size_t end;
  };
  struct Batch {
    std::uint64_t stream = 0;
    std::vector<Value> values = {};  // part by part
    std::vector<Part> parts = {};
    Reports reports;  // of the values
  };

  void flush();
  void group(Batch& batch);
  std::uint32_t find_slot(std::int64_t period);
  void count_waiting();
  void count(const Batch& batch);
  std::vector<std::uint32_t> times_since(std::chrono::local_seconds start);

  const Oracle& oracle_;
  const RandomSource& random_;
  const TallyOptions& options_;
  std::vector<Event> events_;   // of the next batch
  std::vector<Batch> waiting_;  // until there is one for every core
  std::size_t waiting_count_ = 0;
  std::uint64_t streams_ = 0;
  std::vector<Slot> slots_;  // in the order in which the periods turn up
  std::unordered_map<std::int64_t, std::uint32_t> slot_numbers_;
  std::vector<std::uint32_t> event_slots_;         // while a batch is grouped: the slot of each event
  std::optional<TimeOffsets> offsets_;             // once there is an event
  std::vector<std::vector<std::uint32_t>> times_;  // by batch: a vector that grows would hold them twice
};

}  // namespace sourdine
