#include "sourdine/mobility/union_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

constexpr double most_people = 0x1p50;  // sums of a few are exact

void require_days(std::size_t days) {
  if (days >= 1 && days <= max_scenario_days) return;
  fail_input(fmt::format("a scenario has 1 to {} days, not {}", max_scenario_days, days),
             "It has a number for every set of days: take fewer days, or parts of days together.");
}

}  // namespace

std::vector<DayRun> day_runs(std::size_t days) {
  std::vector<DayRun> runs;
  runs.reserve(days * (days + 1) / 2);
  for (std::size_t first = 0; first < days; ++first) {
    for (std::size_t last = first; last < days; ++last) runs.push_back({first, last});
  }
  return runs;
}

std::vector<std::string> numbered_days(std::size_t days) {
  std::vector<std::string> names;
  for (std::size_t day = 1; day <= days; ++day) names.push_back(std::to_string(day));
  return names;
}

double relative_error(double made, double given) { return std::abs(made - given) / std::max(given, 1.0); }

UnionStatistics::UnionStatistics(std::vector<std::string> days, std::vector<double> people)
    : days_(std::move(days)), people_(std::move(people)) {
  require_days(days_.size());
  runs_ = day_runs(days_.size());
  if (people_.size() != runs_.size()) {
    fail_input(fmt::format("{} have {} unions of consecutive days, but {} numbers were given",
                           counted(days_.size(), "day"), runs_.size(), people_.size()));
  }
  for (std::size_t i = 0; i < people_.size(); ++i) {
    if (people_[i] >= 0 && people_[i] <= most_people) continue;  // not a number is neither
    fail_input(fmt::format("{} cannot have {} people", name(runs_[i]), people_[i]),
               "A number of people is 0 or more, and at most 2^50.");
  }
  require_monotone();
  if (total() < 1) fail_input("the statistics have nobody in them: there is nothing to make people from");
}

UnionStatistics UnionStatistics::of_patterns(std::vector<std::string> days, const std::vector<double>& people) {
  require_days(days.size());
  if (people.size() != std::size_t{1} << days.size()) {
    fail_input(fmt::format("{} have {} patterns, but {} numbers were given", counted(days.size(), "day"),
                           std::size_t{1} << days.size(), people.size()));
  }
  std::vector<double> unions;
  for (const DayRun run : day_runs(days.size())) {
    double sum = 0;
    for (DayPattern pattern = 1; pattern < people.size(); ++pattern) {
      if ((pattern & pattern_of(run)) != 0) sum += people[pattern];
    }
    unions.push_back(sum);
  }
  return {std::move(days), std::move(unions)};
}

std::string UnionStatistics::name(DayRun run) const {
  if (run.first == run.last) return fmt::format("day {}", shown(days_[run.first]));
  return fmt::format("the union of days {} to {}", shown(days_[run.first]), shown(days_[run.last]));
}

// Parts that lack one day are enough: theirs have been compared with them.
void UnionStatistics::require_monotone() const {
  for (const DayRun whole : runs_) {
    if (whole.first == whole.last) continue;
    for (const DayRun part : {DayRun{whole.first, whole.last - 1}, DayRun{whole.first + 1, whole.last}}) {
      if (people(whole) >= people(part)) continue;
      fail_input(fmt::format("{} has {} people, fewer than {}, which is a part of it and has {}", name(whole),
                             people(whole), name(part), people(part)),
                 "Whoever was there on some of the days is in the union: one of the two numbers is wrong.");
    }
  }
}

}  // namespace sourdine
