#include "sourdine/release/range_build.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/range/local_tree.h"

namespace sourdine {
namespace {

// Plans are made for the oracle "adp".
RangePlanRow with_oracle(RangePlanRow row, const RangeRecipe& recipe, std::uint64_t size, std::uint64_t records) {
  if (recipe.model == PrivacyModel::central || row.structure == "haar") return row;
  const RangeProtocol protocol(
      {.size = size, .degree = row.degree, .epsilon = recipe.epsilon, .oracle = recipe.oracle});
  const TreeModel model = protocol.expected_model(static_cast<double>(records));
  row.std_error = std::sqrt(Workload::all_ranges(size).mean_variance(model));
  row.oracle = protocol.oracle(row.levels).name();
  return row;
}

}  // namespace

void require_sense(const RangeRecipe& recipe) {
  const bool is_local = recipe.model == PrivacyModel::local;
  if (recipe.degree && (recipe.structure == "flat" || recipe.structure == "haar")) {
    fail_input(fmt::format("a degree is for trees, and '{}' has none to choose", recipe.structure),
               "Leave --degree out, or choose the structure 'tree'.");
  }
  if (recipe.degree && *recipe.degree < 2) {
    fail_input(fmt::format("the degree of a tree must be at least 2, not {}", *recipe.degree),
               "'sourdine range plan' compares degrees.");
  }
  if (recipe.structure == "haar" && !is_local) {
    fail_input("the structure 'haar' is for the local model", "Add --model local, or choose 'tree'.");
  }
}

RangePlanRow choose_structure(const RangeRecipe& recipe, std::uint64_t size, std::uint64_t records) {
  require_sense(recipe);
  RangeQuestion question{.size = size,
                         .epsilon = recipe.epsilon,
                         .model = recipe.model,
                         .neighbours = recipe.neighbours,
                         .reports = records};
  if (recipe.model == PrivacyModel::local && records == 0) fail_input("there are no records to report");
  if (recipe.degree) question.degrees = {*recipe.degree};
  if (recipe.structure == "flat") question.degrees = {std::max<std::uint64_t>(2, size)};
  for (const RangePlanRow& row : plan_ranges(question, Workload::all_ranges(size))) {
    // Over very few values every tree is flat.
    const bool is_tree = row.structure == "tree" || (size <= 2 && row.structure == "flat");
    const bool is_asked = recipe.structure == "auto"   ? !recipe.degree || row.structure != "haar"
                          : recipe.structure == "tree" ? is_tree
                                                       : row.structure == recipe.structure;
    if (is_asked) return with_oracle(row, recipe, size, records);
  }
  fail_input(fmt::format("there is no structure '{}' of degree {} over {} values", recipe.structure,
                         recipe.degree.value_or(size), size),
             "A tree needs a degree below the number of values.");
}

std::unique_ptr<RangeStructure> build_range(const RangeRecipe& recipe, const RangePlanRow& chosen,
                                            const RangeCounts& data, Random& random) {
  const std::uint64_t size = data.domain.size();
  std::unique_ptr<RangeStructure> structure;
  if (recipe.model == PrivacyModel::central) {
    structure = CentralTree::build({size, chosen.degree, recipe.epsilon, recipe.neighbours}, data.counts, random);
  } else {
    const std::string oracle = chosen.structure == "haar" ? "haar" : recipe.oracle;
    const auto protocol =
        std::make_shared<const RangeProtocol>(LocalTreeSpec{size, chosen.degree, recipe.epsilon, oracle});
    Tally tally = protocol->empty_tally();
    protocol->simulate(data.counts, random, tally);
    structure = std::make_unique<LocalTree>(protocol, std::move(tally), random.is_private());
  }
  structure->set_domain(data.domain.to_json());
  return structure;
}

BuiltRange build_range(const RangeRows& rows, const RangeRecipe& recipe, const RandomSource& random) {
  choose_structure(recipe, 2, 1);  // what cannot be is said before the rows are read
  RangeCounts data = read_range_counts(rows);
  RangePlanRow chosen = choose_structure(recipe, data.domain.size(), data.rows.records);
  std::unique_ptr<RangeStructure> structure;
  random.with_stream(0, [&](Random& bits) { structure = build_range(recipe, chosen, data, bits); });
  Guarantee guarantee = range_guarantee(*structure, data.domain);
  const bool is_simulated = recipe.model == PrivacyModel::local;
  if (is_simulated) {
    guarantee.caveats.emplace_back(
        "simulated: the records were read and randomised here as their owners would do it; whoever ran this saw them");
  }
  return {.domain = data.domain,
          .rows = data.rows,
          .chosen = std::move(chosen),
          .structure = std::move(structure),
          .guarantee = std::move(guarantee),
          .is_simulated = is_simulated};
}

Guarantee range_guarantee(const RangeStructure& structure, const OrderedDomain& domain) {
  Guarantee guarantee = structure.guarantee();
  if (domain.is_from_data()) guarantee.not_private_because.push_back(domain.bounds_caveat());
  return guarantee;
}

}  // namespace sourdine
