// CentralTree: counts over an ordered domain, held by a trusted curator and published once with noise on every node of
// a tree; degree N is the flat histogram.
//
// Privacy: one record lies below one node per level, so the levels' budgets ε_l add up to ε = Σ ε_l.
//   add_remove: the data sets differ by one record more or less. Sensitivity 1 per level: noise of scale 1/ε_l. The
//     total is private; the root is measured only when a share of the budget is given to it.
//   replace: one record moves to another value; the number of records is public. Two nodes per level change by one
//     each: noise of scale 2/ε_l. The root is the public total, exactly.
// Noise: discrete Laplace, whole numbers. ε is a whole number of billionths, and its shares are exact fractions of it.
// Answer: weighted least squares over all nodes (range/tree_model.h), the standard error exact. Interval: answer ± (the
//   larger of the normal and the Laplace quantile)·(standard error) ± 1/2 for the noise being whole numbers; cut at 0.
// Variance before the adjustment: Σ over the range's nodes of 2α_l/(1−α_l)², about 2/ε_l² (8/ε_l² for replace).
// Cost: build O(nodes), answer O(h). Choose the degree with range/range_plan.h.
//
// References: Hay, Rastogi, Miklau, Suciu, PVLDB 2010; Qardaji, Yang, Li, PVLDB 2013 (degrees of 8 to 16).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "sourdine/range/central.h"
#include "sourdine/range/noise.h"
#include "sourdine/range/range_structure.h"
#include "sourdine/range/tree_model.h"

namespace sourdine {

struct CentralTreeSpec {
  std::uint64_t size = 0;
  std::uint64_t degree = 16;  // size: the flat histogram
  double epsilon = 0;
  Neighbours neighbours = Neighbours::add_remove;
  // Relative budgets of the levels below the root, the leaves' last: whole numbers from 1 to 1000. One more in front is
  // the root's (add_remove only). Empty: even, none for the root.
  std::vector<std::uint64_t> shares = {};

  friend bool operator==(const CentralTreeSpec&, const CentralTreeSpec&) = default;
};

// The noise of the levels, root first; nothing for a root that is not measured. Throws Error(bad_input) for shares that
// are out of range or of the wrong number.
std::vector<std::optional<LaplaceScale>> level_scales(const CentralTreeSpec& spec);
// What the structure's answers will err by, known before there is any data.
TreeModel central_model(const CentralTreeSpec& spec);

class CentralTree final : public RangeStructure {
 public:
  // From one count per value. Throws Error(bad_input) when their number is not spec.size or their sum exceeds
  // max_total.
  static std::unique_ptr<CentralTree> build(const CentralTreeSpec& spec, std::span<const std::uint64_t> counts,
                                            Noise& noise);
  static std::unique_ptr<CentralTree> build(const CentralTreeSpec& spec, std::span<const std::uint64_t> counts,
                                            Random& random);

  std::string_view kind() const override { return file_kind; }
  std::uint64_t size() const override { return model_.shape().size(); }
  Guarantee guarantee() const override;
  std::vector<RangeCaveat> caveats() const override;
  // Of every tree of that spec.
  static Guarantee guarantee_of(const CentralTreeSpec& spec);
  static std::vector<RangeCaveat> caveats_of(const CentralTreeSpec& spec);
  bool is_private() const override { return is_private_; }
  Estimate answer(const Range& range, const Confidence& confidence = Confidence::customary()) const override;
  std::vector<RangeNode> nodes(const Range& range) const override;
  const TreeModel* tree_model() const override { return &model_; }
  bool root_is_node() const override { return model_.root_counts(); }
  // Other records, same spec: the noise of both stays in the sum, and the guarantee is that of the weaker part.
  void merge(const RangeStructure& other) override;
  void write(Output& output) const override;
  static std::unique_ptr<CentralTree> read(std::string_view spec_json, std::vector<std::int64_t> words,
                                           bool is_private);

  const CentralTreeSpec& spec() const { return spec_; }
  const TreeModel& model() const { return model_; }
  // The numbers as published, level by level, root first; an unmeasured level is empty.
  const std::vector<std::vector<std::int64_t>>& published() const { return published_; }

  static constexpr std::string_view file_kind = "central-tree";

 private:
  CentralTree(CentralTreeSpec spec, std::vector<std::vector<std::int64_t>> published, std::uint64_t parts,
              bool is_private);
  void adjust();

  CentralTreeSpec spec_;
  std::vector<std::vector<std::int64_t>> published_;
  std::uint64_t parts_;  // how many structures were merged: the noise of each is in the sum
  bool is_private_;
  TreeModel model_;
  std::vector<double> running_sums_;
};

// Counts that come as real numbers. Throws Error(bad_input) naming the first that is not a whole number ≥ 0.
std::vector<std::uint64_t> whole_counts(std::span<const double> counts);

}  // namespace sourdine
