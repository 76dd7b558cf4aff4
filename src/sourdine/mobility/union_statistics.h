// What a scenario is made from: how many different people were seen in every run of consecutive days. For D days that
// are D(D+1)/2 numbers, U(i, j) being the people who were there on at least one of the days i … j.
//
// Days are numbered from 0; what they are called ("1", "2017-05-31") is for messages and files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sourdine {

// A scenario has one number for each of 2^D − 1 patterns of days.
inline constexpr std::size_t max_scenario_days = 12;

// Days first … last, both included.
struct DayRun {
  std::size_t first = 0, last = 0;

  friend bool operator==(const DayRun&, const DayRun&) = default;
};

// All runs of consecutive days: (0,0), (0,1), … (0,D−1), (1,1), …
std::vector<DayRun> day_runs(std::size_t days);
// The place of one of them in that list.
inline std::size_t day_run_index(std::size_t days, DayRun run) {
  return run.first * (2 * days - run.first + 1) / 2 + (run.last - run.first);
}

// The days of one person: bit d is set when the person was there on day d.
using DayPattern = std::uint32_t;
constexpr bool has_day(DayPattern pattern, std::size_t day) { return ((pattern >> day) & 1U) != 0; }
// The pattern of all days of a run: a person is in U(i, j) when theirs has a bit in common with it.
constexpr DayPattern pattern_of(DayRun run) {
  return ((DayPattern{2} << run.last) - 1) & ~((DayPattern{1} << run.first) - 1);
}

class UnionStatistics {
 public:
  // `people` in the order of day_runs(). They need not be whole: estimates are welcome. Throws Error(bad_input) when
  // there are no days or more than max_scenario_days, too many or too few numbers, one that is negative, not finite or
  // above 2^50, when nobody was there at all, or when a union has fewer people than one of its parts (naming the two).
  UnionStatistics(std::vector<std::string> days, std::vector<double> people);

  // Of people whose patterns are known: people[S] of them have pattern S; 2^D numbers, the first one not counted.
  static UnionStatistics of_patterns(std::vector<std::string> days, const std::vector<double>& people);

  std::size_t days() const { return days_.size(); }
  const std::vector<std::string>& day_names() const { return days_; }
  const std::vector<DayRun>& runs() const { return runs_; }
  double people(DayRun run) const { return people_[day_run_index(days(), run)]; }
  const std::vector<double>& people() const { return people_; }
  // Everybody: the union of all days.
  double total() const { return people({0, days() - 1}); }
  // For messages: "day 3", "days 1 to 3".
  std::string name(DayRun run) const;

 private:
  void require_monotone() const;

  std::vector<std::string> days_;
  std::vector<DayRun> runs_;
  std::vector<double> people_;
};

// "1", "2", … as many as there are days.
std::vector<std::string> numbered_days(std::size_t days);

// |made − given| / given; where nobody was given, the people that were made.
double relative_error(double made, double given);

}  // namespace sourdine
