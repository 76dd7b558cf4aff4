#include "sourdine/release/grid_build.h"

#include <algorithm>
#include <optional>

#include "sourdine/base/error.h"

namespace sourdine {

GridPlan choose_grid(const RangeRecipe& recipe, std::uint64_t places, std::uint64_t values) {
  if (recipe.structure == "haar" || (recipe.structure == "tree" && !recipe.degree)) {
    fail_input("the structure of a grid is auto, flat, or a tree of a given degree",
               "Leave --structure out, or give --degree B.");
  }
  require_sense(recipe);
  RangeQuestion question{
      .size = values, .epsilon = recipe.epsilon, .model = recipe.model, .neighbours = recipe.neighbours};
  if (recipe.degree) question.degrees = {*recipe.degree};
  if (recipe.structure == "flat") question.degrees = {std::max<std::uint64_t>(2, values)};
  return plan_grid(question, places);
}

BuiltGrid build_grid(const RangeRows& rows, const RangeRecipe& recipe, const RandomSource& random) {
  choose_grid(recipe, 2, 2);  // what cannot be is said before the rows are read
  GridCounts data = read_grid_counts(rows);
  const GridPlan plan = choose_grid(recipe, data.domain.places.size(), data.domain.values.size());
  std::optional<Grid> grid;
  random.with_stream(0, [&](Random& bits) { grid = Grid::build(plan.spec, data.counts, bits); });
  grid->set_domain(data.domain.to_json());
  Guarantee guarantee = grid_guarantee(*grid, data.domain);
  return {.domain = std::move(data.domain),
          .rows = data.rows,
          .plan = plan,
          .grid = std::move(*grid),
          .guarantee = std::move(guarantee)};
}

}  // namespace sourdine
