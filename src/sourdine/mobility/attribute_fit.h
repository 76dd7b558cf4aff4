// A static attribute over patterns of days: how many people of each pattern have each value, such that the attribute
// comes out as given, overall and on single days.
//
// Iterative proportional fitting: from a table in which the attribute does not depend on the days, each given number in
// turn scales the cells that make it up, until all agree. Where the given numbers agree with each other, the result is
// the table nearest to the first one that has them all (least relative entropy). Where they do not, it stays off by
// `worst`, and the quality of the population says where.
#pragma once

#include <cstdint>
#include <vector>

#include "sourdine/mobility/marginals.h"
#include "sourdine/mobility/union_statistics.h"

namespace sourdine {

struct AttributeFit {
  std::vector<DayPattern> patterns;  // those that somebody has
  std::vector<double> people;        // by pattern, then by value
  unsigned rounds = 0;
  double worst = 0;  // the largest relative error of a given number
};

// `whole`: the people by pattern. The marginal is a static one, and valid.
AttributeFit fit_attribute(const std::vector<std::uint64_t>& whole, std::size_t days, const Marginal& marginal);

// The same in whole people: as many of each pattern as there are, and of each value exactly as many overall as its
// share rounded by largest remainders. Rounding errors are passed on from pattern to pattern, so that they do not add
// up; what is still off in the end is repaired where it matters least.
std::vector<std::uint64_t> whole_fit(const AttributeFit& fit, const std::vector<std::uint64_t>& whole,
                                     const Marginal& marginal);

}  // namespace sourdine
