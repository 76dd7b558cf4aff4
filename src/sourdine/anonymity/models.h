// Syntactic models of privacy: what must hold of every class of rows that look alike. None of them is differential
// privacy: they say nothing about what else a reader knows, and two tables that each fulfil one need not together.
//
//   k-anonymity          a class has at least k rows (Samarati, Sweeney 1998)
//   distinct l           at least l different sensitive values in it
//   entropy l            H ≥ ln l, H the entropy of its sensitive values in nats (Machanavajjhala et al. 2007)
//   recursive (c, l)     r_1 < c·(r_l + r_(l+1) + … + r_m), r_1 ≥ r_2 ≥ … the numbers of its sensitive values (there)
//   t-closeness          the distance between its sensitive values and the whole table's is at most t (Li et al. 2007):
//                        equal       ½·Σ|p_i − q_i|
//                        ordered     Σ_i |Σ_(j≤i) (p_j − q_j)| / (m − 1), values in the order of their codes
//                        hierarchy   the values are leaves of a hierarchy of height H: Σ over its inner nodes N of
//                                    (height(N)/H)·min(what N's children give in all, what they take in all)
//   presence             δ_min ≤ rows of the class / people of the population whom it covers ≤ δ_max (Nergiz, Atzori,
//                        Clifton 2007): the chance that one of them is in the table, to who knows the population and
//                        how many rows each class has, if nobody is covered by two classes. Those whom no published
//                        class covers are one class more, whose rows are the suppressed ones: their number is told
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sourdine/anonymity/classes.h"
#include "sourdine/anonymity/hierarchy.h"

namespace sourdine {

enum class GroundDistance { equal, ordered, hierarchy };

// How one sensitive attribute is spread within classes.
struct Diversity {
  std::uint64_t distinct = 0;  // of the class with the fewest values; 0 when there are no classes
  double entropy = 0;          // e^H of the class with the least H
  double closeness = 0;        // the largest distance of a class from the table
};

// Facts about one class.
std::uint64_t distinct_l(std::span<const ClassHistograms::Count> counts);
double entropy_l(std::span<const ClassHistograms::Count> counts);
// The largest c is not bounded: the least c for which (c, l) fails to hold is r_1/(r_l + …); infinite where the class
// has fewer than l values. (c, l) holds iff c is greater.
double recursive_ratio(std::span<const ClassHistograms::Count> counts, std::uint64_t l);
double distance_from_table(std::span<const ClassHistograms::Count> counts, std::span<const std::uint32_t> table,
                           GroundDistance distance, const Hierarchy* hierarchy = nullptr);

// What is asked of one sensitive attribute.
struct SensitiveModel {
  std::uint64_t distinct_l = 1;
  double entropy_l = 1;
  struct Recursive {
    double c = 0;
    std::uint64_t l = 1;
  };
  std::optional<Recursive> recursive = {};
  std::optional<double> t = {};
  GroundDistance distance = GroundDistance::equal;
  const Hierarchy* hierarchy = nullptr;  // for GroundDistance::hierarchy

  // Throws Error(bad_input) when a number cannot be: l = 0, c ≤ 0, t outside 0 … 1, a hierarchy that is missing.
  void require_valid() const;
  bool holds(std::span<const ClassHistograms::Count> counts, std::span<const std::uint32_t> table) const;
  // Whether nothing is asked.
  bool holds_of_all() const { return distinct_l <= 1 && entropy_l <= 1 && !recursive && !t; }
};

}  // namespace sourdine
