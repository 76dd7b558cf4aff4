// Local range counting: every person randomises one report about their own value; nobody but them ever sees it.
//
// LocalProtocol: what a person does and how reports add up. A person draws one level of a tree (TreeShape), by public
//   weights and without looking at their value, and reports the node of that level above their value by that level's
//   oracle. One level (degree N) is the flat histogram: any pure oracle of the table over the values themselves.
//   oracle "adp": grr or oue per level, whichever has the smaller variance. Any pure oracle of the table: the same on all
//   levels. "haar": HaarHRR (range/haar_oracle.h), degree 2; a level's report is about the halves of its parent's block.
// Report: the level (1 byte) and its oracle's report, filled up with zeros to one length for all levels.
// Privacy: the level does not depend on the value, so a report has the largest ε of its levels. Neighbours: replace the
//   value by any other. The number of reports is public.
// Answer: level estimates scaled to all n people, then weighted least squares with the root n known exactly
//   (range/tree_model.h); Haar coefficients are already consistent.
// Variance of a node of level l with n_l reports: n²/n_l · (V_l + f·(κ_l + 1)), in which V_l = b(1−b)/(a−b)² is the
//   oracle's noise, κ_l = (1−a−b)/(a−b), and f·1 comes from the level's people being a sample of all (absent for one
//   level). f is the share of the level's largest node. This bounds the covariance of the whole level from above, as a
//   matrix, so standard errors are never too small: nearly exact for people spread over many values, up to a tenth too
//   large where few reports leave the largest share uncertain. (grr, whose cells add up to n: b/(a−b)² and 1/(a−b) in
//   the place of V and κ. Haar: 1/λ² in all.)
// Cost: report O(oracle), answer O(h).
//
// Reference: Cormode, Kulkarni, Srivastava, PVLDB 2019.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sourdine/oracle/oracle.h"
#include "sourdine/range/range_structure.h"
#include "sourdine/range/tree_model.h"

namespace sourdine {

struct LocalTreeSpec {
  std::uint64_t size = 0;
  std::uint64_t degree = 4;  // size: the flat histogram
  double epsilon = 0;
  std::string oracle = "adp";
  std::vector<std::uint64_t> weights = {};  // how often each level below the root is drawn, relative; empty: evenly

  friend bool operator==(const LocalTreeSpec&, const LocalTreeSpec&) = default;
};

// One tally per level below the root, the leaves' last.
using RangeTally = std::vector<Tally>;

class LocalProtocol {
 public:
  // Throws Error(bad_input): a domain, degree, ε, oracle or weights that cannot be.
  explicit LocalProtocol(LocalTreeSpec spec);
  // With the oracles as a file recorded them.
  LocalProtocol(LocalTreeSpec spec, std::span<const OracleSpec> recorded);

  const LocalTreeSpec& spec() const { return spec_; }
  const TreeShape& shape() const { return shape_; }
  bool is_haar() const;
  const Oracle& oracle(unsigned level) const { return *oracles_[level - 1]; }  // 1 ≤ level ≤ height
  double epsilon() const;
  Guarantee guarantee() const;
  std::size_t report_bytes() const;

  // As Oracle's functions of these names, over values 0 … N−1 and whole reports.
  void randomize(std::span<const Value> values, Random& random, Reports& out) const;
  void enumerate(Value value, Branches& branches, std::span<std::uint8_t> report) const;
  RangeTally empty_tally() const;
  void tally(const Reports& reports, RangeTally& into) const;
  void simulate(std::span<const std::uint64_t> histogram, Random& random, RangeTally& into) const;
  // False unless the tally's shape and counts are possible.
  bool is_consistent(const RangeTally& tally) const;

  // The errors to expect when `reports` people answer, the largest nodes of the levels holding these shares of them.
  TreeModel model(std::span<const double> reports, std::span<const double> largest_shares) const;
  // The same before there are any: levels drawn as often as their weights say, people spread evenly.
  TreeModel expected_model(double reports) const;

 private:
  template <Chance C>
  unsigned draw_level(C& chance) const;
  void require_tally(const RangeTally& tally) const;
  double report_variance(unsigned level, double largest_share) const;

  LocalTreeSpec spec_;
  TreeShape shape_;
  std::vector<std::unique_ptr<const Oracle>> oracles_;
  std::vector<std::uint64_t> weights_;
  std::uint64_t total_weight_ = 0;
};

class LocalTree final : public RangeStructure {
 public:
  // Throws Error(bad_input) when the tally is not the protocol's or has no reports.
  LocalTree(std::shared_ptr<const LocalProtocol> protocol, RangeTally tally, bool is_private);

  std::string_view kind() const override { return file_kind; }
  std::uint64_t size() const override { return protocol_->shape().size(); }
  Guarantee guarantee() const override;
  bool is_private() const override { return is_private_; }
  Estimate answer(const Range& range, const Confidence& confidence = Confidence::customary()) const override;
  std::vector<RangeNode> nodes(const Range& range) const override;
  // Reports of other people under the same protocol.
  void merge(const RangeStructure& other) override;
  void write(Output& output) const override;
  static std::unique_ptr<LocalTree> read(std::string_view spec_json, std::vector<std::int64_t> words, bool is_private);

  const LocalProtocol& protocol() const { return *protocol_; }
  const RangeTally& tally() const { return tally_; }
  const TreeModel& model() const { return *model_; }
  std::uint64_t reports() const;

  static constexpr std::string_view file_kind = "local-tree";

 private:
  void estimate();

  std::shared_ptr<const LocalProtocol> protocol_;
  RangeTally tally_;
  bool is_private_;
  std::unique_ptr<const TreeModel> model_;
  std::vector<double> running_sums_;
};

}  // namespace sourdine
