// From events to tallies: every event is randomised once, and its one report counts in every period.
//
// The events are read in one pass. What is kept is O(periods × cells), plus four bytes per event for its time when
// synthetic rows will be made; the time of an event is public, its region is not kept unless `keep_truth` asks for it.
// Tallies are kept by day (by hour when hours are published); those of longer periods are their sums, so one event costs
// its ε once however many periods are published.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "sourdine/events/calendar.h"
#include "sourdine/events/event_parser.h"
#include "sourdine/oracle/oracle.h"
#include "sourdine/random/random_source.h"

namespace sourdine {

struct CollectOptions {
  Period base = Period::day;  // day or hour
  bool keep_times = true;
  bool keep_truth = false;                          // the true counts, for studies and for the ratio filters
  std::optional<std::chrono::local_days> from, to;  // days to cover; events outside are counted and left out
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

// Randomises and counts events as they come. Batches of events take the streams 0, 1, … of `random`, so a seeded result
// depends on the events and their order alone.
class Collector {
 public:
  // All three must outlive the collector.
  Collector(const Oracle& oracle, const RandomSource& random, const CollectOptions& options);
  ~Collector();

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
  Collection finish();

 private:
  class Slots;
  class Times;
  static constexpr std::size_t batch_size = std::size_t{1} << 16;
  void flush();

  const RandomSource& random_;
  const CollectOptions& options_;
  std::chrono::local_seconds from_ = std::chrono::local_seconds::min();
  std::chrono::local_seconds to_ = std::chrono::local_seconds::max();
  std::unique_ptr<Slots> slots_;
  std::unique_ptr<Times> times_;
  std::vector<Event> batch_;
  std::uint64_t outside_ = 0;
  std::uint64_t batches_ = 0;
};

// The tallies of longer periods, one per period of `timeline`, which must cover the collection's.
std::vector<Tally> tallies_by(const Timeline& timeline, const Collection& collection, const Oracle& oracle);
// The true counts likewise, periods × k; empty when they were not kept.
std::vector<double> truth_by(const Timeline& timeline, const Collection& collection, std::size_t k);

}  // namespace sourdine
