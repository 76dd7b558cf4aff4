// Grid: counts over two ordered domains (places × days), published once with noise; answers any rectangle.
//
// Nodes: pairs of a node of the rows' tree and one of the columns' (TreeShape), for all pairs of levels below the
//   roots. A degree as large as a domain makes that direction flat: right for places, whose order means nothing.
// Privacy: a record lies in one node of each of the h1·h2 pairs of levels; noise of scale Δ·h1·h2/ε, Δ = 1 for add or
//   remove one record, 2 for replacing its values.
// Answer: least squares over all nodes. The measurements are the product of two trees', all with one variance σ², so
//   the solution is one tree's applied along the rows and then the other's along the columns, and the variance of a
//   rectangle is σ² times the product of the two ranges' variances (with H = H1⊗H2, (HᵀH)⁻¹ = (H1ᵀH1)⁻¹ ⊗ (H2ᵀH2)⁻¹).
//   So has any set of rows (some of the places) its answer and its exact variance.
// Cost: build O(nodes), answer O(h1 + h2), memory one number per node and one per cell.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sourdine/range/central.h"
#include "sourdine/range/noise.h"
#include "sourdine/range/tree_model.h"

namespace sourdine {

struct RangeRecord;

struct GridSpec {
  std::uint64_t rows = 0, columns = 0;
  std::uint64_t row_degree = 16, column_degree = 16;
  double epsilon = 0;
  Neighbours neighbours = Neighbours::add_remove;

  friend bool operator==(const GridSpec&, const GridSpec&) = default;
};

struct Rectangle {
  Range rows, columns;
};

struct GridNode {
  Rectangle cells;
  double value, std_error;
};

// What the answers of a grid will err by, known before there is any data.
struct GridModel {
  TreeModel rows, columns;  // every level measured with variance 1
  LaplaceScale scale;       // of the noise of every node

  // Of the sum over several ranges of rows, in order and without overlap, and one of columns.
  double variance(std::span<const Range> row_ranges, const Range& column_range) const;
};
// Throws Error(bad_input) for ε that is not positive and for no cells, or more than Grid::max_cells.
GridModel grid_model(const GridSpec& spec);

class Grid {
 public:
  static constexpr std::uint64_t max_cells = std::uint64_t{1} << 28;

  // From rows · columns counts, row by row. Throws Error(bad_input) as CentralTree::build does.
  static Grid build(const GridSpec& spec, std::span<const std::uint64_t> counts, Noise& noise);
  static Grid build(const GridSpec& spec, std::span<const std::uint64_t> counts, Random& random);

  const GridSpec& spec() const { return spec_; }
  const GridModel& model() const { return model_; }
  Guarantee guarantee() const { return guarantee_of(spec_); }
  static Guarantee guarantee_of(const GridSpec& spec);
  static std::vector<RangeCaveat> caveats() { return {RangeCaveat::several_records, RangeCaveat::seen_by_curator}; }
  bool is_private() const { return is_private_; }
  // Throw Error(bad_input) for a range that is reversed or leaves its domain.
  Estimate answer(const Rectangle& cells, const Confidence& confidence = Confidence::customary()) const;
  // Over some of the rows: ranges in order and without overlap; Error(bad_input) otherwise, and for none.
  Estimate answer(std::span<const Range> rows, const Range& columns,
                  const Confidence& confidence = Confidence::customary()) const;
  std::vector<GridNode> nodes(const Rectangle& cells) const;

  // What rows and columns stand for: canonical JSON that travels with the grid and means nothing to it (see
  // range/range_domain.h). Empty: numbers from 0 on.
  const std::string& domain() const { return domain_; }
  void set_domain(std::string json) { domain_ = std::move(json); }

  // Range files of kind "grid" (range/range_file.h).
  void write(Output& output) const;
  static Grid from_record(RangeRecord record, const std::string& name);
  static Grid read(Input& input);
  void save(const std::string& path) const;
  static Grid load(const std::string& path);

  static constexpr std::string_view file_kind = "grid";

 private:
  Grid(GridSpec spec, std::vector<std::int64_t> published, bool is_private);
  void require_inside(std::span<const Range> rows, const Range& columns) const;
  double sum(const Rectangle& cells) const;
  void adjust();

  GridSpec spec_;
  GridModel model_;
  std::vector<std::int64_t> published_;  // by row level, row node, column level, column node
  bool is_private_;
  std::string domain_;
  std::vector<double> running_sums_;  // (rows + 1) · (columns + 1): over all cells above and to the left
};

}  // namespace sourdine
