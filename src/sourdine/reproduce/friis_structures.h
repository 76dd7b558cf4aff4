// The structures of the study of Friis (2021), drawn many times over the same counts and asked beside the truth.
// Internal to the study.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sourdine/privacy/guarantee.h"
#include "sourdine/range/central_tree.h"
#include "sourdine/range/local_tree.h"

namespace sourdine {

struct FriisRun {
  PrivacyModel model;
  std::uint64_t degree;  // 0: flat
  std::uint64_t size;
  double epsilon;
};

// One structure with its noise.
struct FriisDraw {
  std::unique_ptr<RangeStructure> structure;
  std::vector<std::vector<double>> nodes;  // as measured, root first, scaled to counts; empty: not measured
  std::vector<double> leaf_sums;           // running sums over the last level
};

struct FriisAnswer {
  double plain_error, plain_variance;
  double adjusted_error, adjusted_variance, adjusted_at_least;
};

class FriisStructures {
 public:
  FriisStructures(const FriisRun& run, std::span<const std::uint64_t> counts);

  FriisDraw draw(Random& random) const;
  FriisAnswer ask(const FriisDraw& draw, const Range& range) const;

 private:
  bool is_local() const { return protocol_ != nullptr; }
  double true_count(const Range& range) const;
  // Exactly, for oue. A level's part of the answer adds m nodes that hold c of the n people. Noise: h·(n·m·V + c·κ), V
  // and κ as in range/local_tree.h. The level's people are a sample of all, without replacement and disjoint from other
  // levels': h−1 times c(1 − c/n) for the level, and c·c'/n for every ordered pair of levels. (Each level is taken to
  // have n/h.)
  double local_plain_variance(std::span<const TreeShape::Node> nodes) const;
  double local_flat_variance(const Range& range) const;

  std::vector<std::uint64_t> counts_;
  std::vector<double> running_counts_;
  CentralTreeSpec central_ = {};
  std::shared_ptr<const RangeProtocol> protocol_;
  std::unique_ptr<const TreeModel> model_;  // expected errors; local: from above
  std::unique_ptr<const TreeModel> below_;  // local: from below
};

}  // namespace sourdine
