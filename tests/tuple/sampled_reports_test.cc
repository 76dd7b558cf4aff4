// Reports of smp are added up in groups; what comes out is what comes out one by one.
#include <gtest/gtest.h>

#include "sourdine/protocol/parts.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/tuple/tuple_protocol.h"
#include "support/errors.h"
#include "tuples.h"

namespace sourdine {
namespace {

struct SampledCase {
  const char* name;
  std::shared_ptr<const TupleProtocol> protocol;
};

// Bodies of one byte that are cells, of one that are bits, of two, of none, of four, of eight, of more; and mixtures.
std::vector<SampledCase> sampled_cases() {
  const auto smp = [](std::initializer_list<std::uint64_t> sizes, const char* oracle) {
    return testing::tuple_of(TupleSolution::smp, sizes, 1, oracle);
  };
  return {{"grr", smp({2, 10, 256}, "grr")},
          {"oue of a byte", smp({3, 8}, "oue")},
          {"oue of two", smp({10, 3, 16}, "oue")},
          {"grr of two", smp({300, 5}, "grr")},
          {"one value", smp({1, 5}, "grr")},
          {"one value, bits", smp({1, 12}, "oue")},
          {"only one value", smp({1, 1}, "grr")},
          {"four", smp({25, 10}, "oue")},
          {"eight", smp({60, 3}, "oue")},
          {"more", smp({100, 20}, "oue")},
          {"hashes", smp({30, 40}, "olh")},
          {"many attributes", smp({2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, "grr")}};
}

Reports sampled_reports(const TupleProtocol& protocol, std::size_t people, std::uint64_t seed) {
  SeededBits random(seed);
  std::vector<Value> values;
  for (std::size_t i = 0; i < people * protocol.width(); ++i) {
    values.push_back(static_cast<Value>(random.below(protocol.domain_size(i % protocol.width()))));
  }
  Reports reports(protocol.report_bytes());
  protocol.randomize({values, protocol.width()}, random, reports);
  return reports;
}

// By the oracles, each report alone.
Tally one_by_one(const TupleProtocol& protocol, const Reports& reports) {
  Parts parts;
  for (std::size_t i = 0; i < protocol.width(); ++i) parts.add(protocol.oracle(i).cells());
  Tally sum = protocol.empty_tally();
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const auto report = ReportsView(reports)[i];
    const Oracle& oracle = protocol.oracle(report[0]);
    const ReportsView body{report.subspan(1, oracle.report_bytes()), oracle.report_bytes(), 1};
    oracle.tally(body, parts.span(sum.cells, report[0]));
    ++sum.reports;
  }
  return sum;
}

TEST(SampledReports, TalliesAreThoseOfTheOraclesOneByOne) {
  for (const SampledCase& one : sampled_cases()) {
    const TupleProtocol& protocol = *one.protocol;
    for (const std::size_t people : {0U, 1U, 2U, 7U, 8U, 9U, 1023U, 17'001U}) {
      const Reports reports = sampled_reports(protocol, people, people + 1);
      Tally tally = protocol.empty_tally();
      protocol.tally(reports, tally);
      EXPECT_EQ(tally.cells, one_by_one(protocol, reports).cells) << one.name << ", " << people;
      EXPECT_EQ(tally.reports, people);
      EXPECT_TRUE(protocol.is_consistent(tally)) << one.name;
    }
  }
}

TEST(SampledReports, AnImpossibleOneIsFoundWhereverItIs) {
  for (const SampledCase& one : sampled_cases()) {
    const TupleProtocol& protocol = *one.protocol;
    const Reports reports = sampled_reports(protocol, 3000, 1);
    const std::size_t size = protocol.report_bytes();
    for (const std::size_t place : {0U, 1U, 1023U, 1024U, 2999U}) {
      std::vector<std::uint8_t> bytes(reports.bytes().begin(), reports.bytes().end());
      bytes[place * size] = static_cast<std::uint8_t>(protocol.width());  // no such attribute
      Tally tally = protocol.empty_tally();
      const auto error = testing::input_error([&] { protocol.tally(ReportsView{bytes, size, 3000}, tally); });
      EXPECT_NE(error.find("report " + std::to_string(place + 1) + " is not one"), std::string::npos)
          << one.name << error;
      EXPECT_EQ(tally, protocol.empty_tally()) << "nothing was added";
    }
  }
}

TEST(SampledReports, BodiesAreThoseOfTheAttributesOracle) {
  const auto grr = testing::tuple_of(TupleSolution::smp, {2, 10}, 1, "grr");
  EXPECT_TRUE(grr->is_possible(std::vector<std::uint8_t>{1, 9}));
  for (const std::vector<std::uint8_t>& bytes : {std::vector<std::uint8_t>{0, 9}, {1, 10}, {2, 0}, {255, 255}}) {
    Tally tally = grr->empty_tally();
    EXPECT_NE(testing::input_error([&] { grr->tally(ReportsView{bytes, 2, 1}, tally); }), "no error");
  }
  const auto mixed = testing::tuple_of(TupleSolution::smp, {10, 3}, 1, "oue");
  EXPECT_TRUE(mixed->is_possible(std::vector<std::uint8_t>{0, 255, 3}));
  for (const std::vector<std::uint8_t>& bytes :
       {std::vector<std::uint8_t>{0, 0, 4}, {1, 8, 0}, {1, 0, 1}, {2, 0, 0}, {255, 255, 255}}) {
    Tally tally = mixed->empty_tally();
    EXPECT_NE(testing::input_error([&] { mixed->tally(ReportsView{bytes, 3, 1}, tally); }), "no error");
  }
}

}  // namespace
}  // namespace sourdine
