// Permanent responses of many people have the law of the permanent round, and are independent between people.
#include <gtest/gtest.h>

#include "sourdine/oracle/longitudinal/chain.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memo_rows.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/seeded_source.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

constexpr std::size_t crowd_size = 40'000;

// One collection of people 0 … n−1 that all hold the value.
std::vector<std::uint8_t> collect(const Oracle& oracle, Value value, std::uint64_t seed) {
  std::vector<std::uint64_t> ids(crowd_size);
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = i;
  std::vector<std::uint8_t> reports(crowd_size * oracle.report_bytes());
  report_rows(oracle, std::vector<Value>(crowd_size, value), ids, {seeded_row_secret(5), "age"}, SeededSource(seed),
              reports, 1);
  return reports;
}

TEST(MemoRows, TwoReportsOfAPersonAgreeAsOftenAsThePermanentRoundSays) {
  const auto oracle = make_oracle({"l-grr", Domain(5), 2, {}});
  const auto first = collect(*oracle, 3, 1);
  const auto second = collect(*oracle, 3, 2);
  std::uint64_t named = 0, named_twice = 0, neighbours = 0;
  for (std::size_t i = 0; i < crowd_size; ++i) {
    named += first[i] == 3 ? 1U : 0U;
    named_twice += first[i] == 3 && second[i] == 3 ? 1U : 0U;
    neighbours += first[i] == 3 && second[(i + 1) % crowd_size] == 3 ? 1U : 0U;
  }
  const ChainedKeep chain = ChainedKeep::for_epsilons(2, 1, 5);
  const double yes1 = chain.permanent.yes(), yes2 = chain.instantaneous.yes(), no2 = chain.instantaneous.no(0);
  const double yes = oracle->support().yes;
  EXPECT_GE(testing::binomial_test(named, crowd_size, yes), testing::false_alarm / 4);
  EXPECT_GE(testing::binomial_test(named_twice, crowd_size, yes1 * yes2 * yes2 + (1 - yes1) * no2 * no2),
            testing::false_alarm / 4);
  EXPECT_GE(testing::binomial_test(neighbours, crowd_size, yes * yes), testing::false_alarm / 4);
}

// Reports of two named collections have the law of reports with fresh second rounds, together, too.
TEST(MemoRows, NamedCollectionsAreIndependentGivenThePermanentResponse) {
  const auto oracle = make_oracle({"l-grr", Domain(5), 2, {}});
  std::vector<std::uint64_t> ids(crowd_size);
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = i;
  const auto collect_named = [&](std::string_view name) {
    std::vector<std::uint8_t> reports(crowd_size);
    report_rows(*oracle, std::vector<Value>(crowd_size, 3), ids, {seeded_row_secret(5), "age"}, NamedCollection{name},
                reports, 1);
    return reports;
  };
  const auto first = collect_named("monday"), second = collect_named("tuesday");
  std::uint64_t named = 0, named_twice = 0, neighbours = 0;
  for (std::size_t i = 0; i < crowd_size; ++i) {
    named += first[i] == 3 ? 1U : 0U;
    named_twice += first[i] == 3 && second[i] == 3 ? 1U : 0U;
    neighbours += first[i] == 3 && second[(i + 1) % crowd_size] == 3 ? 1U : 0U;
  }
  const ChainedKeep chain = ChainedKeep::for_epsilons(2, 1, 5);
  const double yes1 = chain.permanent.yes(), yes2 = chain.instantaneous.yes(), no2 = chain.instantaneous.no(0);
  const double yes = oracle->support().yes;
  EXPECT_GE(testing::binomial_test(named, crowd_size, yes), testing::false_alarm / 4);
  EXPECT_GE(testing::binomial_test(named_twice, crowd_size, yes1 * yes2 * yes2 + (1 - yes1) * no2 * no2),
            testing::false_alarm / 4);
  EXPECT_GE(testing::binomial_test(neighbours, crowd_size, yes * yes), testing::false_alarm / 4);
}

TEST(MemoRows, BitsOfUnaryResponsesHaveTheirRates) {
  const auto oracle = make_oracle({"l-osue", Domain(12), 2, {}});
  Tally tally = oracle->empty_tally();
  const auto bytes = collect(*oracle, 4, 1);
  oracle->tally(ReportsView{bytes, oracle->report_bytes(), crowd_size}, tally);
  for (Value value = 0; value < 12; ++value) {
    const double rate = value == 4 ? oracle->support().yes : oracle->support().no;
    EXPECT_GE(testing::binomial_test(tally.cells[value], crowd_size, rate), testing::false_alarm / 12) << value;
  }
}

}  // namespace
}  // namespace sourdine
