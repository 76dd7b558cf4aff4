#include "sourdine/local/event_tallier.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"

namespace sourdine {

using std::chrono::local_seconds;

// Tallies by base period in the order in which the periods turn up; put in calendar order at the end.
class EventTallier::Slots {
 public:
  Slots(const Oracle& oracle, const TallyOptions& options)
      : oracle_(oracle),
        options_(options),
        waiting_(batches_at_once(oracle.report_bytes()), Batch(oracle.report_bytes())) {}

  // Keeps the batch until there is one for every core.
  void add(std::span<const Event> events, const RandomSource& random) {
    Batch& batch = waiting_[waiting_count_++];
    batch.stream = streams_++;
    group(events, batch);
    if (waiting_count_ == waiting_.size()) count_waiting(random);
  }

  // One draw of randomness for all of a batch: oracles are fastest with many values at once. Batches are randomised
  // side by side and counted one after the other, in the order in which they came.
  void count_waiting(const RandomSource& random) {
    if (waiting_count_ == 0) return;
    std::size_t next = 0;
    ordered_pipeline<Batch*>(
        waiting_count_, nullptr,
        [&](Batch*& batch) {
          batch = next < waiting_count_ ? &waiting_[next++] : nullptr;
          return batch != nullptr;
        },
        [&](Batch*& batch) {
          batch->reports.clear();
          random.with_stream(batch->stream,
                             [&](Random& bits) { oracle_.randomize(batch->values, bits, batch->reports); });
        },
        [&](Batch*& batch) { count(*batch); });
    waiting_count_ = 0;
  }

  std::uint64_t batches() const { return streams_; }

  CollectedEvents in_order() && {
    const auto [first, last] = std::minmax_element(base_.begin(), base_.end());
    const auto from = options_.from ? local_seconds(*options_.from) : period_start(options_.base, *first);
    const auto to = options_.to ? local_seconds(*options_.to) + std::chrono::days(1) - std::chrono::seconds(1)
                                : period_start(options_.base, *last);
    CollectedEvents collected{.timeline = Timeline(options_.base, from, to), .tallies = {}, .truth = {}, .times = {}};
    collected.tallies.resize(collected.timeline.size());
    if (options_.keep_truth) collected.truth.resize(collected.timeline.size() * oracle_.k());
    for (std::size_t slot = 0; slot < base_.size(); ++slot) {
      const std::size_t index = collected.timeline.index(period_start(options_.base, base_[slot]));
      collected.tallies[index] = std::move(tallies_[slot]);
      if (!options_.keep_truth) continue;
      std::copy_n(truth_.begin() + static_cast<std::ptrdiff_t>(slot * oracle_.k()), oracle_.k(),
                  collected.truth.begin() + static_cast<std::ptrdiff_t>(index * oracle_.k()));
    }
    return collected;
  }

 private:
  // The part of a batch that falls into one slot: it ends before value `end` and begins where the part before it ends.
  struct Part {
    std::uint32_t slot;
    std::size_t end;
  };
  struct Batch {
    explicit Batch(std::size_t report_bytes) : reports(report_bytes) {}
    std::uint64_t stream = 0;
    std::vector<Value> values;  // part by part
    std::vector<Part> parts;
    Reports reports;  // of the values
  };

  // One per core, as long as their reports do not take much memory.
  static std::size_t batches_at_once(std::size_t report_bytes) {
    constexpr std::size_t max_bytes = std::size_t{1} << 25;
    return std::clamp<std::size_t>(max_bytes / (batch_size * (report_bytes + 1)), 1, thread_count(0));
  }

  void count(const Batch& batch) {
    std::size_t from = 0;
    for (const auto& [slot, end] : batch.parts) {
      PeriodTally& tally = tallies_[slot];
      oracle_.tally(batch.reports.view().subview(from, end - from), TallySpan{tally.reports, tally.cells});
      for (; options_.keep_truth && from < end; ++from) ++truth_[slot * oracle_.k() + batch.values[from]];
      from = end;
    }
  }

  std::uint32_t find_slot(std::int64_t base) {
    const auto [found, is_new] = slots_.try_emplace(base, static_cast<std::uint32_t>(base_.size()));
    if (is_new) {
      base_.push_back(base);
      tallies_.push_back({0, std::vector<std::uint64_t>(oracle_.cells())});
      ends_.push_back(0);
      if (options_.keep_truth) truth_.resize(truth_.size() + oracle_.k());
    }
    return found->second;
  }

