// From counts over an ordered domain to a private range structure: the one that is asked for, or the best.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "sourdine/random/random_source.h"
#include "sourdine/range/range_plan.h"
#include "sourdine/range/range_structure.h"
#include "sourdine/release/range_counts.h"

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

// The kind, degree and levels of what a recipe makes over a domain, and the error to expect over all ranges. Of the
// data it looks at the number of records, in the local model, where it is public. Throws Error(bad_input): ε that is
// not positive, degree 1, an option that the structure does not have.
RangePlanRow choose_structure(const RangeRecipe& recipe, std::uint64_t size, std::uint64_t records);

// Throws Error(bad_input) for options that do not go together, before any row is read.
void require_sense(const RangeRecipe& recipe);

// In the local model every record is randomised as its owner would do it, by the same law.
std::unique_ptr<RangeStructure> build_range(const RangeRecipe& recipe, const RangePlanRow& chosen,
                                            const RangeCounts& data, Random& random);

// A structure made from rows, and what whoever made it is told.
struct BuiltRange {
  OrderedDomain domain;
  RowsRead rows;
  RangePlanRow chosen;
  std::unique_ptr<RangeStructure> structure;
  Guarantee guarantee;        // with what the bounds of the domain give away, and that a simulation is one
  bool is_simulated = false;  // local model: the records were randomised here, not by their owners
};

// Reads, chooses and builds. Throws Error(bad_input) as read_range_counts() and choose_structure() do.
BuiltRange build_range(const RangeRows& rows, const RangeRecipe& recipe, const RandomSource& random);

// The structure's own guarantee, and what the bounds of its domain give away.
Guarantee range_guarantee(const RangeStructure& structure, const OrderedDomain& domain);

}  // namespace sourdine
