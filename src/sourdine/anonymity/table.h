// AnonymityProblem: a table's quasi-identifiers and sensitive attributes as numbers, what is asked of its classes, and
// how loss is measured. What the searches (lattice.h, mondrian.h) take.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "sourdine/anonymity/classes.h"
#include "sourdine/anonymity/hierarchy.h"
#include "sourdine/anonymity/models.h"

namespace sourdine {

// How much a generalised table tells less than the original; smaller is better. A row that is suppressed costs as much
// as one of which nothing is said.
//
//   discernibility    Σ over classes |E|², and n for each suppressed row (Bayardo, Agrawal 2005)
//   class_size        n / (k · classes), the suppressed rows being one class (LeFevre et al. 2006)
//   ncp               normalised certainty penalty (Xu et al. 2006), mean over rows and attributes: the share of an
//                     attribute's values that the row's group holds, 0 for one value, 1 for a suppressed row
//   entropy           non-uniform entropy (Gionis, Tassa 2007), mean over rows and attributes of
//                     −ln(rows with the value / rows with the group), as a share of that of a suppressed table
enum class LossMeasure { discernibility, class_size, ncp, entropy };

std::string_view word_of(LossMeasure measure);

// Everybody of whom the table has some: one column for each quasi-identifier, by the same hierarchies.
struct PopulationTable {
  std::vector<CodedColumn> columns;

  std::size_t rows() const { return columns.empty() ? 0 : columns.front().codes.size(); }
};

// What is asked of presence (models.h).
struct PresenceModel {
  double least = 0, most = 1;

  // Of `people` who look alike, `rows` are in the table.
  bool allows(std::uint64_t rows, std::uint64_t people) const {
    const double share = static_cast<double>(rows) / static_cast<double>(people);
    return share >= least && share <= most;
  }
};

struct AnonymityProblem {
  // One hierarchy and one column of its values' numbers for every quasi-identifier.
  std::vector<std::shared_ptr<const Hierarchy>> hierarchies;
  std::vector<CodedColumn> quasi;
  std::vector<CodedColumn> sensitive;
  std::vector<SensitiveModel> models;                      // of each sensitive attribute
  std::shared_ptr<const PopulationTable> population = {};  // nullptr: not known
  std::optional<PresenceModel> presence = {};  // needs the population, which must hold everybody of the table
  std::uint64_t k = 1;
  std::uint64_t max_suppressed = 0;  // rows
  LossMeasure measure = LossMeasure::ncp;

  std::size_t rows() const { return quasi.empty() ? 0 : quasi.front().codes.size(); }
  // Throws Error(bad_input): k of 0 or above the number of rows, no quasi-identifier, a model that cannot be, presence
  // in a population that lacks rows of the table. Throws Error(internal) for columns that do not fit together.
  void require_valid() const;
  // The quasi-identifiers of the table's rows and, after them, of the population's.
  std::vector<CodedColumn> with_population() const;
};

}  // namespace sourdine
