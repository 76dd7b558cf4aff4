// RangeProtocol: local range counting. Every person randomises one report about their own value; nobody but them ever
// sees it.
//
// A person draws one level of a tree (TreeShape), by public
//   weights and without looking at their value, and reports the node of that level above their value by that level's
//   oracle. One level (degree N) is the flat histogram: any pure oracle of the table over the values themselves.
//   oracle "adp": grr or oue per level, whichever has the smaller variance. Any pure oracle of the table: the same on
//   all levels. "haar": HaarHRR (range/haar_oracle.h), degree 2; a level's report is about the halves of its parent's
//   block.
// Report: the level (1 byte) and its oracle's report, filled up with zeros to one length for all levels.
// Tally: one part per level (protocol/parts.h), the leaves' last.
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

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sourdine/oracle/oracle.h"
#include "sourdine/protocol/parts.h"
#include "sourdine/protocol/table.h"
#include "sourdine/range/tree_model.h"

namespace sourdine {

struct LocalTreeSpec {
  std::uint64_t size = 0;
  std::uint64_t degree = 4;  // size: the flat histogram
  double epsilon = 0;
  std::string oracle = "adp";
  std::vector<std::uint64_t> weights = {};  // how often each level below the root is drawn, relative; empty: evenly
  std::string domain = {};  // what the values stand for: canonical JSON that means nothing here; empty: themselves

  friend bool operator==(const LocalTreeSpec&, const LocalTreeSpec&) = default;
};

class RangeProtocol final : public Protocol {
 public:
  static constexpr std::string_view protocol_kind = "range";

  // Throws Error(bad_input): a domain, degree, ε, oracle or weights that cannot be.
  explicit RangeProtocol(LocalTreeSpec spec);
  // As it was recorded, with the oracles of its levels. Throws Error(bad_input).
  static std::shared_ptr<const RangeProtocol> from_json(std::string_view json);

  std::string title() const override { return "the range protocol"; }
  const LocalTreeSpec& tree_spec() const { return tree_; }
  const TreeShape& shape() const { return shape_; }
  bool is_haar() const;
  const Oracle& oracle(unsigned level) const { return *oracles_[level - 1]; }  // 1 ≤ level ≤ height
  // What the reports of a level add up to.
  TallyView level(TallyView tally, unsigned level) const { return parts_.view(tally.cells, level - 1); }

  Value domain_size(std::size_t) const override { return static_cast<Value>(shape_.size()); }
  std::size_t report_bytes() const override { return report_bytes_; }
  std::size_t cells() const override { return parts_.cells(); }
  double epsilon() const override;
  Guarantee guarantee() const override;
  void enumerate(std::span<const Value> record, Branches& branches, std::span<std::uint8_t> report) const override;
  bool is_possible(std::span<const std::uint8_t> report) const override;
  // Every level's cells are ones that its oracle's reports can add up to, and the levels' reports are all reports.
  bool is_consistent(TallyView tally) const override;

  // As Oracle::simulate, over the values 0 … N−1.
  void simulate(std::span<const std::uint64_t> histogram, Random& random, Tally& into) const;

  // The errors to expect when `reports` people answer per level, the largest nodes of the levels holding these shares
  // of them.
  TreeModel model(std::span<const double> reports, std::span<const double> largest_shares) const;
  // The same before there are any: levels drawn as often as their weights say, people spread evenly.
  TreeModel expected_model(double reports) const;

 protected:
  void randomize_valid(RecordsView records, Random& random, std::span<std::uint8_t> reports) const override;
  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override;

 private:
  struct Made;  // everything that a spec decides
  explicit RangeProtocol(Made made);
  static Made make(LocalTreeSpec spec, std::span<const OracleSpec> recorded);

  template <Chance C>
  unsigned draw_level(C& chance) const;
  template <Chance C>
  void respond(std::span<const Value> values, C& chance, std::span<std::uint8_t> reports) const;
  double report_variance(unsigned level, double largest_share) const;

  LocalTreeSpec tree_;
  TreeShape shape_;
  std::vector<std::unique_ptr<const Oracle>> oracles_;
  std::vector<std::uint64_t> weights_;
  std::uint64_t total_weight_ = 0;
  Parts parts_;
  std::size_t report_bytes_ = 0;
};

// The row of the protocol table.
ProtocolKind range_protocol_kind();

}  // namespace sourdine
