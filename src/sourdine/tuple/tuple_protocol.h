// TupleProtocol: several attributes per person, reported locally. Nobody but the person ever sees the tuple.
//
// A record has d values, one of each attribute; the solutions and what their ε protects are in tuple/tuple_spec.h.
// Report: spl, rs+fd, rs+rfd: d entries, one behind the other, each in whole bytes. smp: the attribute's number (1
//   byte), the report of its oracle, zeros up to the longest. joint: the oracle's.
// Tally: one part per attribute (protocol/parts.h); with `pairs` one more for every two of them. joint: the
//   oracle's cells.
// Privacy: epsilon() is the tuple's: all attributes of a person may be other ones. privacy() has that of one attribute,
//   too, and so has the guarantee. Both exact, from the integer thresholds (tuple/privacy.h). The number of reports is
//   public, and of smp which attribute each is about.
// Estimates: tuple/tuple_estimate.h; what error to expect: tuple/tuple_plan.h.
//
// Variance of a share, n people, nobody holding the value: spl V(ε/d)/n, smp d·V(ε)/n, V being n·V0 of the oracle;
//   rs+fd d²·s(1−s)/(n(p−q)²), s = (q + (d−1)·Pr[fake data support it])/d. At equal ε of the tuple smp has the smallest
//   of the three: fake data hide which attribute is true and cost accuracy for it. What rs+fd is better at is ε for one
//   attribute, and there spl, which pays d times as much for the tuple, is better still.
// Cost: that of the oracles, in batches.
//
// References: Arcolezi, Couchot, Al Bouna, Xiao, CIKM 2021 (smp, rs+fd); Arcolezi, Gambs, Couchot, Palamidessi, PVLDB
// 2023 (rs+rfd).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sourdine/estimate/estimate.h"
#include "sourdine/oracle/oracle.h"
#include "sourdine/protocol/table.h"
#include "sourdine/tuple/privacy.h"
#include "sourdine/tuple/tuple_spec.h"

namespace sourdine {

// What reports say of one attribute (or of two): a tally, and the oracle by whose code it is estimated. The oracle
// explains; it makes no reports.
struct AttributeTally {
  std::shared_ptr<const Oracle> oracle;
  std::uint64_t reports = 0;  // that tell of it: with smp, of those who drew it
  std::vector<std::uint64_t> cells = {};
  Population population = Population::fixed;  // with which it is to be estimated

  TallyView view() const { return {reports, cells}; }
};

class TupleProtocol : public Protocol {
 public:
  static constexpr std::string_view protocol_kind = "tuple";

  // Throws Error(bad_input): attributes, ε, level, oracle or priors that cannot be.
  static std::shared_ptr<const TupleProtocol> make(TupleSpec spec);
  // As it was recorded, with the oracles of its attributes. Throws Error(bad_input).
  static std::shared_ptr<const TupleProtocol> from_json(std::string_view json);

  std::string title() const override;
  // What was asked, with what was chosen: every attribute names its oracle or entry.
  const TupleSpec& tuple_spec() const { return tuple_; }
  const Domain& domain(std::size_t attribute) const { return tuple_.attributes[attribute].domain; }
  // "age", or "attribute 2" where it has no name.
  std::string attribute_name(std::size_t attribute) const;
  std::size_t width() const final { return tuple_.attributes.size(); }
  Value domain_size(std::size_t attribute) const final { return domain(attribute).size(); }

  double epsilon() const final { return privacy_.tuple; }
  const TuplePrivacy& privacy() const { return privacy_; }
  // That of the oracles or local randomisers.
  double local_epsilon() const { return local_epsilon_; }
  // The ε that is asked of the tuple, whichever level the spec's is for.
  double tuple_epsilon_asked() const;
  Guarantee guarantee() const final;

  // spl, smp: the attribute's oracle; joint: that of the product. Throws Error(bad_input) for rs+fd and rs+rfd.
  virtual const Oracle& oracle(std::size_t attribute) const;

  // For people who report again and again by memoised oracles (protocol/memoised.h): smp only, Error(bad_input)
  // otherwise. The attribute is drawn once, evenly, and kept for life; every report about it goes into one of this
  // protocol's, report_bytes() bytes. Error(bad_input) for a report that the attribute's oracle cannot have made.
  std::size_t draw_attribute(Random& random) const;
  void wrap_report(std::size_t attribute, std::span<const std::uint8_t> report, std::span<std::uint8_t> out) const;

  // What the tally says of an attribute, for people who are (`Population::fixed`) or who stand for others. `tally` is
  // this protocol's.
  virtual AttributeTally attribute_tally(TallyView tally, std::size_t attribute, Population population) const = 0;
  // The same of two different attributes together: the values of the first times those of the second, row by row. spl
  // with `pairs`, and joint; Error(bad_input) otherwise.
  virtual AttributeTally pair_tally(TallyView tally, std::size_t first, std::size_t second) const;
  // Variance of the estimated share of a value when `people` people report who hold the attribute's values in these
  // shares (k numbers), a fixed population; exact but for smp, where the random number of those who draw the attribute
  // enters to the second order.
  virtual double share_variance(std::size_t attribute, Value value, std::span<const double> shares,
                                double people) const = 0;

 protected:
  // `spec` is decided; `oracles` as to_json() wants them.
  TupleProtocol(TupleSpec spec, std::span<const OracleSpec> oracles, double local_epsilon, TuplePrivacy privacy);

  // Throws Error(bad_input) unless there is such an attribute.
  void require_attribute(std::size_t attribute) const;

 private:
  TupleSpec tuple_;
  double local_epsilon_;
  TuplePrivacy privacy_;
};

// The row of the protocol table.
ProtocolKind tuple_protocol_kind();

}  // namespace sourdine
