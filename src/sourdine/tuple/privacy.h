// What reports about several attributes tell: of the whole tuple, and of one attribute while the others are as they
// are. Exact, from the integer thresholds, rounded up. Neighbours: replace by any other value.
//
// spl: the reports are independent, so a tuple has Σ_j ε_j, attribute j has ε_j.
// smp: the attribute's number does not depend on the values, so both have max_j ε_j.
// joint: another value of one attribute is another value of the product: both have the oracle's ε.
// rs+fd, rs+rfd (tuple/fake_entry.h has the law): the ratio of two tuples is Σ a_j / Σ b_j with a_j = R_j(y_j|v_j),
//   b_j = R_j(y_j|w_j). Given y_j, R_j takes its largest and its smallest value over the domain; of these pairs
//   only a few matter (the rarest and the most frequent fake value, or one bit set and all but one), and
//   the largest ratio of sums is found by fractional programming (Dinkelbach's iteration, exact after a few steps).
//   When all local randomisers have ε′ it is e^ε′. Of attribute j alone: max (a_j + C)/(b_j + C), C = Σ_{i≠j} min R_i,
//   since the others' terms are the same in both sums and blur least when they are smallest.
#pragma once

#include <span>
#include <vector>

#include "sourdine/tuple/fake_entry.h"
#include "sourdine/tuple/tuple_spec.h"

namespace sourdine {

struct TuplePrivacy {
  double tuple = 0;
  double attribute = 0;                 // the largest of:
  std::vector<double> attributes = {};  // one for each
};

// Each attribute reported by itself, independently, with these realised ε.
TuplePrivacy split_privacy(std::span<const double> epsilons);
// One of them, drawn evenly, with its number.
TuplePrivacy sampled_privacy(std::span<const double> epsilons);
TuplePrivacy fake_data_privacy(std::span<const FakeEntry> entries);
// One entry seen alone, true with probability 1/attributes: what it tells of its attribute.
double entry_epsilon(const FakeEntry& entry, std::size_t attributes);

// ln(d(e^ε − 1) + 1), rounded down.
double amplified_epsilon(double epsilon, std::size_t attributes);
// ε/d, rounded down: d of them are not more than ε.
double split_epsilon(double epsilon, std::size_t attributes);

// The ε of the local randomisers that the spec asks for (its entries are decided, where it has any). Throws
// Error(bad_input) for an ε that is not a number above 0.
double local_epsilon(const TupleSpec& spec);

}  // namespace sourdine
