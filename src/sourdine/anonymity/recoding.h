// Recoding: what is published of every row, whichever algorithm decided it; and what it loses by every measure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sourdine/anonymity/lattice.h"
#include "sourdine/anonymity/table.h"

namespace sourdine {

// What is published of one attribute in one class: at level 0 the values from `first` to `last`, one or, where they are
// ordered, several; above it group `first` of that level; at the number of levels, everything.
struct PublishedRange {
  Value first = 0, last = 0;
  std::size_t level = 0;
  friend bool operator==(const PublishedRange&, const PublishedRange&) = default;
};

// "[30;40[", "[17;23]" of an ordered attribute, "*".
std::string published_text(const Hierarchy& hierarchy, const PublishedRange& range);
// How many of the attribute's values it may be.
std::uint64_t leaves_of(const Hierarchy& hierarchy, const PublishedRange& range);
bool covers(const Hierarchy& hierarchy, const PublishedRange& range, Value value);

struct Recoding {
  Classes classes;                                     // of all rows
  std::vector<bool> is_published;                      // by class: the rows of the others are suppressed
  std::vector<std::vector<PublishedRange>> published;  // by class, by quasi-identifier

  std::uint64_t suppressed() const;  // rows
};

// The optimum of the lattice as a recoding.
Recoding recoding_of(const AnonymityProblem& problem, const Generalised& generalised);

// By every measure of table.h; of ordered ranges, groups are the values between their ends.
struct Losses {
  double discernibility = 0;
  double class_size = 0;
  double ncp = 0;
  double entropy = 0;
};
Losses losses_of(const AnonymityProblem& problem, const Recoding& recoding);

}  // namespace sourdine
