#include "sourdine/counts/synthetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "sourdine/base/csv.h"
#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"
#include "sourdine/base/text.h"
#include "sourdine/base/utf8.h"
#include "sourdine/counts/contribution.h"

namespace sourdine {
namespace {

constexpr std::size_t rows_at_once = std::size_t{1} << 14;

// The regions of one period in a random order: a shuffle whose steps are taken one by one.
class Urn {
 public:
  void fill(std::span<const std::uint64_t> counts) {
    regions_.clear();
    for (std::size_t v = 0; v < counts.size(); ++v) regions_.insert(regions_.end(), counts[v], static_cast<Value>(v));
  }

  bool is_empty() const { return regions_.empty(); }

  Value draw(Random& random) {
    Value& drawn = regions_[random.below(regions_.size())];
    const Value region = std::exchange(drawn, regions_.back());
    regions_.pop_back();
    return region;
  }

 private:
  std::vector<Value> regions_;
};

// `items` in the order of their times, equal times in the order given. Base periods are days or hours, which are all of
// one length: items are first put into their periods, which is all it takes when the events came in order.
template <class TimeOf>
std::vector<std::uint32_t> in_time_order(const std::vector<std::uint32_t>& items, const CollectedEvents& collected,
                                         const TimeOf& time_of) {
  const auto length = static_cast<std::uint32_t>((collected.timeline.start(1) - collected.timeline.start(0)).count());
  std::vector<std::size_t> ends;
  std::size_t end = 0;
  for (const PeriodTally& period : collected.tallies) ends.push_back(std::exchange(end, end + period.reports));
  std::vector<std::uint32_t> sorted(items.size());
  for (const std::uint32_t item : items) sorted[ends[time_of(item) / length]++] = item;
  std::size_t begin = 0;
  for (const std::size_t period_end : ends) {
    const std::span period = std::span(sorted).subspan(begin, period_end - begin);
    if (!std::ranges::is_sorted(period, {}, time_of)) std::ranges::stable_sort(period, {}, time_of);
    begin = period_end;
  }
  return sorted;
}

// The events in order of time. The order of events of one time may follow their places in the input; where there is
// anything else to tell them apart, it is shuffled.
class TimeOrder {
 public:
  TimeOrder(const CollectedEvents& collected, bool is_shuffled, Random& random) : times_(collected.times) {
    if (is_shuffled) {
      std::vector<std::uint32_t> events(times_.size());
      std::iota(events.begin(), events.end(), 0U);
      for (std::size_t i = events.size(); i > 1; --i) std::swap(events[i - 1], events[random.below(i)]);
      events_ = in_time_order(events, collected, [&](std::uint32_t event) { return times_[event]; });
    } else if (!std::ranges::is_sorted(times_)) {
      sorted_ = in_time_order(times_, collected, std::identity());
    }
  }

  std::size_t event(std::size_t row) const { return events_.empty() ? row : events_[row]; }
  std::uint32_t time(std::size_t row) const { return sorted_.empty() ? times_[event(row)] : sorted_[row]; }

 private:
  const std::vector<std::uint32_t>& times_;
  std::vector<std::uint32_t> events_;  // empty: not shuffled, and nobody asks which event a row is of
  std::vector<std::uint32_t> sorted_;  // empty: the times are in order
};

constexpr std::uint64_t day_seconds = 86'400;

void append_two_digits(std::uint64_t number, std::string& text) {
  text += static_cast<char>('0' + number / 10);
  text += static_cast<char>('0' + number % 10);
}

struct SyntheticRow {
  std::uint64_t number;  // for the id column
  std::uint32_t time;    // seconds since the timeline's start
  Value region;
  std::size_t event;  // whose public columns it has
};

// The text of synthetic rows. Times are written "2008-08-08", with minutes when any event has some, with seconds when
// any has.
class SyntheticRows {
 public:
  // `passthrough` must outlive it.
  SyntheticRows(const CollectedEvents& collected, const std::vector<std::string>& regions,
                const SyntheticColumns& columns, const PassthroughTexts& passthrough)
      : start_(std::chrono::floor<std::chrono::days>(collected.timeline.start(0))),
        start_of_day_(static_cast<std::uint32_t>((collected.timeline.start(0) - start_).count())),
        fields_(columns.names.size()),
        passthrough_(passthrough) {
    find_clock(collected);
    for (const std::string& region : regions) regions_.push_back(csv_field(region));
    fields_[columns.time].content = Content::time;
    if (columns.clock != SIZE_MAX) {
      fields_[columns.time].content = Content::day;
      fields_[columns.clock].content = Content::clock;
    }
    fields_[columns.place].content = Content::place;
    if (columns.id != SIZE_MAX) fields_[columns.id].content = Content::id;
    for (std::size_t i = 0; i < columns.keep.size(); ++i) fields_[columns.keep[i]] = {Content::passthrough, i};
  }

  // The rows as CSV, each with its line end. Thread-safe.
  void write(std::span<const SyntheticRow> rows, std::string& text) const {
    text.clear();
    std::uint64_t day = std::numeric_limits<std::uint64_t>::max();
    std::string day_text;  // of the last row, since the next one is most often of the same
    for (const SyntheticRow& row : rows) {
      const std::uint64_t seconds = start_of_day_ + std::uint64_t{row.time};
      if (seconds / day_seconds != day) {
        day = seconds / day_seconds;
        day_text = period_label(Period::day, start_ + std::chrono::days(day));
      }
      for (const Field& field : fields_) {
        append(field, row, day_text, seconds % day_seconds, text);
        text += ',';
      }
      text.back() = '\n';
    }
  }

