// rs+fd and rs+rfd: one attribute, drawn without looking, is true; for the others there are fake data.
#include <fmt/format.h>

#include <array>

#include "sourdine/base/error.h"
#include "sourdine/tuple/entries.h"
#include "sourdine/tuple/fake_oracle.h"

namespace sourdine {
namespace {

using Oracles = std::vector<std::shared_ptr<const Oracle>>;

class FakeDataTuple final : public EntryTuple {
 public:
  FakeDataTuple(TupleSpec spec, double local_epsilon, TuplePrivacy privacy, Oracles oracles)
      : EntryTuple(std::move(spec), {}, local_epsilon, std::move(privacy), std::move(oracles)) {}

  void enumerate(std::span<const Value> record, Branches& branches, std::span<std::uint8_t> report) const override {
    respond({record, width()}, branches, report);
  }

 protected:
  void randomize_valid(RecordsView records, Random& random, std::span<std::uint8_t> reports) const override {
    respond(records, random, reports);
  }
  void randomize_valid_rows(RecordsView records, RowBits& rows, std::span<std::uint8_t> reports) const override {
    for (std::size_t i = 0; i < records.size(); ++i) {
      rows.next_row();
      respond(records.subview(i, 1), rows, reports.subspan(i * report_bytes(), report_bytes()));
    }
  }

 private:
  const FakeOracle& fake_oracle(std::size_t attribute) const {
    return static_cast<const FakeOracle&>(entry_oracle(attribute));
  }

  template <Chance C>
  void respond(RecordsView records, C& chance, std::span<std::uint8_t> reports) const {
    static_assert(max_people <= max_batch);
    std::array<std::uint32_t, max_people> drawn;
    for (std::size_t done = 0; done < records.size(); done += max_people) {
      const RecordsView some = records.subview(done, std::min(max_people, records.size() - done));
      const auto truths = std::span(drawn).first(some.size());
      UniformNumbers(width()).fill(chance, truths, [](std::size_t) { return true; });
      fill_reports(some, reports.subspan(done * report_bytes(), some.size() * report_bytes()),
                   [&](std::size_t attribute, std::span<const Value> values, std::span<std::uint8_t> entries) {
                     fake_oracle(attribute).respond(values, std::span<const std::uint32_t>(truths),
                                                    static_cast<std::uint32_t>(attribute), chance, entries);
                   });
    }
  }
};

// The entry's word; adp is decided at the published ε′ or, where the tuple has ε, at that.
void decide_entries(TupleSpec& spec) {
  const std::size_t d = spec.attributes.size();
  for (std::size_t i = 0; i < d; ++i) {
    TupleAttribute& one = spec.attributes[i];
    if (one.oracle.empty()) one.oracle = spec.oracle;
    if (one.oracle != "adp") continue;
    if (spec.solution == TupleSolution::rs_rfd) {
      fail_input(fmt::format("{} of 'rs+rfd' cannot be 'adp'", attribute_title(spec, i)),
                 "Choose grr, oue-r or sue-r: oue-z has no use for a prior.");
    }
    const double local = spec.level == TupleLevel::tuple ? spec.epsilon : amplified_epsilon(spec.epsilon, d);
    one.oracle = adaptive_entry(one.domain.size(), local, d);
  }
}

}  // namespace

std::shared_ptr<const TupleProtocol> make_fake_data(TupleSpec spec) {
  decide_entries(spec);
  const double local = local_epsilon(spec);
  std::vector<FakeEntry> entries;
  Oracles oracles;
  for (const TupleAttribute& one : spec.attributes) {
    entries.push_back(FakeEntry::for_epsilon(one.oracle, one.domain.size(), local, one.prior));
    oracles.push_back(std::make_shared<const FakeOracle>(OracleSpec{one.oracle, one.domain, local, {}}, entries.back(),
                                                         spec.attributes.size()));
  }
  TuplePrivacy privacy = fake_data_privacy(entries);
  return std::make_shared<const FakeDataTuple>(std::move(spec), local, std::move(privacy), std::move(oracles));
}

}  // namespace sourdine
