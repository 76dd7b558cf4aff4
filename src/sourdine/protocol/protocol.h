// Protocol: how people's records become reports, and how reports add up. What every way of reporting has in common:
// report and tally files, the pipeline, the accumulator, the audit and the benchmarks take any Protocol.
//
// A protocol is immutable and thread-safe; one that exists is valid. Reports have one size, so their length tells
// nothing.
// Privacy: for any two records r, s of the domain and any report y, Pr[y|r] ≤ e^ε · Pr[y|s] with ε = epsilon(),
// exactly, as a fact about the integer thresholds in use.
// A tally is a sum of cells over reports: any split over threads, files or machines gives the same one, bit for bit.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sourdine/privacy/guarantee.h"
#include "sourdine/protocol/reports.h"
#include "sourdine/protocol/spec.h"
#include "sourdine/protocol/tally.h"
#include "sourdine/protocol/view.h"
#include "sourdine/random/branches.h"
#include "sourdine/random/random.h"
#include "sourdine/random/row_bits.h"

namespace sourdine {

class Protocol {
 public:
  explicit Protocol(Spec spec) : spec_(std::move(spec)) {}
  virtual ~Protocol() = default;
  Protocol(const Protocol&) = delete;
  Protocol& operator=(const Protocol&) = delete;

  const Spec& spec() const { return spec_; }
  // For messages: "oracle 'grr'".
  virtual std::string title() const = 0;

  // Values of one person's record: 1 for an oracle, d for d attributes.
  virtual std::size_t width() const { return 1; }
  // How many values the attribute can take; attribute < width().
  virtual Value domain_size(std::size_t attribute) const = 0;
  virtual std::size_t report_bytes() const = 0;
  virtual std::size_t cells() const = 0;

  // Realised ε of what one person sends about one record, from the integer thresholds in use; at most the asked one.
  virtual double epsilon() const = 0;
  // The same with unit, neighbour relation and caveats.
  virtual Guarantee guarantee() const = 0;

  // Throws Error(bad_input) naming the first value outside its domain (of the first attribute with one), or when the
  // values are not records of this protocol. `before` counts the records of earlier calls, for that message.
  void require_valid(RecordsView records, std::uint64_t before = 0) const;

  // Writes one report per record over `reports`, whose size must be theirs. Throws Error(bad_input) when a value is
  // outside its domain; nothing has been written then. `before` counts the records of earlier calls, for that message.
  void randomize_into(RecordsView records, Random& random, std::span<std::uint8_t> reports,
                      std::uint64_t before = 0) const;
  // The same, appended.
  void randomize(RecordsView records, Random& random, Reports& out, std::uint64_t before = 0) const;
  void randomize(std::span<const Value> values, Random& random, Reports& out, std::uint64_t before = 0) const {
    randomize({values, width()}, random, out, before);
  }

  // One report of the record for every outcome of `branches`, by the code of randomize_into() with a batch of one: for
  // the audit. `report` holds report_bytes() zero bytes. For memoised protocols (protocol/memoised.h) this is the
  // strongest view an observer of all reports about the record can get.
  virtual void enumerate(std::span<const Value> record, Branches& branches, std::span<std::uint8_t> report) const = 0;

  Tally empty_tally() const { return {spec_, 0, std::vector<std::uint64_t>(cells())}; }
  // Adds the reports, all or none. Throws Error(bad_input) naming the first report this protocol cannot have made
  // (counted behind `before` earlier ones), when reports or tally are another protocol's, or beyond Tally::max_reports.
  // That the tally is this protocol's costs a comparison of pointers, or of fingerprints; labels do not matter.
  void tally(ReportsView reports, Tally& into, std::uint64_t before = 0) const;
  // The same into cells() zero-initialised cells that the caller keeps, and vouches for.
  void tally(ReportsView reports, TallySpan into, std::uint64_t before = 0) const;

  // True when the bytes are a report this protocol can make (fields in range, padding zero).
  virtual bool is_possible(std::span<const std::uint8_t> report) const = 0;
  // True when reports of this protocol can add up to the cells: no counts that contradict each other. What is read from
  // a file is held to this. Default: as many cells as there should be, none above the number of reports.
  virtual bool is_consistent(TallyView tally) const;

 protected:
  // Records are valid, and `reports` are zero bytes.
  virtual void randomize_valid(RecordsView records, Random& random, std::span<std::uint8_t> reports) const = 0;
  // The same, record by record, each with the randomness of its own row: `rows` stands before the first of them.
  // Protocols whose randomiser can be compiled for RowBits override it.
  virtual void randomize_valid_rows(RecordsView records, RowBits& rows, std::span<std::uint8_t> reports) const;
  // Reports are possible.
  virtual void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const = 0;
  // The number of the first report for which is_possible() is false; reports.size() when there is none. Protocols that
  // can check many at once override it.
  virtual std::size_t first_impossible(ReportsView reports) const;

  // Throws Error(bad_input) naming the field of the spec that differs.
  void require_tally(const Tally& tally) const;

 private:
  friend struct ValidRecords;
  friend struct PossibleReports;

  Spec spec_;
};

}  // namespace sourdine
