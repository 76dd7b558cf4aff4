#include "sourdine/ranges/recipe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/range/central_tree.h"
#include "sourdine/range/local_tree.h"

namespace sourdine {
namespace {

bool is_local(const RangeRecipe& recipe) { return recipe.model == PrivacyModel::local; }

LocalTreeSpec local_spec(const RangeRecipe& recipe, const std::string& structure, std::uint64_t degree,
                         std::uint64_t size) {
  return {size, degree, recipe.epsilon, structure == "haar" ? "haar" : recipe.oracle};
}

// Plans are made for the oracle "adp".
double expected_error(const RangePlanRow& row, const RangeRecipe& recipe, std::uint64_t size, std::uint64_t records) {
  if (!is_local(recipe) || row.structure == "haar") return row.std_error;
  const RangeProtocol protocol(local_spec(recipe, row.structure, row.degree, size));
  const TreeModel model = protocol.expected_model(static_cast<double>(records));
  return std::sqrt(Workload::all_ranges(size).mean_variance(model));
}

// Options that do not go together.
void require_sense(const RangeRecipe& recipe) {
  if (recipe.degree && (recipe.structure == "flat" || recipe.structure == "haar")) {
    fail_input(fmt::format("a degree is for trees, and '{}' has none to choose", recipe.structure),
               "Leave --degree out, or choose the structure 'tree'.");
  }
  if (recipe.degree && *recipe.degree < 2) {
    fail_input(fmt::format("the degree of a tree must be at least 2, not {}", *recipe.degree),
               "'sourdine range plan' compares degrees.");
  }
  if (recipe.structure == "haar" && !is_local(recipe)) {
    fail_input("the structure 'haar' is for the local model", "Add --model local, or choose 'tree'.");
  }
}

RangeQuestion question_of(const RangeRecipe& recipe, std::uint64_t values, std::uint64_t records) {
  RangeQuestion question{.size = values,
                         .epsilon = recipe.epsilon,
                         .model = recipe.model,
                         .neighbours = recipe.neighbours,
                         .reports = records};
  if (recipe.degree) question.degrees = {*recipe.degree};
  if (recipe.structure == "flat") question.degrees = {std::max<std::uint64_t>(2, values)};
  return question;
}

ChosenRange choose_grid(const RangeRecipe& recipe, std::uint64_t values, std::uint64_t places) {
  if (recipe.structure == "haar" || (recipe.structure == "tree" && !recipe.degree)) {
    fail_input("the structure of a grid is auto, flat, or a tree of a given degree",
               "Leave --structure out, or give --degree B.");
  }
  require_sense(recipe);
  const GridPlan plan = plan_grid(question_of(recipe, values, 0), places);
  return {.structure = "grid",
          .degree = plan.spec.column_degree,
          .levels = plan.levels,
          .std_error = plan.std_error,
          .grid = plan.spec};
}

}  // namespace

std::string ChosenRange::describe() const {
  std::string tree = fmt::format("tree of degree {} with {} levels", degree, levels);
  if (grid) return levels == 1 ? "a flat histogram for each place" : "for each place a " + tree;
  if (structure == "tree") return tree;
  return structure == "haar" ? "Haar coefficients" : "flat histogram";
}

ChosenRange choose_range(const RangeRecipe& recipe, std::uint64_t values, std::uint64_t places, std::uint64_t records) {
  if (places != 0) return choose_grid(recipe, values, places);
  require_sense(recipe);
  if (is_local(recipe) && records == 0) fail_input("there are no records to report");
  for (const RangePlanRow& row : plan_ranges(question_of(recipe, values, records), Workload::all_ranges(values))) {
    // Over very few values every tree is flat.
    const bool is_tree = row.structure == "tree" || (values <= 2 && row.structure == "flat");
    const bool is_asked = recipe.structure == "auto"   ? !recipe.degree || row.structure != "haar"
                          : recipe.structure == "tree" ? is_tree
                                                       : row.structure == recipe.structure;
    if (!is_asked) continue;
    return {.structure = row.structure,
            .degree = row.degree,
            .levels = row.levels,
            .std_error = expected_error(row, recipe, values, records)};
  }
  fail_input(fmt::format("there is no structure '{}' of degree {} over {} values", recipe.structure,
                         recipe.degree.value_or(values), values),
             "A tree needs a degree below the number of values.");
}

RangeTerms terms_of(const RangeRecipe& recipe, const ChosenRange& chosen, const RangeDomain& domain, bool is_seeded) {
  RangeTerms terms{.is_grid = chosen.grid.has_value(), .is_seeded = is_seeded, .leaks = leaks_of(domain)};
  if (chosen.grid) {
    terms.guarantee = Grid::guarantee_of(*chosen.grid);
    terms.caveats = Grid::caveats();
  } else if (is_local(recipe)) {
    const std::uint64_t size = domain.values.size();
    terms.guarantee = RangeProtocol(local_spec(recipe, chosen.structure, chosen.degree, size)).guarantee();
    terms.caveats = LocalTree::caveats_of_reports();
    terms.is_simulated = true;
  } else {
    const CentralTreeSpec spec{domain.values.size(), chosen.degree, recipe.epsilon, recipe.neighbours};
    terms.guarantee = CentralTree::guarantee_of(spec);
    terms.caveats = CentralTree::caveats_of(spec);
  }
  return terms;
}

std::string file_kind(const RangeRecipe& recipe, const ChosenRange& chosen) {
  if (chosen.grid) return std::string(Grid::file_kind);
  return std::string(is_local(recipe) ? LocalTree::file_kind : CentralTree::file_kind);
}

OpenRange draw_range(const RangeRecipe& recipe, const ChosenRange& chosen, const RangeCounts& data,
                     const RandomSource& random) {
  const std::uint64_t size = data.domain.values.size();
  std::unique_ptr<RangeStructure> structure;
  std::optional<Grid> grid;
  random.with_stream(0, [&](Random& bits) {
    if (chosen.grid) {
      grid = Grid::build(*chosen.grid, data.counts, bits);
    } else if (!is_local(recipe)) {
      structure = CentralTree::build({size, chosen.degree, recipe.epsilon, recipe.neighbours}, data.counts, bits);
    } else {
      const auto protocol =
          std::make_shared<const RangeProtocol>(local_spec(recipe, chosen.structure, chosen.degree, size));
      Tally tally = protocol->empty_tally();
      protocol->simulate(data.counts, bits, tally);
      structure = std::make_unique<LocalTree>(protocol, std::move(tally), bits.is_private());
    }
  });
  if (grid) {
    grid->set_domain(data.domain.to_json());
    return OpenRange(std::move(*grid));
  }
  structure->set_domain(data.domain.to_json());
  return OpenRange(std::move(structure));
}

}  // namespace sourdine
