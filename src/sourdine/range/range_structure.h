// RangeStructure: private data over an ordered domain 0 … N−1 that answers "how many between a and b?", any number of
// times, at no further cost in privacy: answers are computed from noisy numbers that were drawn once.
//
// Every answer is an Estimate with its exact standard error and an interval. Raw counts are never part of a structure.
// Immutable but for merge() and a stream's push(); answer() is thread-safe and takes less than a microsecond.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/stream.h"
#include "sourdine/estimate/estimate.h"
#include "sourdine/privacy/guarantee.h"
#include "sourdine/range/tree_shape.h"

namespace sourdine {

// The quantiles of an interval, computed once for many answers.
class Confidence {
 public:
  // Throws Error(bad_input) unless 0 < level < 1.
  Confidence(double level);
  double level() const { return level_; }
  // For sums of many small contributions.
  double normal() const { return normal_; }
  // For sums of Laplace noise, few or many: the larger of the normal and the Laplace quantile, in standard errors.
  double laplace() const { return laplace_; }

  static const Confidence& customary();  // 0.95

 private:
  double level_, normal_, laplace_;
};

// A node of the structure that takes part in an answer: the estimates of an answer's nodes add up to the answer.
struct RangeNode {
  unsigned level;
  Range leaves;
  double value, std_error;
};

class TreeModel;

// What a structure's guarantee leaves open, beside its numbers: ranges/statement.h has the words.
enum class RangeCaveat {
  exact_total,      // the number of records is public, and used exactly
  several_records,  // of one person
  several_steps,    // the same, in whatever steps
  seen_by_curator,  // who builds it or feeds it sees the counts
  disjoint_parts,   // it was merged: no record may be in two parts
  kept_state,       // a stream's file tells exact counts to whoever sees it twice
  report_sent,      // of reports: that there was one, and when
  several_reports,  // about one person or value
};

// How the intervals of a structure's answers are made: count_estimate() with half = quantile · (standard error) +
// extra, 0 without a standard error.
struct IntervalRule {
  double quantile, extra, largest;
};

class RangeStructure {
 public:
  virtual ~RangeStructure() = default;
  RangeStructure() = default;
  RangeStructure(const RangeStructure&) = delete;
  RangeStructure& operator=(const RangeStructure&) = delete;

  // "central-tree", "local-tree", "local-haar", "stream": the word in files.
  virtual std::string_view kind() const = 0;
  // N: how many values the ordered domain has (for a stream: how many steps it has seen).
  virtual std::uint64_t size() const = 0;
  // Without caveats: these are here.
  virtual Guarantee guarantee() const = 0;
  virtual std::vector<RangeCaveat> caveats() const = 0;
  // False when seeded bits took part: whoever knows the seed can undo the noise.
  virtual bool is_private() const = 0;

  // What the values stand for: canonical JSON that travels with the structure and means nothing to it (see
  // range/range_domain.h). Empty: the values are the numbers 0 … N−1.
  const std::string& domain() const { return domain_; }
  void set_domain(std::string json) { domain_ = std::move(json); }

  // Throw Error(bad_input) for a range that is reversed or leaves the domain.
  virtual Estimate answer(const Range& range, const Confidence& confidence = Confidence::customary()) const = 0;
  virtual std::vector<RangeNode> nodes(const Range& range) const = 0;

  // For answers that others compute from what is published, such as a page: the tree behind answer(), whose value is
  // a difference of running sums and whose variance is the model's. Nothing for structures that are no tree.
  virtual const TreeModel* tree_model() const { return nullptr; }
  virtual IntervalRule interval_rule(const Confidence& confidence) const;
  // Whether nodes() answers the whole domain by the root.
  virtual bool root_is_node() const { return false; }

  // Adds the data of `other`: the same structure over other people's (local) or other records' (central) data. Throws
  // Error(bad_input) naming what differs, or when this kind of structure does not merge; nothing has changed then.
  virtual void merge(const RangeStructure& other) = 0;

  // Everything, noise included, as a range file (range/range_file.h).
  virtual void write(Output& output) const = 0;

 private:
  std::string domain_;
};

// value ± half as far as counts can be so, 0 … largest. Around a value that no count can be, the interval is that of
// the nearest one that can: it covers at least as often, and is never a single point that would look certain.
Estimate count_estimate(double value, double std_error, double half, double largest);

// Throws Error(bad_input) unless first ≤ last < size.
void require_inside(const Range& range, std::uint64_t size);

}  // namespace sourdine
