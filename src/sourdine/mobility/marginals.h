// What synthetic people are like: for each attribute, how many people have each of its values.
//
// A static attribute (age, region) has one value per person; it is given for all people together and may also be given
// for single days. A daily attribute (the duration of a visit) has a value for every day a person is there; it is given
// for every day. Only proportions count: numbers of a day are scaled to the people of that day.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sourdine/base/domain.h"

namespace sourdine {

struct Marginal {
  std::string attribute;
  Domain values;
  std::vector<double> overall = {};              // by value; none: a daily attribute
  std::vector<std::vector<double>> by_day = {};  // by day, then by value; none on days that are not given

  bool is_daily() const { return overall.empty(); }
  bool has_day(std::size_t day) const { return day < by_day.size() && !by_day[day].empty(); }
};

// Throws Error(bad_input) naming attribute, value and day: two attributes of one name, numbers that are negative or not
// finite, as many as there are values not being given, nobody at all, a daily attribute without one of the days, or a
// value that people of a day have and nobody overall.
void require_marginals(std::span<const Marginal> marginals, std::span<const std::string> days);

}  // namespace sourdine
