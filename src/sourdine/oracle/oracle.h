// Oracle: a frequency oracle, how one value becomes one report, and what a report supports: a Protocol (width 1) with
// an inversion. The contract every frequency oracle fulfils.
//
// A constructed oracle is valid (make_oracle in oracle/table.h). Utility: invert() is unbiased.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sourdine/oracle/spec.h"
#include "sourdine/oracle/variance_curve.h"
#include "sourdine/protocol/protocol.h"

namespace sourdine {

// A report "supports" some values. yes = Pr[supports v | holds v], no = Pr[supports v | holds another value];
// gap = yes − no, kept apart because it is tiny for small ε and must not be the rounding error of a subtraction.
struct Support {
  double yes, no, gap;
};

class Oracle : public Protocol {
 public:
  static constexpr std::string_view protocol_kind = "oracle";

  explicit Oracle(OracleSpec spec)
      : Protocol(std::make_shared<const ProtocolSpec>(std::string(protocol_kind), to_json(spec))),
        oracle_spec_(std::move(spec)) {}

  // What spec() says, with names.
  const OracleSpec& oracle_spec() const { return oracle_spec_; }
  const std::string& name() const { return oracle_spec_.oracle; }
  const Domain& domain() const { return oracle_spec_.domain; }
  std::string title() const override { return "oracle '" + name() + "'"; }
  Value k() const { return oracle_spec_.k(); }
  Value domain_size(std::size_t) const final { return k(); }

  // Oracles with more to say override it.
  Guarantee guarantee() const override { return local_report_guarantee(oracle_spec_.epsilon, epsilon()); }
  virtual Support support() const = 0;
  virtual std::size_t report_bits() const = 0;
  std::size_t report_bytes() const final { return (report_bits() + 7) / 8; }

  void enumerate(std::span<const Value> record, Branches& branches, std::span<std::uint8_t> report) const final {
    enumerate_value(record.front(), branches, report);
  }

  // Cells that count whole reports sum to their number as well.
  bool is_consistent(TallyView tally) const override;

  // True when a cell counts how often one report was sent, for every possible report: the tally then holds everything
  // the reports say, and their likelihood can be computed from it.
  virtual bool cell_is_report() const { return false; }
  // Writes the report that `cell` counts into report_bytes() zero bytes. Only where cell_is_report().
  virtual void report_of_cell(std::size_t cell, std::span<std::uint8_t> report) const;

  // True when a report names one value, the true one with probability yes and each other with no: the numbers of
  // reports that support the values then add up to all reports.
  virtual bool report_names_value() const { return false; }

  // Cells → number of reports that support each value (k numbers).
  virtual std::vector<double> supports(TallyView tally) const = 0;
  // Cells → unbiased count estimates (k numbers). Default: (C_v − n·no) / gap.
  virtual std::vector<double> invert(TallyView tally) const;
  // Variance of invert()[value] when the true counts (k numbers) are fixed. Default: pure protocol,
  // [n_v·yes(1−yes) + (n−n_v)·no(1−no)] / gap².
  virtual double variance(Value value, std::span<const double> counts) const;
  // True when variance() depends on the value's own count and the total only, by the default formula; what costs O(k²)
  // for k intervals then costs O(k). Whoever overrides variance() otherwise overrides this with false.
  virtual bool is_pure() const { return true; }
  // variance() of every value as a function of how many of n users hold it, the other values being held in proportion
  // to `weights` (k numbers ≥ 0; evenly where the others' are all 0); k ≥ 2. Exact: no oracle's variance has terms
  // above the second power. Oracles for which all values together cost less than one by one override it.
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
  // The same into cells() cells that the caller keeps, and vouches for.
  void simulate(std::span<const std::uint64_t> histogram, Random& random, TallySpan into) const;

 protected:
  virtual void enumerate_value(Value value, Branches& branches, std::span<std::uint8_t> report) const = 0;
  virtual void simulate_valid(std::span<const std::uint64_t> histogram, Random& random, TallySpan into) const = 0;
  virtual void randomize_values(std::span<const Value> values, Random& random,
                                std::span<std::uint8_t> reports) const = 0;
  void randomize_valid(RecordsView records, Random& random, std::span<std::uint8_t> reports) const final {
    randomize_values(records.values, random, reports);
  }

 private:
  OracleSpec oracle_spec_;
};

// The protocol as an oracle. Throws Error(bad_input) when it is of another kind, saying what that kind is for.
const Oracle& require_oracle(const Protocol& protocol);

}  // namespace sourdine
