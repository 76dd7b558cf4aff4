// Randomisers work on batches, of which the audit enumerates those of one report. Here: the place of a report in a large
// batch, or the size of the batch, makes no difference.
#include <gtest/gtest.h>

#include <array>

#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

// Around the words of 64 decisions, and the first of the next batch of 512.
constexpr std::array<std::size_t, 10> places{0, 1, 62, 63, 64, 127, 128, 510, 511, 512};

TEST(Batch, EveryPlaceHasTheLawOfOneReport) {
  constexpr std::size_t batches = 4000;
  for (const OracleRow& row : oracle_table()) {
    for (const Value k : {Value{17}, Value{130}}) {
      const auto oracle = make_oracle(table_spec(row, Domain(k), 1));
      if (!oracle->is_pure()) continue;  // whose support depends on what the others hold
      SeededBits random(k);
      std::vector<Value> values(places.back() + 1);
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<Value>(7 * i % k);
      std::vector<Reports> at_place(places.size(), Reports(oracle->report_bytes()));
      Reports reports(oracle->report_bytes());
      for (std::size_t batch = 0; batch < batches; ++batch) {
        reports.clear();
        oracle->randomize(values, random, reports);
        for (std::size_t i = 0; i < places.size(); ++i) {
          std::ranges::copy(reports[places[i]], at_place[i].append(1).begin());
        }
      }
      const Support law = oracle->support();
      const double level = testing::false_alarm / static_cast<double>(100 * places.size() * k);
      for (std::size_t i = 0; i < places.size(); ++i) {
        Tally tally = oracle->empty_tally();
        oracle->tally(at_place[i], tally);
        const std::vector<double> supports = oracle->supports(tally);
        for (Value value = 0; value < k; ++value) {
          ASSERT_GT(testing::binomial_test(static_cast<std::uint64_t>(supports[value]), batches,
                                           value == values[places[i]] ? law.yes : law.no),
                    level)
              << row.name << " k = " << k << ", place " << places[i] << ", value " << value;
        }
      }
    }
  }
}

TEST(Batch, ReportsOfAnySizeOfBatchArePossible) {
  SeededBits sizes(9);
  for (const OracleRow& row : oracle_table()) {
    for (const Value k : {Value{2}, Value{17}, Value{130}, Value{1000}}) {
      const auto oracle = make_oracle(table_spec(row, Domain(k), 2));
      SeededBits random(k);
      for (int batch = 0; batch < 10; ++batch) {
        std::vector<Value> values(sizes.below(1100));
        for (Value& value : values) value = static_cast<Value>(sizes.below(k));
        Reports reports(oracle->report_bytes());
        oracle->randomize(values, random, reports);
        ASSERT_EQ(reports.size(), values.size());
        for (std::size_t i = 0; i < reports.size(); ++i) {
          ASSERT_TRUE(oracle->is_possible(reports[i])) << row.name << " k = " << k << ", report " << i;
        }
      }
    }
  }
}

}  // namespace
}  // namespace sourdine
