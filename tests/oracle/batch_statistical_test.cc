// Randomisers work on batches, of which the audit enumerates those of one report. Here: the place of a report in a
// large batch, or the size of the batch, makes no difference.
#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "sourdine/base/bits.h"
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

constexpr std::array<std::pair<std::size_t, std::size_t>, 5> pairs{
    {{0, 1}, {0, 4}, {3, 4}, {0, 8}, {0, 9}}};  // of places

// How often every bit of the reports at the places is set, and differs between the two places of a pair.
using BitCounts = std::vector<std::uint64_t>;
void count_bits(const std::vector<Reports>& at_place, BitCounts& counts) {
  const std::size_t bits = 8 * at_place[0].report_bytes();
  counts.resize((places.size() + pairs.size()) * bits);
  for (std::size_t batch = 0; batch < at_place[0].size(); ++batch) {
    std::uint64_t* next = counts.data();
    for (const Reports& place : at_place) {
      for (std::size_t bit = 0; bit < bits; ++bit) *next++ += get_bit(place[batch], bit) ? 1U : 0U;
    }
    for (const auto& [a, b] : pairs) {
      for (std::size_t bit = 0; bit < bits; ++bit) {
        *next++ += get_bit(at_place[a][batch], bit) != get_bit(at_place[b][batch], bit) ? 1U : 0U;
      }
    }
  }
}

// For every oracle, beside reports made one by one, which the audit enumerates. Given how often both ways together set
// a bit, the share of one of them has at most the spread of a fair coin's.
TEST(Batch, BitsOfEveryPlaceAndPairAreThoseOfReportsMadeOneByOne) {
  constexpr std::size_t batches = 3000;
  for (const OracleRow& row : oracle_table()) {
    const auto oracle = make_oracle(table_spec(row, Domain(17), 1));
    std::vector<Value> values(places.back() + 1);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<Value>(7 * i % oracle->k());
    SeededBits random(21);
    std::vector<Reports> in_batch(places.size(), Reports(oracle->report_bytes()));
    std::vector<Reports> alone(places.size(), Reports(oracle->report_bytes()));
    Reports reports(oracle->report_bytes());
    for (std::size_t batch = 0; batch < batches; ++batch) {
      reports.clear();
      oracle->randomize(values, random, reports);
      for (std::size_t i = 0; i < places.size(); ++i) {
        std::ranges::copy(reports[places[i]], in_batch[i].append(1).begin());
        oracle->randomize(std::span(&values[places[i]], 1), random, alone[i]);
      }
    }
    BitCounts of_batches, of_singles;
    count_bits(in_batch, of_batches);
    count_bits(alone, of_singles);
    const double level = testing::false_alarm / static_cast<double>(20 * of_batches.size());
    std::size_t tested = 0;
    for (std::size_t i = 0; i < of_batches.size(); ++i) {
      const std::uint64_t both = of_batches[i] + of_singles[i];
      if (both == 0) continue;  // a bit that no report sets
      ++tested;
      ASSERT_GT(testing::binomial_test(of_batches[i], both, 0.5), level) << row.name << ", count " << i;
    }
    EXPECT_GT(tested, 0U) << row.name;
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
