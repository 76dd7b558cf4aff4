// From rows with a place and an ordered value to a private grid: counts over places × dates (or numbers).
#pragma once

#include <cstdint>

#include "sourdine/random/random_source.h"
#include "sourdine/release/range_build.h"

namespace sourdine {

// A grid made from rows, and what whoever made it is told.
struct BuiltGrid {
  GridDomain domain;
  RowsRead rows;
  GridPlan plan;
  Grid grid;
  Guarantee guarantee;  // with what the list of places and the bounds of the values give away
};

// The tree of the values as the recipe says: "auto" takes the best, "flat" none, a degree that one; places have none,
// since their order means nothing. Throws Error(bad_input) as build_range() does, and for what a grid cannot have.
GridPlan choose_grid(const RangeRecipe& recipe, std::uint64_t places, std::uint64_t values);

// Reads, chooses and builds; `rows.place` must be given.
BuiltGrid build_grid(const RangeRows& rows, const RangeRecipe& recipe, const RandomSource& random);

}  // namespace sourdine
