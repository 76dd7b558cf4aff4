#include "sourdine/release/collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

using std::chrono::local_seconds;

constexpr std::size_t batch_size = std::size_t{1} << 16;

// Tallies by base period in the order in which the periods turn up; put in calendar order at the end.
class Slots {
 public:
  Slots(const Oracle& oracle, const CollectOptions& options)
      : oracle_(oracle), options_(options), scratch_(oracle.empty_tally()), reports_(oracle.report_bytes()) {}

  void add(std::span<const Event> batch, Random& random) {
    group(batch);
    for (const std::uint32_t slot : touched_) {
      auto& values = waiting_[slot];
      reports_.clear();
      oracle_.randomize(values, random, reports_);
      oracle_.tally(reports_, scratch_);
      count_[slot] += scratch_.reports;
      const auto into = std::span(cells_).subspan(slot * scratch_.cells.size(), scratch_.cells.size());
      for (std::size_t i = 0; i < into.size(); ++i) into[i] += std::exchange(scratch_.cells[i], 0);
      scratch_.reports = 0;
      if (options_.keep_truth) {
        for (const Value value : values) ++truth_[slot * oracle_.k() + value];
      }
      values.clear();
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
      waiting_.emplace_back();
      cells_.resize(cells_.size() + scratch_.cells.size());
      if (options_.keep_truth) truth_.resize(truth_.size() + oracle_.k());
    }
    return found->second;
  }

  void group(std::span<const Event> batch) {
    std::int64_t last_base = std::numeric_limits<std::int64_t>::min();
    std::uint32_t slot = 0;
    for (const Event& event : batch) {
      const std::int64_t base = period_number(options_.base, event.time);
      if (base != last_base) {
        slot = slot_of(base);
        last_base = base;
      }
      if (waiting_[slot].empty()) touched_.push_back(slot);
      waiting_[slot].push_back(event.region);
    }
  }

  const Oracle& oracle_;
  const CollectOptions& options_;
  std::unordered_map<std::int64_t, std::uint32_t> slots_;
  std::vector<std::int64_t> base_;
  std::vector<std::uint64_t> count_;
  std::vector<std::uint64_t> cells_;
  std::vector<std::uint64_t> truth_;
  std::vector<std::vector<Value>> waiting_;
  std::vector<std::uint32_t> touched_;
  Tally scratch_;
  Reports reports_;
};

// Times as 32 bits: seconds from half a century before the first event read, which leaves 86 years after it.
class Times {
 public:
  void add(local_seconds time) {
    const std::int64_t seconds = time.time_since_epoch().count();
    if (offsets_.empty()) origin_ = seconds - std::chrono::seconds(std::chrono::years(50)).count();
    offsets_.push_back(checked(seconds - origin_));
  }
  std::vector<std::uint32_t> since(local_seconds start) && {
    const std::int64_t shift = origin_ - start.time_since_epoch().count();
    for (std::uint32_t& offset : offsets_) offset = checked(offset + shift);
    return std::move(offsets_);
  }

 private:
  static std::uint32_t checked(std::int64_t offset) {
    if (offset < 0 || offset > std::numeric_limits<std::uint32_t>::max()) {
      fail_input("the events lie many decades apart", "Is the time format right? Or give 'from' and 'to' in [events].");
    }
    return static_cast<std::uint32_t>(offset);
  }

  std::vector<std::uint32_t> offsets_;
  std::int64_t origin_ = 0;
};

bool is_outside(const Event& event, const CollectOptions& options) {
  const auto day = std::chrono::floor<std::chrono::days>(event.time);
  return (options.from && day < *options.from) || (options.to && day > *options.to);
}

}  // namespace

std::uint64_t Collection::events() const { return std::accumulate(reports.begin(), reports.end(), std::uint64_t{0}); }

Collection collect(const std::function<bool(Event&)>& next, const Oracle& oracle, const RandomSource& random,
                   const CollectOptions& options) {
  Slots slots(oracle, options);
  Times times;
  std::vector<Event> batch;
  batch.reserve(batch_size);
  std::uint64_t outside = 0;
  std::uint64_t used = 0;
  std::uint64_t stream = 0;
  const auto flush = [&] {
    if (batch.empty()) return;
    random.with_stream(stream++, [&](Random& bits) { slots.add(batch, bits); });
    used += batch.size();
    batch.clear();
  };
  Event event;
  while (next(event)) {
    if (is_outside(event, options)) {
      ++outside;
      continue;
    }
    batch.push_back(event);
    if (options.on_used) options.on_used();
    if (options.keep_times) times.add(event.time);
    if (batch.size() == batch_size) flush();
  }
  flush();
  if (used == 0) fail_input("there are no events to publish", "Is it the right source, and do 'from' and 'to' fit it?");
  Collection collection = slots.in_order();
  collection.outside = outside;
  if (options.keep_times) collection.times = std::move(times).since(collection.timeline.start(0));
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
