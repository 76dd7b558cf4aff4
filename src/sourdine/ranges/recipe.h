// Recipe: which structure is made of counts, the one that is asked for or the best, and what it will promise: all that
// is known before noise is drawn.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sourdine/random/random_source.h"
#include "sourdine/range/range_plan.h"
#include "sourdine/ranges/open_range.h"
#include "sourdine/ranges/range_counts.h"
#include "sourdine/ranges/statement.h"

namespace sourdine {

// What is asked for, whatever the rows.
struct RangeRecipe {
  PrivacyModel model = PrivacyModel::central;
  double epsilon = 0;
  std::string structure = "auto";            // or "flat", "tree", "haar" (local): "auto" is the best over all ranges
  std::optional<std::uint64_t> degree = {};  // of a tree; nothing: the best
  std::string oracle = "adp";                // local, flat or tree
  Neighbours neighbours = Neighbours::add_remove;  // central
};

// The structure that a recipe makes over a domain, and the error to expect: over all ranges; of a grid for one place.
struct ChosenRange {
  std::string structure;  // "flat", "tree", "haar", "grid"
  std::uint64_t degree = 0;
  unsigned levels = 0;
  double std_error = 0;
  std::optional<GridSpec> grid = {};

  std::string describe() const;  // "tree of degree 10 with 2 levels"
};

// Of the data it looks at the number of records, in the local model, where it is public. A grid's dates or numbers have
// the tree of the recipe ("auto" is the best, "flat" none); its places have none, since their order means nothing.
// `places`: of a grid; 0: it is none.
// Throws Error(bad_input): ε that is not positive, degree 1, an option that the structure does not have.
ChosenRange choose_range(const RangeRecipe& recipe, std::uint64_t values, std::uint64_t places, std::uint64_t records);

RangeTerms terms_of(const RangeRecipe& recipe, const ChosenRange& chosen, const RangeDomain& domain, bool is_seeded);
// The word in files and ledgers: "central-tree".
std::string file_kind(const RangeRecipe& recipe, const ChosenRange& chosen);

// In the local model every record is randomised as its owner would do it, by the same law.
OpenRange draw_range(const RangeRecipe& recipe, const ChosenRange& chosen, const RangeCounts& data,
                     const RandomSource& random);

}  // namespace sourdine
