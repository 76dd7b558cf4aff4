// What error to expect of every structure, before there is any data, and which to choose.
//
// Error: the root of the mean variance over the workload, from the structures' own models: closed forms in O(h) per
//   range (range/tree_model.h). Nothing is simulated. For local structures people are taken to be spread evenly.
// Workload: all ranges of the domain with the same weight, all ranges of one length or of several, or a list. Where
//   these are more than 2^14 (all ranges: from N = 181), that many are taken, spread evenly over all of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sourdine/privacy/guarantee.h"
#include "sourdine/range/central_tree.h"
#include "sourdine/range/grid.h"
#include "sourdine/range/tree_model.h"

namespace sourdine {

struct Workload {
  std::string description;
  std::vector<Range> ranges;

  // Throw Error(bad_input) for an empty domain, a length of 0 or beyond the domain, an empty list.
  static Workload all_ranges(std::uint64_t size);
  static Workload of_length(std::uint64_t size, std::uint64_t length);
  // Every length given, with the same weight as often as it is given.
  static Workload of_lengths(std::uint64_t size, std::span<const std::uint64_t> lengths);
  static Workload of_list(std::uint64_t size, std::vector<Range> ranges);

  double mean_variance(const TreeModel& model) const;
};

// Lengths of ranges, one per line; empty lines are passed over. Throws Error(bad_input) naming the line.
std::vector<std::uint64_t> read_lengths(const std::string& path);

struct RangeQuestion {
  std::uint64_t size = 0;
  double epsilon = 0;
  PrivacyModel model = PrivacyModel::central;
  Neighbours neighbours = Neighbours::add_remove;  // central
  std::uint64_t reports = 0;                       // local: how many people
  std::vector<std::uint64_t> degrees = {};         // empty: those worth trying
};

struct RangePlanRow {
  std::string structure;  // "flat", "tree", "haar"
  std::uint64_t degree = 0;
  unsigned levels = 0;
  std::string oracle;    // local: that of the leaves
  double std_error = 0;  // in counts
};

// A grid over rows whose order means nothing, hence flat in that direction.
struct GridPlan {
  GridSpec spec;
  unsigned levels = 0;   // of the columns' tree
  double std_error = 0;  // of one row, over all ranges of columns: the root of the mean square
};

// The best degree for the columns, or the given one; `question.size` is the number of columns. Throws Error(bad_input)
// for the local model and for what grid_model() refuses.
GridPlan plan_grid(const RangeQuestion& question, std::uint64_t rows);

// Best first: the recommended one is the first. Throws Error(bad_input) for a question that has no answer.
std::vector<RangePlanRow> plan_ranges(const RangeQuestion& question, const Workload& workload);

}  // namespace sourdine
