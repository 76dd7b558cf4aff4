// Intervals of collections, and of changes between them, cover as often as they say.
#include <gtest/gtest.h>

#include "sourdine/longitudinal/collections.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memo_rows.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/seeded_source.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

constexpr std::size_t people = 1000;
constexpr Value values_of_domain = 6;
constexpr std::size_t repetitions = 300;

struct Covered {
  std::uint64_t first = 0, second = 0, change = 0, change_if_stayed = 0;
  std::uint64_t all = 0;
};

// `moving` of 6 people have another value at the second collection.
Covered covered_by(const Oracle& oracle, Value moving) {
  std::vector<std::uint64_t> ids(people);
  std::vector<Value> before(people), after(people);
  std::vector<double> truth_before(values_of_domain), truth_after(values_of_domain);
  std::uint64_t stayed = 0;
  for (std::size_t i = 0; i < people; ++i) {
    ids[i] = i;
    before[i] = static_cast<Value>(i % 21 < 6 ? i % 21 : (i % 21 < 11 ? 1 : 0));
    after[i] = i % 6 < moving ? (before[i] + 1 + static_cast<Value>(i % 2)) % values_of_domain : before[i];
    stayed += before[i] == after[i] ? 1U : 0U;
    truth_before[before[i]] += 1;
    truth_after[after[i]] += 1;
  }
  std::vector<Tally> tallies;  // two for each repetition
  for (std::uint64_t repetition = 0; repetition < repetitions; ++repetition) {
    const RowSecret secret = seeded_row_secret(repetition);
    for (const auto& [values, seed] : {std::pair(&before, 2 * repetition + 1), {&after, 2 * repetition + 2}}) {
      std::vector<std::uint8_t> reports(people * oracle.report_bytes());
      report_rows(oracle, *values, ids, {secret, "age"}, SeededSource(seed), reports, 1);
      tallies.push_back(oracle.empty_tally());
      oracle.tally(ReportsView{reports, oracle.report_bytes(), people}, tallies.back());
    }
  }
  const std::vector<Estimates> each = estimate_collections(oracle, tallies);
  Covered covered;
  const auto holds = [](const Estimate& one, double truth) {
    return one.lower <= truth && truth <= one.upper ? 1U : 0U;
  };
  for (std::size_t i = 0; i < tallies.size(); i += 2) {
    const auto change = estimate_change(oracle, tallies[i], tallies[i + 1]);
    const auto surer = estimate_change(oracle, tallies[i], tallies[i + 1], {.stayed = stayed});
    for (Value value = 0; value < values_of_domain; ++value) {
      covered.first += holds(each[i].values[value], truth_before[value]);
      covered.second += holds(each[i + 1].values[value], truth_after[value]);
      covered.change += holds(change[value], truth_after[value] - truth_before[value]);
      covered.change_if_stayed += holds(surer[value], truth_after[value] - truth_before[value]);
      ++covered.all;
    }
  }
  return covered;
}

// Values of one repetition depend on each other: six at most count as one.
void expect_coverage(std::uint64_t covered, std::uint64_t all, double least) {
  EXPECT_GE(testing::binomial_lower_tail(covered / values_of_domain, all / values_of_domain, least),
            testing::false_alarm)
      << static_cast<double>(covered) / static_cast<double>(all);
}

TEST(Collections, IntervalsCover) {
  for (const char* name : {"l-grr", "l-osue", "loloha", "dbitflip"}) {
    const auto oracle = make_oracle({name, Domain(values_of_domain), 2, {}});
    for (const Value moving : {0U, 2U, 6U}) {
      SCOPED_TRACE(std::string(name) + ", moving " + std::to_string(moving));
      const Covered covered = covered_by(*oracle, moving);
      expect_coverage(covered.first, covered.all, 0.95);
      expect_coverage(covered.second, covered.all, 0.95);
      expect_coverage(covered.change, covered.all, 0.95);
      expect_coverage(covered.change_if_stayed, covered.all, 0.95);
      // Nor are they much too wide: exact ones cover a little more, because counts are whole.
      for (const std::uint64_t each : {covered.first, covered.second}) {
        EXPECT_NEAR(static_cast<double>(each) / static_cast<double>(covered.all), 0.95, 0.02);
      }
    }
  }
}

}  // namespace
}  // namespace sourdine
