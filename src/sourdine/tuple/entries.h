// EntryTuple: what spl and rs+fd have in common: a report has an entry of every attribute, one behind the other, and
// every attribute's entries add up by the code of an oracle. Internal to tuple/.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sourdine/protocol/parts.h"
#include "sourdine/tuple/solutions.h"

namespace sourdine {

class EntryTuple : public TupleProtocol {
 public:
  std::size_t report_bytes() const final { return ends_.back(); }
  std::size_t cells() const final { return parts_.cells(); }
  bool is_possible(std::span<const std::uint8_t> report) const final;
  // Every part has all reports, and cells that its oracle's reports can add up to.
  bool is_consistent(TallyView tally) const override;
  AttributeTally attribute_tally(TallyView tally, std::size_t attribute, Population population) const final;
  // Variances of counts grow with the number of people.
  double share_variance(std::size_t attribute, Value value, std::span<const double> shares, double people) const final {
    return domain_size(attribute) == 1 ? 0 : entry_oracle(attribute).variance(value, shares) / people;
  }

 protected:
  EntryTuple(TupleSpec spec, std::span<const OracleSpec> specs, double local_epsilon, TuplePrivacy privacy,
             std::vector<std::shared_ptr<const Oracle>> oracles);

  const Oracle& entry_oracle(std::size_t attribute) const { return *oracles_[attribute]; }
  const std::shared_ptr<const Oracle>& shared_oracle(std::size_t attribute) const { return oracles_[attribute]; }
  std::size_t entry_bytes(std::size_t attribute) const { return ends_[attribute + 1] - ends_[attribute]; }
  const Parts& parts() const { return parts_; }
  // Another part behind those of the attributes.
  void add_part(std::size_t cells) { parts_.add(cells); }

  // Writes what answer(attribute, values, entries) makes of one to max_people records into their reports.
  static constexpr std::size_t max_people = 512;
  template <class Answer>
  void fill_reports(RecordsView records, std::span<std::uint8_t> reports, Answer answer) const {
    std::vector<Value> values(records.size());
    std::vector<std::uint8_t> made;
    for (std::size_t attribute = 0; attribute < width(); ++attribute) {
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = records.values[i * records.width + attribute];
      made.resize(values.size() * entry_bytes(attribute));
      answer(attribute, std::span<const Value>(values), std::span<std::uint8_t>(made));
      place_entries(attribute, made, reports);
    }
  }

  // The entries of one attribute, packed.
  Reports entries_of(ReportsView reports, std::size_t attribute) const;

  std::size_t first_impossible(ReportsView reports) const final;
  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override;

 private:
  void place_entries(std::size_t attribute, std::span<const std::uint8_t> made, std::span<std::uint8_t> reports) const;

  std::vector<std::shared_ptr<const Oracle>> oracles_;
  std::vector<std::size_t> ends_ = {0};  // of the entries; before the first, where it begins
  Parts parts_;
};

}  // namespace sourdine
