// The minimality attack (Wong, Fu, Wang, Pei 2007): who knows that a table is generalised no further than needed knows
// that one generalised less would have failed, and that it failed says something about who has which value.
//
// Exactly what is computed here. The reader knows the published classes and the sensitive values in them; from
// elsewhere (a register) the quasi-identifiers of everybody, and so the smaller classes E_1 … E_m, of n_1 … n_m rows,
// that each published class would fall into if one attribute were published one level finer; k and the model that were
// asked for; and that this finer table was refused. Before that last fact all ways to give a published class's values
// to its rows are equally likely ("worlds"). After it only those are left in which a smaller class fails:
//
//   Scope::one_class   one of the same published class (local recoding: each class is generalised for its own sake)
//   Scope::table       one anywhere (generalisation of whole domains: one failure makes all values coarser)
//
// The reader's confidence that a row of E_i has value s is the share of the worlds left in which it has. Worlds are
// counted, not sampled. With F the share of a published class's worlds in which it fails, F(i, s) and G(i, s) the mean
// share of E_i's rows that have s over those worlds (times F) and over the others (times 1 − F), and q the chance that
// another published class fails (0 for one_class), it is
//   (F(i, s) + q·G(i, s)) / (F + q·(1 − F)):
// sums of positive terms only, so that small chances keep their digits.
// Where a smaller class has less than k rows the refusal has a reason that everybody can see, and nothing is learnt:
// k-anonymity alone cannot be attacked like this. Models of joined classes must be monotone for the fact to be one when
// rows may be suppressed: more rows than the limit failed, so at least one class that is published now did.
//
// Cost: the number of different ways to divide a class's values among its smaller classes, one after the other. A class
// for which `max_steps`, for all of them together, are not enough is left out, and its rows are not counted as
// attacked; such a class counts as one that failed for certain (q = 1), which makes the attack weaker, never stronger
// than it is.
#pragma once

#include <cstdint>

#include "sourdine/anonymity/lattice.h"
#include "sourdine/anonymity/models.h"

namespace sourdine {

struct MinimalityQuestion {
  enum class Scope { one_class, table };

  std::uint64_t k = 1;
  SensitiveModel model = {};
  Scope scope = Scope::table;
  std::uint64_t max_steps = 2'000'000;
};

struct Minimality {
  std::uint64_t rows = 0;      // of the table
  std::uint64_t attacked = 0;  // rows in classes that could be counted
  std::uint64_t revealed = 0;  // rows whose value is certain, and was not from the published table alone
  std::uint64_t raised = 0;    // rows in whose true value the reader is more confident than before
  // Confidence in a row's value, the largest of any attacked row; in the true value, mean over attacked rows.
  double largest_before = 0, largest_after = 0;
  double mean_before = 0, mean_after = 0;
};

// `finer`: the classes of the same rows in the table that was refused; each lies in one of `published`.
Minimality attack_minimality(const Classes& published, const Classes& finer, const CodedColumn& sensitive,
                             const MinimalityQuestion& question);

// Against the optimum of a lattice: each attribute in turn one level finer, the one that tells most (revealed rows,
// then the mean confidence). Only published rows; sensitive attribute number `sensitive` and its model. A table that is
// published as it was is not attacked.
Minimality attack_minimality(const AnonymityProblem& problem, const Generalised& generalised, std::size_t sensitive = 0,
                             std::uint64_t max_steps = MinimalityQuestion().max_steps);

}  // namespace sourdine
