// The tables that scenarios are made from, as CSV (base/csv.h), and those of synthetic people.
//
// Unions: columns from, to, people; one row for every run of consecutive days, in any order. Days are numbers from 1
// on, or dates (2017-05-31), which follow each other.
//   from,to,people
//   1,1,23226
//   1,2,34066
// Marginals: columns attribute, value, people and, where needed, day; one row for every value. An empty day means all
// people together. An attribute with such rows is static, and may have rows for days besides; one that has rows for
// days only is daily, and must have them for every day. A value that a day does not name, nobody has on it.
//   attribute,value,day,people
//   age,under 25,,31000
//   duration,3h,1,9120
// People: person, then the static attributes. Visits: person, day, then the daily attributes.
//
// Reading throws Error(bad_input) with line and column; of what is missing, with the first that is.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sourdine/base/stream.h"
#include "sourdine/mobility/synthetic_population.h"

namespace sourdine {

UnionStatistics read_union_statistics(Input& input);

// `days` as the statistics name them; rows name them likewise.
std::vector<Marginal> read_marginals(Input& input, std::span<const std::string> days);

// Makes the people and writes them as they are made; `also` sees each of them (a QualityMeter, perhaps).
void write_population(
    const SyntheticPopulation& population, Random& random, Output& people, Output& visits,
    const std::function<void(const SyntheticPerson&)>& also = [](const SyntheticPerson&) {});
// The same people in one table, a row for every visit: person, day, the static attributes, the daily ones.
void write_visits(
    const SyntheticPopulation& population, Random& random, Output& visits,
    const std::function<void(const SyntheticPerson&)>& also = [](const SyntheticPerson&) {});

}  // namespace sourdine
