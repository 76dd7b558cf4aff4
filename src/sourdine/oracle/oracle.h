// Oracle: how one value becomes one report, and what a report supports. The contract every frequency oracle fulfils.
//
// An oracle is immutable and thread-safe; a constructed oracle is valid (make_oracle in oracle/table.h).
// Privacy: for any two values v, w and any report y, Pr[y|v] ≤ e^ε · Pr[y|w] with ε = epsilon(), exactly,
// as a fact about the integer thresholds in use. Utility: invert() is unbiased.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/oracle/reports.h"
#include "sourdine/oracle/spec.h"
#include "sourdine/oracle/tally.h"
#include "sourdine/oracle/variance_curve.h"
#include "sourdine/privacy/guarantee.h"
#include "sourdine/random/branches.h"
#include "sourdine/random/random.h"

namespace sourdine {

// A report "supports" some values. yes = Pr[supports v | holds v], no = Pr[supports v | holds another value];
// gap = yes − no, kept apart because it is tiny for small ε and must not be the rounding error of a subtraction.
struct Support {
  double yes, no, gap;
};

class Oracle {
 public:
  explicit Oracle(OracleSpec spec) : spec_(std::move(spec)) {}
  virtual ~Oracle() = default;
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  const OracleSpec& spec() const { return spec_; }
  Value k() const { return spec_.k(); }

  // Realised ε, from the integer thresholds in use; at most spec().epsilon.
  virtual double epsilon() const = 0;
  // ε of one report alone. Less than epsilon() only for memoised mechanisms, whose epsilon() bounds any number of reports
  // made from one permanent response.
  virtual double report_epsilon() const { return epsilon(); }
  // The first with unit, neighbour relation and caveats. Oracles with more to say override it.
  virtual Guarantee guarantee() const { return local_report_guarantee(spec_.epsilon, epsilon()); }
  virtual Support support() const = 0;
  virtual std::size_t report_bits() const = 0;
  std::size_t report_bytes() const { return (report_bits() + 7) / 8; }
  virtual std::size_t cells() const = 0;

  // Appends one report per value. Throws Error(bad_input) when a value is ≥ k; nothing is appended then. `before` counts
  // the values of earlier calls, for that message.
  void randomize(std::span<const Value> values, Random& random, Reports& out, std::uint64_t before = 0) const;

  // One report of `value` for every outcome of `branches`, by the code of randomize() with a batch of one: for the audit.
  // `report` holds report_bytes() zero bytes. For memoised mechanisms this is the strongest view an observer of all
  // reports about the value can get.
  virtual void enumerate(Value value, Branches& branches, std::span<std::uint8_t> report) const = 0;

  // The same for the view of one report alone, whose ε is report_epsilon().
  virtual void enumerate_report(Value value, Branches& branches, std::span<std::uint8_t> report) const {
    enumerate(value, branches, report);
  }

  Tally empty_tally() const { return {spec_, 0, std::vector<std::uint64_t>(cells())}; }
  // Adds the reports. Throws Error(bad_input) naming the first report this oracle cannot have made, or when the
  // reports or the tally are another oracle's; the tally is unchanged then.
  void tally(const Reports& reports, Tally& into) const;
  // True when the bytes are a report this oracle can make (fields in range, padding zero).
  virtual bool is_possible(std::span<const std::uint8_t> report) const = 0;

  // True when reports of this oracle can add up to the tally: no counts that contradict each other. What is read from
  // a file is held to this. Default: cells that count whole reports sum to their number, others do not exceed it.
  virtual bool is_consistent(const Tally& tally) const;

  // True when a cell counts how often one report was sent, for every possible report: the tally then holds everything
  // the reports say, and their likelihood can be computed from it.
  virtual bool cell_is_report() const { return false; }
  // Writes the report that `cell` counts into report_bytes() zero bytes. Only where cell_is_report().
  virtual void report_of_cell(std::size_t cell, std::span<std::uint8_t> report) const;

  // Cells → number of reports that support each value (k numbers).
  virtual std::vector<double> supports(const Tally& tally) const = 0;
  // Cells → unbiased count estimates (k numbers). Default: (C_v − n·no) / gap.
  virtual std::vector<double> invert(const Tally& tally) const;
  // Variance of invert()[value] when the true counts (k numbers) are fixed. Default: pure protocol,
  // [n_v·yes(1−yes) + (n−n_v)·no(1−no)] / gap².
  virtual double variance(Value value, std::span<const double> counts) const;
  // True when variance() depends on the value's own count and the total only, by the default formula; what costs O(k²)
  // for k intervals then costs O(k). Whoever overrides variance() otherwise overrides this with false.
  virtual bool is_pure() const { return true; }
  // variance() of every value as a function of how many of n users hold it, the other values being held in proportion
  // to `weights` (k numbers ≥ 0; evenly where the others' are all 0); k ≥ 2. Exact: no oracle's variance has terms above
  // the second power. Oracles for which all values together cost less than one by one override it.
  virtual std::vector<VarianceCurve> variance_curves(double n, std::span<const double> weights) const {
    return curves_one_by_one(*this, n, weights);
  }
  // n·V0: variance of one frequency estimate times n, for a value nobody holds, the others spread evenly.
  double approximate_variance() const;

  // Pr[report | v] for every v, up to one factor common to all v.
  virtual void likelihood(std::span<const std::uint8_t> report, std::span<double> out) const = 0;

  // Adds to `into` the tally of one report from each of Σ histogram[v] users, drawn with exactly the law of
  // randomize() + tally(): by binomials and multinomials where that law is known, report by report otherwise (the
  // oracle table says which).
  // The histogram has k entries, at most Tally::max_reports in all; Error(bad_input) otherwise.
  void simulate(std::span<const std::uint64_t> histogram, Random& random, Tally& into) const;

 protected:
  virtual void simulate_valid(std::span<const std::uint64_t> histogram, Random& random, Tally& into) const = 0;
  virtual void randomize_valid(std::span<const Value> values, Random& random, Reports& out) const = 0;
  virtual void tally_possible(const Reports& reports, Tally& into) const = 0;
  // The number of the first report for which is_possible() is false; reports.size() when there is none. Oracles that
  // can check many at once override it.
  virtual std::size_t first_impossible(const Reports& reports) const;

 private:
  void require_own(const Tally& tally) const;

  OracleSpec spec_;
};

}  // namespace sourdine
