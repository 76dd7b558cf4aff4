// Two published tables beside each other: which of their classes may hold the same person, and what is left of the
// person's sensitive value when both are read. Nobody but their readers need know who is in both: what is counted are
// the rows of the first whose person would be revealed if they are in the second too.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sourdine/anonymity/classes.h"

namespace sourdine {

// A column as it is published.
struct LabelledColumn {
  std::string name;
  CodedColumn column;
  std::vector<std::string> labels;  // by code
};

// The column with its values numbered by these labels; labels that are not among them are added to them.
CodedColumn coded_like(std::vector<std::string>& labels, const LabelledColumn& column);

struct TwoReleases {
  std::uint64_t rows = 0;      // of the first
  std::uint64_t possible = 0;  // rows whose person may be in the second: a class that overlaps has the value too
  // Rows that are revealed if their person is in both: the two classes have one value in common. The person's class in
  // the second is known to a reader who knows the person, not to us: in each that is possible; in one at least.
  std::uint64_t revealed_surely = 0;
  std::uint64_t revealed_possibly = 0;
  std::uint64_t revealed_alone = 0;  // rows that the first reveals by itself, of those possible
  // Likewise: the row is the only one of its class with a common value, and so found.
  std::uint64_t isolated_surely = 0;
  std::uint64_t isolated_possibly = 0;
  // Values of the first that are neither in the second nor of a known form (published_value.h): taken to be others.
  std::uint64_t unknown_values = 0;
};

// Columns are paired in their order: at least one quasi-identifier, and the sensitive attribute.
TwoReleases compare_releases(std::span<const LabelledColumn> first, const LabelledColumn& first_sensitive,
                             std::span<const LabelledColumn> second, const LabelledColumn& second_sensitive);

}  // namespace sourdine
