#include "sourdine/release/collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "sourdine/base/error.h"

namespace sourdine {

using std::chrono::local_seconds;

// Tallies by base period in the order in which the periods turn up; put in calendar order at the end.
class Collector::Slots {
 public:
  Slots(const Oracle& oracle, const CollectOptions& options)
      : oracle_(oracle),
        options_(options),
        scratch_(oracle.empty_tally()),
        randomized_(oracle.report_bytes()),
        reports_(oracle.report_bytes()) {}

  // One draw of randomness for all of the batch: oracles are fastest with many values at once.
  void add(std::span<const Event> batch, Random& random) {
    group(batch);
    randomized_.clear();
    oracle_.randomize(values_, random, randomized_);
    std::size_t from = 0;
    for (const std::uint32_t slot : touched_) {
      const std::size_t to = std::exchange(ends_[slot], 0);
      tally(slot, from, to - from);
      for (; options_.keep_truth && from < to; ++from) ++truth_[slot * oracle_.k() + values_[from]];
      from = to;
    }
    touched_.clear();
  }

  Collection in_order() const {
    const auto [first, last] = std::minmax_element(base_.begin(), base_.end());
    const auto from = options_.from ? local_seconds(*options_.from) : period_start(options_.base, *first);
    const auto to = options_.to ? local_seconds(*options_.to) + std::chrono::days(1) - std::chrono::seconds(1)
                                : period_start(options_.base, *last);
    Collection collection{Timeline(options_.base, from, to), {}, {}, {}, {}, 0};
    const std::size_t periods = collection.timeline.size();
    collection.reports.resize(periods);
    collection.cells.resize(periods * scratch_.cells.size());
    if (options_.keep_truth) collection.truth.resize(periods * oracle_.k());
    for (std::size_t slot = 0; slot < base_.size(); ++slot) {
      const std::size_t index = collection.timeline.index(period_start(options_.base, base_[slot]));
      collection.reports[index] = count_[slot];
      place(cells_, slot, collection.cells, index, scratch_.cells.size());
      if (options_.keep_truth) place(truth_, slot, collection.truth, index, oracle_.k());
    }
    return collection;
  }

 private:
  // Adds `count` of the reports, those from `from` on.
  void tally(std::uint32_t slot, std::size_t from, std::size_t count) {
    reports_.clear();
    const auto bytes = randomized_.bytes().subspan(from * reports_.report_bytes(), count * reports_.report_bytes());
    std::copy(bytes.begin(), bytes.end(), reports_.append(count).begin());
    oracle_.tally(reports_, scratch_);
    count_[slot] += std::exchange(scratch_.reports, 0);
    const std::size_t width = scratch_.cells.size();
    for (std::size_t i = 0; i < width; ++i) cells_[slot * width + i] += std::exchange(scratch_.cells[i], 0);
  }

  static void place(const std::vector<std::uint64_t>& from, std::size_t slot, std::vector<std::uint64_t>& to,
                    std::size_t index, std::size_t width) {
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(slot * width), width,
                to.begin() + static_cast<std::ptrdiff_t>(index * width));
  }

  std::uint32_t slot_of(std::int64_t base) {
    const auto [found, is_new] = slots_.try_emplace(base, static_cast<std::uint32_t>(base_.size()));
    if (is_new) {
      base_.push_back(base);
      count_.push_back(0);
      ends_.push_back(0);
      cells_.resize(cells_.size() + scratch_.cells.size());
      if (options_.keep_truth) truth_.resize(truth_.size() + oracle_.k());
    }
    return found->second;
  }

  // The batch's values, those of each touched slot together, in the order in which the slots turn up.
  void group(std::span<const Event> batch) {
    std::int64_t last_base = std::numeric_limits<std::int64_t>::min();
    std::uint32_t slot = 0;
    slot_of_event_.clear();
    for (const Event& event : batch) {
      const std::int64_t base = period_number(options_.base, event.time);
      if (base != last_base) {
        slot = slot_of(base);
        last_base = base;
      }
      if (ends_[slot]++ == 0) touched_.push_back(slot);
      slot_of_event_.push_back(slot);
    }
    std::size_t begin = 0;
    for (const std::uint32_t touched : touched_) begin += std::exchange(ends_[touched], begin);
    values_.resize(batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) values_[ends_[slot_of_event_[i]]++] = batch[i].region;
  }

