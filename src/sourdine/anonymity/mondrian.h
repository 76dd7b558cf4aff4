// Mondrian: rows are halved again and again along the attribute that is widest among them, for as long as both halves
// fulfil what is asked (LeFevre, DeWitt, Ramakrishnan 2006). Unlike a generalisation of whole domains, one value may be
// published finely in one place and coarsely in another (local recoding): less is lost, nothing is suppressed.
//
// Ordered attributes are cut between two values, as near to the median as is allowed; strict: rows of one value stay
// together, relaxed: rows that equal the median may go either way, in the order of the table. Categorical attributes
// are cut into the children of the smallest group of their hierarchy that holds all rows, those that occur.
// Published: for ordered attributes the least and the largest value of the class, for the others that group.
// Deterministic. Cost: O(rows · attributes · log(rows/k)); memory: a copy of the codes.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

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

struct PublishedRange {
  Value first = 0, last = 0;  // of an ordered attribute
  std::size_t level = 0;      // of a categorical one: group `first` of this level
};

struct MondrianClasses {
  Classes classes;
  std::vector<std::vector<PublishedRange>> published;  // by class, by attribute
  double ncp = 0;  // mean over rows and attributes: the width of what is published as a share of the whole domain's
};

// `attributes`: one for each quasi-identifier of the problem, whose measure and suppression limit do not matter.
// Nothing when the table as a whole does not fulfil what is asked. Throws Error(bad_input) as require_valid() does.
std::optional<MondrianClasses> partition_mondrian(const AnonymityProblem& problem,
                                                  const std::vector<MondrianAttribute>& attributes, MondrianCuts cuts,
                                                  const StopToken& stop = {});

}  // namespace sourdine