  // The values of the events, those of each slot together, in the order in which the slots turn up.
  void group(std::span<const Event> events, Batch& batch) {
    std::int64_t last_base = std::numeric_limits<std::int64_t>::min();
    std::uint32_t slot = 0;
    event_slots_.clear();
    batch.parts.clear();
    for (const Event& event : events) {
      const std::int64_t base = period_number(options_.base, event.time);
      if (base != last_base) {
        slot = find_slot(base);
        last_base = base;
      }
      if (ends_[slot]++ == 0) batch.parts.push_back({slot, 0});
      event_slots_.push_back(slot);
    }
    std::size_t begin = 0;
    for (const Part& part : batch.parts) begin += std::exchange(ends_[part.slot], begin);
    batch.values.resize(events.size());
    for (std::size_t i = 0; i < events.size(); ++i) batch.values[ends_[event_slots_[i]]++] = events[i].region;
    for (Part& part : batch.parts) part.end = std::exchange(ends_[part.slot], 0);
  }

  const Oracle& oracle_;
  const TallyOptions& options_;
  std::unordered_map<std::int64_t, std::uint32_t> slots_;
  std::vector<std::int64_t> base_;
  std::vector<PeriodTally> tallies_;
  std::vector<std::uint64_t> truth_;
  std::vector<std::uint32_t> event_slots_;  // while a batch is grouped: the slot of each event
  std::vector<std::size_t> ends_;           // while a batch is grouped: where a slot's part ends; else 0
  std::vector<Batch> waiting_;
  std::size_t waiting_count_ = 0;
  std::uint64_t streams_ = 0;
};

namespace {

std::uint32_t checked_offset(std::int64_t offset) {
  if (offset < 0 || offset > std::numeric_limits<std::uint32_t>::max()) {
    fail_input("the events lie many decades apart", "Is the time format right? Or give 'from' and 'to' in [events].");
  }
  return static_cast<std::uint32_t>(offset);
}

std::int64_t seconds_since_1970(local_seconds time) { return time.time_since_epoch().count(); }

}  // namespace

TimeOffsets::TimeOffsets(local_seconds first)
    : origin_(seconds_since_1970(first) - std::chrono::seconds(std::chrono::years(50)).count()) {}

std::uint32_t TimeOffsets::offset(local_seconds time) const {
  return checked_offset(seconds_since_1970(time) - origin_);
}

std::uint32_t TimeOffsets::since(local_seconds start, std::uint32_t offset) const {
  return checked_offset(offset + origin_ - seconds_since_1970(start));
}

// Kept batch by batch: a vector that grows would hold them twice whenever it does.
class EventTallier::Times {
 public:
  void add(std::span<const Event> batch) {
    if (batches_.empty()) offsets_ = TimeOffsets(batch.front().time);
    auto& offsets = batches_.emplace_back(batch.size());
    std::transform(batch.begin(), batch.end(), offsets.begin(),
                   [&](const Event& event) { return offsets_.offset(event.time); });
  }

  std::vector<std::uint32_t> since(local_seconds start) && {
    std::size_t size = 0;
    for (const auto& offsets : batches_) size += offsets.size();
    std::vector<std::uint32_t> times;
    times.reserve(size);
    for (auto& offsets : batches_) {
      for (const std::uint32_t offset : offsets) times.push_back(offsets_.since(start, offset));
      offsets = {};
    }
    return times;
  }

 private:
  std::vector<std::vector<std::uint32_t>> batches_;
  TimeOffsets offsets_{local_seconds()};  // that of the first event, once there is one
};

EventTallier::EventTallier(const Oracle& oracle, const RandomSource& random, const TallyOptions& options)
    : random_(random),
      options_(options),
      slots_(std::make_unique<Slots>(oracle, options)),
      times_(std::make_unique<Times>()) {
  if (options.from) from_ = *options.from;
  if (options.to) to_ = *options.to + std::chrono::days(1);
  batch_.reserve(batch_size);
}
EventTallier::~EventTallier() = default;

void EventTallier::flush() {
  if (options_.keep_times) times_->add(batch_);
  slots_->add(batch_, random_);
  batch_.clear();
}

CollectedEvents EventTallier::finish() {
  if (!batch_.empty()) flush();
  slots_->count_waiting(random_);
  if (slots_->batches() == 0) {
    fail_input("there are no events to publish", "Is it the right source, and do 'from' and 'to' fit it?");
  }
  CollectedEvents collected = std::move(*slots_).in_order();
  collected.outside = outside_;
  if (options_.keep_times) collected.times = std::move(*times_).since(collected.timeline.start(0));
  return collected;
}

}  // namespace sourdine
