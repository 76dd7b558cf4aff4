// From counts over an ordered domain to a private range structure: the one that is asked for, or the best.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "sourdine/random/random.h"
#include "sourdine/range/range_plan.h"
#include "sourdine/range/range_structure.h"
#include "sourdine/release/range_counts.h"

namespace sourdine {

struct RangeRecipe {
  PrivacyModel model = PrivacyModel::central;
  double epsilon = 0;
  std::string structure = "auto";            // or "flat", "tree", "haar" (local): "auto" is the best over all ranges
  std::optional<std::uint64_t> degree = {};  // of a tree; nothing: the best
  std::string oracle = "adp";                // local, flat or tree
  Neighbours neighbours = Neighbours::add_remove;  // central
};

// The kind, degree and levels of what a recipe makes over a domain, and the error to expect over all ranges. Of the data
// it looks at the number of records, in the local model, where it is public. Throws Error(bad_input): ε that is not
// positive, degree 1, an option that the structure does not have.
RangePlanRow choose_structure(const RangeRecipe& recipe, std::uint64_t size, std::uint64_t records);

// In the local model every record is randomised as its owner would do it, by the same law.
std::unique_ptr<RangeStructure> build_range(const RangeRecipe& recipe, const RangePlanRow& chosen,
                                            const RangeCounts& data, Random& random);

// The structure's own guarantee, and what the bounds of its domain give away.
Guarantee range_guarantee(const RangeStructure& structure, const OrderedDomain& domain);

}  // namespace sourdine
