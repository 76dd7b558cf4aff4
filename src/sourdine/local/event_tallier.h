// EventTallier: from events to tallies: every event is randomised once, and its one report counts in every period.
//
// The events are read in one pass. What is kept is O(periods with events × cells), plus four bytes per event for its
// time when synthetic rows will be made; the time of an event is public, its region is not kept unless `keep_truth`
// asks for it. Tallies are kept by day (by hour when hours are published); those of longer periods are their sums, so
// one event costs its ε once however many periods are published.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sourdine/base/calendar.h"
#include "sourdine/counts/collected_events.h"
#include "sourdine/events/event_parser.h"
#include "sourdine/oracle/oracle.h"
#include "sourdine/random/random_source.h"

namespace sourdine {

struct TallyOptions {
  Period base = Period::day;  // day or hour
  bool keep_times = true;
  bool keep_truth = false;                          // the true counts, for studies and for the ratio filters
  std::optional<std::chrono::local_days> from, to;  // days to cover; events outside are counted and left out
};

// How the times of events are kept in 32 bits: as seconds since half a century before the first event read, which
// leaves 86 years after it. Throws Error(bad_input) for events that lie farther apart.
class TimeOffsets {
 public:
  // Of the first event read.
  explicit TimeOffsets(std::chrono::local_seconds first);

  std::uint32_t offset(std::chrono::local_seconds time) const;
  // From seconds since the origin to seconds since `start`.
  std::uint32_t since(std::chrono::local_seconds start, std::uint32_t offset) const;

 private:
  std::int64_t origin_;  // seconds since 1970
};

// Randomises and counts events as they come, several batches at once on as many cores. Batches of events take the
// streams 0, 1, … of `random`, so a seeded result depends on the events and their order alone.
class EventTallier {
 public:
  // All three must outlive it.
  EventTallier(const Oracle& oracle, const RandomSource& random, const TallyOptions& options);
  ~EventTallier();

  // False when the event lies outside of the days asked for, and is left out.
  bool add(const Event& event) {
    if (event.time < from_ || event.time >= to_) {
      ++outside_;
      return false;
    }
    batch_.push_back(event);
    if (batch_.size() == batch_size) flush();
    return true;
  }
  // Throws Error(bad_input) when there were no events.
  CollectedEvents finish();

 private:
  class Slots;
  class Times;
  static constexpr std::size_t batch_size = std::size_t{1} << 16;
  void flush();

  const RandomSource& random_;
  const TallyOptions& options_;
  std::chrono::local_seconds from_ = std::chrono::local_seconds::min();
  std::chrono::local_seconds to_ = std::chrono::local_seconds::max();
  std::unique_ptr<Slots> slots_;
  std::unique_ptr<Times> times_;
  std::vector<Event> batch_;
  std::uint64_t outside_ = 0;
};

}  // namespace sourdine
