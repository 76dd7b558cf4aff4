// Mondrian: rows are halved again and again along the attribute that is widest among them, for as long as both halves
// fulfil what is asked (LeFevre, DeWitt, Ramakrishnan 2006). Unlike a generalisation of whole domains, one value may be
// published finely in one place and coarsely in another (local recoding): less is lost, nothing is suppressed.
//
// Ordered attributes are cut between two values, as near to the median as is allowed; strict: rows of one value stay
// together, relaxed: rows that equal the median may go either way, in the order of the table. Categorical attributes
// are cut into the children of the smallest group of their hierarchy that holds all rows, those that occur.
// Published: for ordered attributes the least and the largest value of the class, for the others that group.
//
// Where presence is asked for, the people of the population are divided with the rows, by the same cuts, and what is
// published of a class covers all of its people, who are covered by no other class. A part of people alone is dropped
// where the least share is 0. Relaxed cuts cannot be: of six people 3, 5, 5, 5, 5, 7 of whom 3, 5 and 5, 7 are in the
// table, published as [3;5] and [5;7], each class has 2 rows and covers 5 people, a share of 0.4; but any four of the
// six would be published so, and each of them is in the table with probability 4/6.
//
// Deterministic. Cost: O(rows · attributes · log(rows/k)); memory: a copy of the codes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "sourdine/anonymity/recoding.h"
#include "sourdine/anonymity/table.h"
#include "sourdine/base/stop.h"

namespace sourdine {

enum class MondrianCuts { strict, relaxed };

// How an attribute is cut: by the numbers that its values stand for, which rise with their codes, or by its hierarchy.
struct OrderedAttribute {
  std::vector<double> numbers;
};
struct CategoricalAttribute {};
using MondrianAttribute = std::variant<OrderedAttribute, CategoricalAttribute>;

struct MondrianClasses {
  Classes classes;
  std::vector<std::vector<PublishedRange>> published;  // by class, by attribute
  double ncp = 0;  // mean over rows and attributes: the width of what is published as a share of the whole domain's
};

// `attributes`: one for each quasi-identifier of the problem, whose measure and suppression limit do not matter.
// Nothing when the table as a whole does not fulfil what is asked. Throws Error(bad_input) as require_valid() does, and
// where presence is asked for together with relaxed cuts. `progress`: told how many of how many rows are in classes
// that are not cut further.
std::optional<MondrianClasses> partition_mondrian(
    const AnonymityProblem& problem, const std::vector<MondrianAttribute>& attributes, MondrianCuts cuts,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress = {}, const StopToken& stop = {});
Recoding recoding_of(MondrianClasses classes);

}  // namespace sourdine
