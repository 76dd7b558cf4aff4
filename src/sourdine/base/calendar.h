// Calendar periods of local civil time. There are no time zones here: the clock on the wall of whoever wrote the events
// down is the clock that is meant, and a day has 24 hours.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace sourdine {

enum class Period { hour, day, week, month, year };  // weeks are those of ISO 8601: they begin on Mondays

// All of them, from the shortest to the longest.
std::span<const Period> all_periods();
std::string_view period_name(Period period);
// Throws Error(bad_input) listing the known names.
Period find_period(std::string_view name);

// The number of the period that holds `time`; consecutive periods have consecutive numbers.
std::int64_t period_number(Period period, std::chrono::local_seconds time);
// When the period of that number begins: period_number(p, period_start(p, n)) = n.
std::chrono::local_seconds period_start(Period period, std::int64_t number);
// "2014", "2014-03", "2014-W09", "2014-03-01", "2014-03-01T13": the form tells the period, and labels of one period
// sort by time. `time` is of the years 1 … 9999.
std::string period_label(Period period, std::chrono::local_seconds time);
// The inverse: the period and its first second. Nothing when the text is no label ("2014-02-30", "2014-W53").
std::optional<std::pair<Period, std::chrono::local_seconds>> parse_label(std::string_view label);

// Both included.
struct DayRange {
  std::chrono::local_days first, last;
  friend bool operator==(const DayRange&, const DayRange&) = default;
};

// The day of the machine's clock and time zone: "2026-11-15".
std::string today();

// Consecutive periods, those of `first` and `last` included, without gaps: a period without events has its place too.
class Timeline {
 public:
  static constexpr std::size_t max_size = std::size_t{1} << 22;  // 478 years of hours

  // Throws Error(bad_input) when last < first, or when there are more than max_size periods between them.
  Timeline(Period period, std::chrono::local_seconds first, std::chrono::local_seconds last);

  Period period() const { return period_; }
  std::size_t size() const { return size_; }
  bool covers(std::chrono::local_seconds time) const { return offset(time) < size_; }
  // The place of the period that holds `time`. Throws Error(bad_input) when the timeline does not cover it.
  std::size_t index(std::chrono::local_seconds time) const;
  // The first second of a period; start(size()) is the end of the last one.
  std::chrono::local_seconds start(std::size_t index) const;
  std::string label(std::size_t index) const { return period_label(period_, start(index)); }

  friend bool operator==(const Timeline&, const Timeline&) = default;

 private:
  // Periods since the first one; huge when `time` lies before it.
  std::uint64_t offset(std::chrono::local_seconds time) const {
    return static_cast<std::uint64_t>(period_number(period_, time) - first_);
  }

  Period period_;
  std::int64_t first_;  // number of the first period
  std::size_t size_;
};

}  // namespace sourdine