 private:
  enum class Content { empty, time, day, clock, place, id, passthrough };
  enum class Clock { none, minutes, seconds };
  struct Field {
    Content content = Content::empty;
    std::size_t number = 0;  // the number among the public columns
  };

  void find_clock(const CollectedEvents& collected) {
    for (const std::uint32_t time : collected.times) {
      const std::uint64_t second = (start_of_day_ + std::uint64_t{time}) % day_seconds;
      if (second % 60 != 0) {
        clock_ = Clock::seconds;
        return;
      }
      if (second != 0) clock_ = Clock::minutes;
    }
  }

  void append(const Field& field, const SyntheticRow& row, const std::string& day, std::uint64_t second,
              std::string& text) const {
    switch (field.content) {
      case Content::empty:
        return;
      case Content::time:
        text += day;
        if (clock_ != Clock::none) text += ' ';
        return append_clock(second, text);
      case Content::day:
        text += day;
        return;
      case Content::clock:
        return append_clock(second, text);
      case Content::place:
        text += regions_[row.region];
        return;
      case Content::id:
        text += fmt::format_int(row.number).c_str();
        return;
      case Content::passthrough:
        text += passthrough_.at(row.event, field.number);
        return;
    }
  }

  void append_clock(std::uint64_t second, std::string& text) const {
    if (clock_ == Clock::none) return;
    append_two_digits(second / 3600, text);
    text += ':';
    append_two_digits(second / 60 % 60, text);
    if (clock_ == Clock::minutes) return;
    text += ':';
    append_two_digits(second % 60, text);
  }

  std::chrono::local_days start_;
  std::uint32_t start_of_day_;  // seconds from midnight of start_ to the timeline's start
  Clock clock_ = Clock::none;
  std::vector<std::string> regions_;  // as CSV fields
  std::vector<Field> fields_;
  const PassthroughTexts& passthrough_;
};

}  // namespace

void PassthroughTexts::add(std::size_t column, std::string_view text) {
  const auto [found, is_new] = numbers_.try_emplace(std::string(text), static_cast<std::uint32_t>(texts_.size()));
  if (is_new && !is_utf8(text)) {
    fail_input(fmt::format("'{}', in a column that is kept, is not UTF-8 text", shown(text)),
               "Convert the file first, for example: iconv -f WINDOWS-1252 -t UTF-8 FILE > events.csv");
  }
  if (is_new) texts_.push_back(csv_field(harmless_cell(text)));
  codes_[column].push_back(found->second);
}

void PassthroughTexts::add(const EventBatch& batch, std::size_t i) {
  for (std::size_t column = 0; column < codes_.size(); ++column) add(column, batch.text(i, column));
}

void PassthroughTexts::retain(const std::vector<bool>& counted) {
  for (std::vector<std::uint32_t>& column : codes_) keep_counted(column, counted);
}

std::vector<std::uint64_t> round_to_total(std::span<const double> values, std::uint64_t total, Random& random) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  constexpr std::uint64_t steps = std::uint64_t{1} << 53;
  const double offset = static_cast<double>(random.below(steps)) / static_cast<double>(steps);
  std::vector<std::uint64_t> counts(values.size());
  double cumulated = 0;
  std::uint64_t given = 0;
  for (std::size_t v = 0; v < values.size(); ++v) {
    cumulated += sum > 0 ? values[v] / sum : 1 / static_cast<double>(values.size());
    const bool is_last = v + 1 == values.size();
    const auto upto = static_cast<std::uint64_t>(std::floor(cumulated * static_cast<double>(total) + offset));
    const std::uint64_t next = is_last ? total : std::clamp(upto, given, total);
    counts[v] = next - given;
    given = next;
  }
  return counts;
}

void write_synthetic(const CollectedEvents& collected, std::span<const double> shares,
                     const std::vector<std::string>& regions, const SyntheticColumns& columns,
                     const PassthroughTexts& passthrough, Random& random, Output& output, const StopToken& stop) {
  const TimeOrder order(collected, !columns.keep.empty(), random);
  const SyntheticRows rows(collected, regions, columns, passthrough);
  append_csv_row(output, std::vector<std::string_view>(columns.names.begin(), columns.names.end()));

  // All draws are made in order by whoever produces, so that the rows do not depend on the number of threads.
  struct Part {
    std::vector<SyntheticRow> rows;
    std::string text;
  };
  Urn urn;
  std::size_t period = 0;
  std::size_t row = 0;
  const auto draw = [&](Part& part) {
    part.rows.clear();
    while (part.rows.size() < rows_at_once && row < collected.times.size()) {
      for (; urn.is_empty(); ++period) {
        urn.fill(round_to_total(shares.subspan(period * regions.size(), regions.size()),
                                collected.tallies[period].reports, random));
      }
      part.rows.push_back({row + 1, order.time(row), urn.draw(random), order.event(row)});
      ++row;
    }
    return !part.rows.empty();
  };
  ordered_pipeline<Part>(
      0, {}, draw, [&](Part& part) { rows.write(part.rows, part.text); },
      [&](Part& part) { output.append(std::string_view(part.text)); }, [] { return false; }, stop);
}

}  // namespace sourdine