  const Oracle& oracle_;
  const CollectOptions& options_;
  std::unordered_map<std::int64_t, std::uint32_t> slots_;
  std::vector<std::int64_t> base_;
  std::vector<std::uint64_t> count_;
  std::vector<std::uint64_t> cells_;
  std::vector<std::uint64_t> truth_;
  std::vector<std::uint32_t> touched_;        // by the batch
  std::vector<std::uint32_t> slot_of_event_;  // of the batch
  std::vector<std::size_t> ends_;             // by slot: of its part of values_; 0 between batches
  std::vector<Value> values_;                 // of the batch, slot by slot
  Tally scratch_;
  Reports randomized_;  // of values_
  Reports reports_;     // of one slot
};

// Times as 32 bits: seconds from half a century before the first event read, which leaves 86 years after it. Kept batch
// by batch: a vector that grows would hold them twice whenever it does.
class Collector::Times {
 public:
  void add(std::span<const Event> batch) {
    const auto seconds_of = [](const Event& event) { return event.time.time_since_epoch().count(); };
    if (batches_.empty()) {
      origin_ = seconds_of(batch.front()) - std::chrono::seconds(std::chrono::years(50)).count();
    }
    auto& offsets = batches_.emplace_back(batch.size());
    std::transform(batch.begin(), batch.end(), offsets.begin(),
                   [&](const Event& event) { return checked(seconds_of(event) - origin_); });
  }

  std::vector<std::uint32_t> since(local_seconds start) && {
    const std::int64_t shift = origin_ - start.time_since_epoch().count();
    std::size_t size = 0;
    for (const auto& offsets : batches_) size += offsets.size();
    std::vector<std::uint32_t> times;
    times.reserve(size);
    for (auto& offsets : batches_) {
      for (const std::uint32_t offset : offsets) times.push_back(checked(offset + shift));
      offsets = {};
    }
    return times;
  }

 private:
  static std::uint32_t checked(std::int64_t offset) {
    if (offset < 0 || offset > std::numeric_limits<std::uint32_t>::max()) {
      fail_input("the events lie many decades apart", "Is the time format right? Or give 'from' and 'to' in [events].");
    }
    return static_cast<std::uint32_t>(offset);
  }

  std::vector<std::vector<std::uint32_t>> batches_;
  std::int64_t origin_ = 0;
};

std::uint64_t Collection::events() const { return std::accumulate(reports.begin(), reports.end(), std::uint64_t{0}); }

Collector::Collector(const Oracle& oracle, const RandomSource& random, const CollectOptions& options)
    : random_(random),
      options_(options),
      slots_(std::make_unique<Slots>(oracle, options)),
      times_(std::make_unique<Times>()) {
  if (options.from) from_ = *options.from;
  if (options.to) to_ = *options.to + std::chrono::days(1);
  batch_.reserve(batch_size);
}
Collector::~Collector() = default;

void Collector::flush() {
  if (options_.keep_times) times_->add(batch_);
  random_.with_stream(batches_++, [&](Random& bits) { slots_->add(batch_, bits); });
  batch_.clear();
}

Collection Collector::finish() {
  if (!batch_.empty()) flush();
  if (batches_ == 0) {
    fail_input("there are no events to publish", "Is it the right source, and do 'from' and 'to' fit it?");
  }
  Collection collection = slots_->in_order();
  collection.outside = outside_;
  if (options_.keep_times) collection.times = std::move(*times_).since(collection.timeline.start(0));
  return collection;
}

std::vector<Tally> tallies_by(const Timeline& timeline, const Collection& collection, const Oracle& oracle) {
  std::vector<Tally> tallies(timeline.size(), oracle.empty_tally());
  const std::size_t width = oracle.cells();
  for (std::size_t base = 0; base < collection.timeline.size(); ++base) {
    Tally& tally = tallies[timeline.index(collection.timeline.start(base))];
    tally.reports += collection.reports[base];
    for (std::size_t cell = 0; cell < width; ++cell) tally.cells[cell] += collection.cells[base * width + cell];
  }
  return tallies;
}

std::vector<double> truth_by(const Timeline& timeline, const Collection& collection, std::size_t k) {
  if (collection.truth.empty()) return {};
  std::vector<double> truth(timeline.size() * k);
  for (std::size_t base = 0; base < collection.timeline.size(); ++base) {
    const std::size_t period = timeline.index(collection.timeline.start(base));
    for (std::size_t v = 0; v < k; ++v) truth[period * k + v] += static_cast<double>(collection.truth[base * k + v]);
  }
  return truth;
}

}  // namespace sourdine
