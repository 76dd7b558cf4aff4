#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sourdine/base/csv.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/mobility/day_text.h"
#include "sourdine/mobility/statistics_files.h"

namespace sourdine {
namespace {

class UnionReader {
 public:
  explicit UnionReader(Input& input)
      : csv_(input),
        name_(input.name()),
        from_(csv_.column("from")),
        to_(csv_.column("to")),
        people_(csv_.column("people")) {}

  UnionStatistics read() {
    while (csv_.next()) add_row();
    if (unions_.empty()) fail_input(fmt::format("{} has no statistics: there is no row below its header", name_));
    if (!is_date_) first_ = 1;
    const auto days = static_cast<std::size_t>(last_ - first_ + 1);
    std::vector<std::string> names;
    for (std::size_t day = 0; day < days; ++day) names.push_back(text_of(day));
    std::vector<double> people;
    for (const DayRun run : day_runs(days)) {
      const auto found =
          unions_.find({first_ + static_cast<std::int64_t>(run.first), first_ + static_cast<std::int64_t>(run.last)});
      if (found == unions_.end()) {
        fail_input(fmt::format("{} has no row from {} to {}", name_, names[run.first], names[run.last]),
                   fmt::format("Days {} to {} have {} unions of consecutive days, and each needs its row.",
                               names.front(), names.back(), days * (days + 1) / 2));
      }
      people.push_back(found->second.people);
    }
    return {std::move(names), std::move(people)};
  }

 private:
  struct Union {
    double people;
    std::uint64_t line;
  };

  std::string text_of(std::size_t day) const { return day_text({first_ + static_cast<std::int64_t>(day), is_date_}); }

  void add_row() {
    const std::int64_t from = take_day(from_), to = take_day(to_);
    if (to < from) {
      csv_.reject(to_, fmt::format("the last day, {}, is before the first, {}", shown(csv_.row()[to_]),
                                   shown(csv_.row()[from_])));
    }
    const auto people = parse_people(csv_.row()[people_]);
    if (!people) {
      csv_.reject(people_, fmt::format("'{}' is no number of people", shown(csv_.row()[people_])),
                  "It is 0 or more, in digits: 23226.");
    }
    const auto [before, is_new] = unions_.try_emplace({from, to}, Union{*people, csv_.line()});
    if (!is_new) {
      csv_.reject(from_, fmt::format("the same days are on line {} already", before->second.line));
    }
  }

  // The day in that column, which must be of the kind of the others and not too far from them.
  std::int64_t take_day(std::size_t column) {
    const std::string text = shown(csv_.row()[column]);
    const auto day = parse_day(csv_.row()[column]);
    if (!day || (!day->is_date && day->number == 0)) {
      csv_.reject(column, fmt::format("'{}' is no day", text), "Days are numbers from 1 on, or dates: 2017-05-31.");
    }
    if (!has_days_) {
      has_days_ = true;
      is_date_ = day->is_date;
      first_ = is_date_ ? day->number : 1;
      last_ = first_;
    }
    if (day->is_date != is_date_) {
      csv_.reject(column, fmt::format("'{}' is a {}, but days above are {}", text, day->is_date ? "date" : "number",
                                      is_date_ ? "dates" : "numbers"));
    }
    first_ = std::min(first_, day->number);
    last_ = std::max(last_, day->number);
    if (last_ - first_ >= static_cast<std::int64_t>(max_scenario_days)) {
      csv_.reject(column, fmt::format("with '{}' there are more than {} days", text, max_scenario_days),
                  "A scenario has a number for every set of days: take fewer days.");
    }
    return day->number;
  }

  CsvReader csv_;
  std::string name_;
  std::size_t from_, to_, people_;
  bool has_days_ = false;
  bool is_date_ = false;
  std::int64_t first_ = 0, last_ = 0;
  std::map<std::pair<std::int64_t, std::int64_t>, Union> unions_;
};

}  // namespace

UnionStatistics read_union_statistics(Input& input) { return UnionReader(input).read(); }

}  // namespace sourdine
