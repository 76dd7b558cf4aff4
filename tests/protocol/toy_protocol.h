// A toy of two attributes and one report: the person draws, without looking, which attribute to tell, and answers that
// one by randomised response. Everything a new Protocol needs is in this file; the test gives its row to the table.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sourdine/oracle/keep.h"
#include "sourdine/protocol/parts.h"
#include "sourdine/protocol/table.h"

namespace sourdine::testing {

class ToyProtocol final : public Protocol {
 public:
  ToyProtocol(Value first, Value second, double epsilon)
      : Protocol(std::make_shared<const ProtocolSpec>(
            "toy", nlohmann::json{{"epsilon", epsilon}, {"sizes", {first, second}}}.dump())),
        sizes_{first, second},
        asked_(epsilon),
        keep_{Keep::for_epsilon(epsilon, first, 1), Keep::for_epsilon(epsilon, second, 1)} {
    for (const Value size : sizes_) parts_.add(size);
  }
  static std::shared_ptr<const Protocol> make(std::string_view text) {
    const auto json = nlohmann::json::parse(text);
    return std::make_shared<const ToyProtocol>(json.at("sizes").at(0), json.at("sizes").at(1), json.at("epsilon"));
  }

  std::string title() const override { return "the toy"; }
  std::size_t width() const override { return 2; }
  Value domain_size(std::size_t attribute) const override { return sizes_[attribute]; }
  std::size_t report_bytes() const override { return 2; }
  std::size_t cells() const override { return parts_.cells(); }
  const Parts& parts() const { return parts_; }
  double epsilon() const override { return std::max(keep_[0].epsilon(), keep_[1].epsilon()); }
  Guarantee guarantee() const override { return local_report_guarantee(asked_, epsilon()); }
  bool is_possible(std::span<const std::uint8_t> report) const override {
    return report[0] < 2 && report[1] < sizes_[report[0]];
  }
  bool is_consistent(TallyView tally) const override { return Protocol::is_consistent(tally) && parts_.add_up(tally); }
  void enumerate(std::span<const Value> record, Branches& branches, std::span<std::uint8_t> report) const override {
    answer(record, branches, report);
  }

 protected:
  void randomize_valid(RecordsView records, Random& random, std::span<std::uint8_t> reports) const override {
    for (std::size_t i = 0; i < records.size(); ++i) answer(records[i], random, reports.subspan(2 * i, 2));
  }
  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override {
    for (std::size_t i = 0; i < reports.size(); ++i) {
      const TallySpan part = parts_.span(cells, reports[i][0]);
      ++part.reports;
      ++part.cells[reports[i][1]];
    }
  }

 private:
  template <Chance C>
  void answer(std::span<const Value> record, C& chance, std::span<std::uint8_t> report) const {
    const std::uint64_t told = chance.below(2);
    const bool is_kept = chance.bernoulli(keep_[told].threshold);
    report[0] = static_cast<std::uint8_t>(told);
    report[1] = static_cast<std::uint8_t>(is_kept ? record[told] : chance.below(sizes_[told]));
  }

  Value sizes_[2];
  double asked_;
  Keep keep_[2];
  Parts parts_;
};

inline std::vector<AuditCase> toy_cases() {
  auto toy = std::make_shared<const ToyProtocol>(2, 3, 1);
  return {{.name = "toy", .epsilon = 1, .spends_less = {}, .protocol = toy, .records = all_records(*toy)}};
}

inline ProtocolTable table_with_toy() {
  return protocol_table().with({.kind = "toy",
                                .title = "two attributes, one report",
                                .make = ToyProtocol::make,
                                .audit_cases = toy_cases,
                                .bench_cases = [] { return std::vector<BenchCase>(); }});
}

}  // namespace sourdine::testing
