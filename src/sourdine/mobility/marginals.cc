#include "sourdine/mobility/marginals.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

void require_numbers(const Marginal& marginal, const std::vector<double>& people, const std::string& where) {
  if (people.size() != marginal.values.size()) {
    fail_input(fmt::format("attribute '{}' has {} values, but {} numbers {}", shown(marginal.attribute),
                           marginal.values.size(), people.size(), where));
  }
  double sum = 0;
  for (Value value = 0; value < people.size(); ++value) {
    if (!(people[value] >= 0 && std::isfinite(people[value]))) {
      fail_input(fmt::format("attribute '{}': {} people cannot have the value '{}' {}", shown(marginal.attribute),
                             people[value], shown(marginal.values.label(value)), where));
    }
    sum += people[value];
  }
  if (!(sum > 0 && std::isfinite(sum))) {
    fail_input(fmt::format("attribute '{}' has {} people {}", shown(marginal.attribute), sum, where),
               "Give the numbers, or leave that day out.");
  }
}

void require_day(const Marginal& marginal, std::size_t day, const std::string& name) {
  require_numbers(marginal, marginal.by_day[day], fmt::format("on day {}", shown(name)));
  for (Value value = 0; value < marginal.overall.size(); ++value) {
    if (marginal.by_day[day][value] <= 0 || marginal.overall[value] > 0) continue;
    fail_input(fmt::format("attribute '{}': {} people have the value '{}' on day {}, but nobody has it overall",
                           shown(marginal.attribute), marginal.by_day[day][value], shown(marginal.values.label(value)),
                           shown(name)),
               "Whoever is there on a day is among all people: one of the two numbers is wrong.");
  }
}

}  // namespace

void require_marginals(std::span<const Marginal> marginals, std::span<const std::string> days) {
  std::set<std::string> names;
  for (const Marginal& marginal : marginals) {
    if (!names.insert(marginal.attribute).second) {
      fail_input(fmt::format("there are two attributes '{}'", shown(marginal.attribute)));
    }
    if (marginal.by_day.size() > days.size()) {
      fail_input(fmt::format("attribute '{}' is given for {} days, but there are {}", shown(marginal.attribute),
                             marginal.by_day.size(), days.size()));
    }
    if (!marginal.is_daily()) require_numbers(marginal, marginal.overall, "overall");
    for (std::size_t day = 0; day < days.size(); ++day) {
      if (marginal.has_day(day)) {
        require_day(marginal, day, days[day]);
      } else if (marginal.is_daily()) {
        fail_input(fmt::format("attribute '{}' is given by day, but not for day {}", shown(marginal.attribute),
                               shown(days[day])),
                   "Give it for every day, or, if people keep it, for all people together (day empty).");
      }
    }
  }
}

}  // namespace sourdine
