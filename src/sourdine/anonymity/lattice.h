// Optimal full-domain generalisation: every attribute is published at one level of its hierarchy, the same for all
// rows; rows of classes that do not fulfil what is asked are suppressed, up to a limit. Of all combinations of levels
// (the lattice) the one with the least loss is found, for certain.
//
// How: classes of coarser levels are unions of those of finer ones.
//   - k-anonymity and distinct l survive joining: a combination that they make fail makes all finer ones fail, and one
//     that does not makes no coarser one fail. The border is found by bisecting chains of the lattice, as Flash does
//     (Kohlmayer et al. 2012). Beyond it every combination is looked at, for the other models, unless its loss is
//     already too large.
//   - Without its suppressed rows' extra cost, loss never falls on the way to coarser levels. That lower bound leaves
//     out what cannot be better than the best so far.
//   - A combination is grouped from the classes of a finer one that is still in memory, not from the rows.
// Ties: less loss, then a smaller sum of levels, then smaller levels from the first attribute on. Deterministic.
// Cost: the lattice has Π levels combinations; memory O(rows) per remembered grouping, at most 32 of them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sourdine/anonymity/table.h"
#include "sourdine/base/stop.h"

namespace sourdine {

using Levels = std::vector<std::uint8_t>;  // one for each quasi-identifier

// One combination, looked at.
struct Generalised {
  Levels levels;
  Classes classes;                 // of all rows
  std::vector<bool> is_published;  // by class: the others are suppressed
  std::uint64_t suppressed = 0;    // rows
  double loss = 0;
};

// What a combination gives, whether or not as many rows may be suppressed.
Generalised generalise(const AnonymityProblem& problem, const Levels& levels);

struct LatticeSearch {
  std::optional<Generalised> best;  // nothing: no combination fulfils what is asked
  std::uint64_t combinations = 0;   // of the lattice
  std::uint64_t looked_at = 0;      // that were grouped
};

// `progress`: told how many of how many combinations are decided. Throws Error(bad_input) as require_valid() does, and
// for a lattice of more than 10^7 combinations.
LatticeSearch search_lattice(const AnonymityProblem& problem,
                             const std::function<void(std::uint64_t, std::uint64_t)>& progress = {},
                             const StopToken& stop = {});

}  // namespace sourdine
