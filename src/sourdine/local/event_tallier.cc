#include "sourdine/local/event_tallier.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"

namespace sourdine {
namespace {

using std::chrono::local_seconds;

std::uint32_t checked_offset(std::chrono::seconds offset) {
  if (offset.count() < 0 || offset.count() > std::numeric_limits<std::uint32_t>::max()) {
    fail_input("the events lie many decades apart", "Is the time format right? Or give 'from' and 'to' in [events].");
  }
  return static_cast<std::uint32_t>(offset.count());
}

// One per core, as long as their reports do not take much memory.
std::size_t batches_at_once(std::size_t batch_size, std::size_t report_bytes) {
  constexpr std::size_t max_bytes = std::size_t{1} << 25;
  return std::clamp<std::size_t>(max_bytes / (batch_size * (report_bytes + 1)), 1, thread_count(0));
}

}  // namespace

std::uint32_t TimeOffsets::offset(local_seconds time) const { return checked_offset(time - origin_); }

std::uint32_t TimeOffsets::since(local_seconds start, std::uint32_t offset) const {
  return checked_offset(origin_ + std::chrono::seconds(offset) - start);
}

EventTallier::EventTallier(const Oracle& oracle, const RandomSource& random, const TallyOptions& options)
    : oracle_(oracle),
      random_(random),
      options_(options),
      waiting_(batches_at_once(batch_size, oracle.report_bytes()), {.reports = Reports(oracle.report_bytes())}) {
  events_.reserve(batch_size);
}

void EventTallier::flush() {
  if (options_.keep_times) {
    if (!offsets_) offsets_.emplace(events_.front().time);
    auto& times = times_.emplace_back();
    times.reserve(events_.size());
    for (const Event& event : events_) times.push_back(offsets_->offset(event.time));
  }
  Batch& batch = waiting_[waiting_count_++];
  batch.stream = streams_++;
  group(batch);
  events_.clear();
  if (waiting_count_ == waiting_.size()) count_waiting();
}

// The values of the events, those of each slot together, in the order in which the slots turn up.
void EventTallier::group(Batch& batch) {
  std::int64_t last_period = std::numeric_limits<std::int64_t>::min();
  std::uint32_t slot = 0;
  event_slots_.clear();
  batch.parts.clear();
  for (const Event& event : events_) {
    const std::int64_t period = period_number(options_.base, event.time);
    if (period != last_period) slot = find_slot(period);
    last_period = period;
    if (slots_[slot].end++ == 0) batch.parts.push_back({slot, 0});
    event_slots_.push_back(slot);
  }
  std::size_t begin = 0;
  for (const Part& part : batch.parts) begin += std::exchange(slots_[part.slot].end, begin);
  batch.values.resize(events_.size());
  for (std::size_t i = 0; i < events_.size(); ++i) batch.values[slots_[event_slots_[i]].end++] = events_[i].region;
  for (Part& part : batch.parts) part.end = std::exchange(slots_[part.slot].end, 0);
}

std::uint32_t EventTallier::find_slot(std::int64_t period) {
  const auto [found, is_new] = slot_numbers_.try_emplace(period, static_cast<std::uint32_t>(slots_.size()));
  if (is_new) {
    Slot& slot = slots_.emplace_back();
    slot.period = period;
    slot.tally.cells.resize(oracle_.cells());
    if (options_.keep_truth) slot.truth.resize(oracle_.k());
  }
  return found->second;
}

// One draw of randomness for all of a batch: oracles are fastest with many values at once. Batches are randomised side
// by side and counted one after the other, in the order in which they came.
void EventTallier::count_waiting() {
  std::size_t next = 0;
  ordered_pipeline<Batch*>(
      waiting_count_, nullptr,
      [&](Batch*& batch) {
        batch = next < waiting_count_ ? &waiting_[next++] : nullptr;
        return batch != nullptr;
      },
      [&](Batch*& batch) {
        batch->reports.clear();
        random_.with_stream(batch->stream,
                            [&](Random& bits) { oracle_.randomize(batch->values, bits, batch->reports); });
      },
      [&](Batch*& batch) { count(*batch); });
  waiting_count_ = 0;
}

void EventTallier::count(const Batch& batch) {
  std::size_t from = 0;
  for (const auto& [number, end] : batch.parts) {
    Slot& slot = slots_[number];
    oracle_.tally(batch.reports.view().subview(from, end - from), TallySpan{slot.tally.reports, slot.tally.cells});
    for (; options_.keep_truth && from < end; ++from) ++slot.truth[batch.values[from]];
    from = end;
  }
}

std::vector<std::uint32_t> EventTallier::times_since(local_seconds start) {
  std::vector<std::uint32_t> times;
  times.reserve((streams_ - 1) * batch_size + times_.back().size());
  for (auto& batch : times_) {
    for (const std::uint32_t offset : batch) times.push_back(offsets_->since(start, offset));
    batch = {};
  }
  return times;
}

CollectedEvents EventTallier::finish() {
  if (!events_.empty()) flush();
  if (slots_.empty()) {
    fail_input("there are no events to publish", "Is it the right source, and do 'from' and 'to' fit it?");
  }
  if (waiting_count_ > 0) count_waiting();
  const auto [first, last] = std::ranges::minmax_element(slots_, {}, &Slot::period);
  const auto from = options_.from ? local_seconds(*options_.from) : period_start(options_.base, first->period);
  const auto to = options_.to ? local_seconds(*options_.to) + std::chrono::days(1) - std::chrono::seconds(1)
                              : period_start(options_.base, last->period);
  CollectedEvents collected{.timeline = Timeline(options_.base, from, to)};
  collected.tallies.resize(collected.timeline.size());
  if (options_.keep_truth) collected.truth.resize(collected.timeline.size() * oracle_.k());
  for (Slot& slot : slots_) {
    const std::size_t index = collected.timeline.index(period_start(options_.base, slot.period));
    collected.tallies[index] = std::move(slot.tally);
    if (!options_.keep_truth) continue;
    std::ranges::copy(slot.truth, collected.truth.begin() + static_cast<std::ptrdiff_t>(index * oracle_.k()));
  }
  if (options_.keep_times) collected.times = times_since(collected.timeline.start(0));
  return collected;
}

}  // namespace sourdine
