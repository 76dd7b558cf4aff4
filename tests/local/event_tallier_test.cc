#include "sourdine/local/event_tallier.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/csv.h"
#include "sourdine/counts/synthetic.h"
#include "sourdine/events/time_format.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_source.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using namespace std::chrono_literals;
using std::chrono::local_days;
using std::chrono::local_seconds;

local_seconds at(int year, unsigned month, unsigned day, int hour = 0) {
  return local_seconds(local_days(std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(day))) +
         std::chrono::hours(hour);
}

std::vector<std::uint64_t> all_cells(const CollectedEvents& collected, std::size_t width) {
  std::vector<std::uint64_t> cells;
  for (const PeriodTally& tally : collected.tallies) {
    cells.insert(cells.end(), tally.cells.begin(), tally.cells.end());
    if (tally.cells.empty()) cells.resize(cells.size() + width);
  }
  return cells;
}

CollectedEvents collect(const std::vector<Event>& events, const Oracle& oracle, const RandomSource& random,
                        const TallyOptions& options = {}) {
  EventTallier tallier(oracle, random, options);
  for (const Event& event : events) tallier.add(event);
  return tallier.finish();
}

const std::vector<Event> some = {{at(2014, 3, 2, 5), 1},
                                 {at(2014, 2, 27, 23), 0},
                                 {at(2014, 3, 2, 7), 2},
                                 {at(2014, 3, 4), 1},
                                 {at(2013, 12, 31), 2}};

// grr with so large an ε that a report is its value: what is counted can be checked exactly.
std::unique_ptr<const Oracle> honest(std::uint64_t k) { return make_oracle({"grr", Domain(k), 40, {}}); }

TEST(Collect, CountsEveryEventOnceInEveryPeriodAndFillsTheGaps) {
  const auto oracle = honest(3);
  TallyOptions options;
  options.keep_truth = true;
  const CollectedEvents collected = collect(some, *oracle, SeededSource(1), options);
  EXPECT_EQ(collected.timeline.size(), 64U);  // 31 December to 4 March
  EXPECT_EQ(collected.events(), 5U);
  EXPECT_EQ(collected.truth, all_cells(collected, oracle->k()));
  const Timeline months(Period::month, at(2013, 12, 1), at(2014, 3, 1));
  const auto tallies = period_tallies(months, collected);
  EXPECT_EQ(tallies[0].cells, (std::vector<std::uint64_t>{0, 0, 1}));
  EXPECT_EQ(tallies[1].reports, 0U);
  EXPECT_EQ(tallies[2].cells, (std::vector<std::uint64_t>{1, 0, 0}));
  EXPECT_EQ(tallies[3].cells, (std::vector<std::uint64_t>{0, 2, 1}));
  EXPECT_EQ(period_truth(months, collected, 3)[3 * 3 + 1], 2);
}

// A year of hours takes memory for its counts, wherever there are any: not for labels, and not for empty hours.
TEST(Collect, PeriodsHoldTheirCountsAndNothingElse) {
  const auto oracle = honest(1000);
  TallyOptions options;
  options.base = Period::hour;
  options.keep_times = false;
  const CollectedEvents collected =
      collect({{at(2019, 1, 1), 7}, {at(2019, 12, 31, 23), 8}, {at(2019, 1, 1), 7}}, *oracle, SeededSource(1), options);
  ASSERT_EQ(collected.tallies.size(), 8760U);
  EXPECT_EQ(collected.tallies.front().reports, 2U);
  EXPECT_EQ(collected.tallies.front().cells.at(7), 2U);
  EXPECT_EQ(collected.tallies.back().cells.at(8), 1U);
  std::size_t cells = 0;
  for (const PeriodTally& tally : collected.tallies) cells += tally.cells.capacity();
  EXPECT_EQ(cells, 2000U);
  EXPECT_EQ(collected.tallies[1].reports, 0U);
}

TEST(Collect, KeepsTheTruthOnlyWhenAsked) {
  const auto oracle = honest(3);
  EXPECT_TRUE(collect(some, *oracle, SeededSource(1)).truth.empty());
}

TEST(Collect, DaysAskedForAreCovered) {
  const auto oracle = honest(3);
  TallyOptions options;
  options.from = local_days(std::chrono::year(2014) / 3 / 1);
  options.to = local_days(std::chrono::year(2014) / 3 / 10);
  const CollectedEvents collected = collect({some[0], some[2], some[3]}, *oracle, SeededSource(1), options);
  EXPECT_EQ(collected.timeline.size(), 10U);
  EXPECT_EQ(collected.events(), 3U);
  EXPECT_EQ(collected.times, (std::vector<std::uint32_t>{86400 + 5 * 3600, 86400 + 7 * 3600, 3 * 86400}));
}

TEST(Collect, AnEventOutsideOfTheDaysIsNotPublished) {
  TallyOptions options;
  options.from = local_days(std::chrono::year(2014) / 3 / 1);
  options.to = local_days(std::chrono::year(2014) / 3 / 10);
  EXPECT_NE(testing::input_error([&] { collect(some, *honest(3), SeededSource(1), options); }), "no error");
}

TEST(Collect, ASeedDecidesTheTallies) {
  const auto oracle = make_oracle({"oue", Domain(5), 1, {}});
  std::vector<Event> events;
  for (unsigned i = 0; i < 200'000; ++i) events.push_back({at(2020, 1, 1) + std::chrono::minutes(i), i % 5});
  const CollectedEvents once = collect(events, *oracle, SeededSource(3));
  const CollectedEvents again = collect(events, *oracle, SeededSource(3));
  EXPECT_EQ(all_cells(once, 5), all_cells(again, 5));
  EXPECT_NE(all_cells(once, 5), all_cells(collect(events, *oracle, SeededSource(4)), 5));
}

// Batches are randomised on several cores; what is counted is what each batch's stream gives, one after the other.
TEST(ParallelCollect, BatchesSideBySideCountAsOneAfterTheOther) {
  constexpr std::size_t batch_size = 65536;
  const auto oracle = make_oracle({"ss", Domain(40), 1, {}});
  const SeededSource source(7);
  std::vector<Value> values;
  for (std::uint64_t i = 0; i < 9 * batch_size + 5; ++i) values.push_back(static_cast<Value>(i * i % 37));
  std::vector<Event> events;
  for (const Value value : values) events.push_back({at(2020, 1, 1), value});
  Tally expected = oracle->empty_tally();
  for (std::size_t first = 0; first < values.size(); first += batch_size) {
    const std::size_t count = std::min(batch_size, values.size() - first);
    Reports reports(oracle->report_bytes());
    source.with_stream(first / batch_size, [&](Random& bits) {
      oracle->randomize(std::span(values).subspan(first, count), bits, reports);
    });
    oracle->tally(reports, expected);
  }
  const CollectedEvents collected = collect(events, *oracle, source);
  ASSERT_EQ(collected.tallies.size(), 1U);
  EXPECT_EQ(collected.tallies[0].reports, expected.reports);
  EXPECT_EQ(collected.tallies[0].cells, expected.cells);
}

// Days turn up in any order and come back; one draw per batch serves them all.
TEST(Collect, BatchesOfMixedDaysAreCountedExactly) {
  const auto oracle = honest(5);
  std::vector<Event> events;
  for (unsigned i = 0; i < 200'000; ++i) events.push_back({at(2020, 1, 1 + i * 7 % 13), i * i % 5});
  TallyOptions options;
  options.keep_truth = true;
  const CollectedEvents collected = collect(events, *oracle, SeededSource(2), options);
  EXPECT_EQ(collected.truth, all_cells(collected, oracle->k()));
  EXPECT_EQ(collected.timeline.size(), 13U);
  EXPECT_EQ(collected.events(), events.size());
  EXPECT_EQ(collected.times.size(), events.size());
}

TEST(Collect, SaysWhenThereIsNothing) {
  EXPECT_EQ(testing::input_error([] { collect({}, *honest(2), SeededSource(1)); }), "there are no events to publish");
}

TEST(RoundToTotal, AddUpStayWithinOneOfTheirShareAndEqualItOnAverage) {
  const std::vector<double> values = {0.4, 2.5, 0, 7.1, 3.3};
  SeededBits random(9);
  std::vector<double> sums(values.size());
  constexpr int repetitions = 20'000;
  for (int i = 0; i < repetitions; ++i) {
    const auto counts = round_to_total(values, 7, random);
    std::uint64_t sum = 0;
    for (std::size_t v = 0; v < values.size(); ++v) {
      sum += counts[v];
      sums[v] += static_cast<double>(counts[v]);
      EXPECT_LT(std::abs(static_cast<double>(counts[v]) - values[v] / 13.3 * 7), 1 + 1e-9);
    }
    EXPECT_EQ(sum, 7U);
  }
  // A count is its share rounded up or down: a standard deviation of at most 1/2. Five comparisons at 10^-6 in all.
  for (std::size_t v = 0; v < values.size(); ++v) {
    EXPECT_NEAR(sums[v] / repetitions, values[v] / 13.3 * 7, 5.3 * 0.5 / std::sqrt(repetitions)) << v;
  }
  const auto equal = round_to_total(std::vector<double>{0, 0}, 4, random);
  EXPECT_EQ(equal, (std::vector<std::uint64_t>{2, 2}));
}

TEST(Synthetic, RowsHaveTheInputsColumnsThePublicTimesAndThePublishedCounts) {
  const auto oracle = honest(3);
  const CollectedEvents collected = collect(some, *oracle, SeededSource(1));
  const std::vector<std::uint64_t> counts = all_cells(collected, 3);
  const std::vector<double> shares(counts.begin(), counts.end());
  const SyntheticColumns columns{
      .names = {"ID", "SDate", "Station", "Town", "Kind"}, .time = 1, .place = 3, .id = 0, .keep = {4}};
  PassthroughTexts kept(1);
  for (const char* text : {"a", "b", "c, d", "e", "f"}) kept.add(0, text);
  std::string text;
  OutputBytes output(text);
  SeededBits random(5);
  write_synthetic(collected, shares, {"N", "S", "W"}, columns, kept, random, output);
  // Both regions of 2 March are possible for both of its events.
  const std::string head = "ID,SDate,Station,Town,Kind\n1,2013-12-31 00:00,,W,f\n2,2014-02-27 23:00,,N,b\n";
  const std::string tail = "5,2014-03-04 00:00,,S,e\n";
  const std::string one = "3,2014-03-02 05:00,,S,a\n4,2014-03-02 07:00,,W,\"c, d\"\n";
  const std::string other = "3,2014-03-02 05:00,,W,a\n4,2014-03-02 07:00,,S,\"c, d\"\n";
  EXPECT_TRUE(text == head + one + tail || text == head + other + tail) << text;
}

// Many rows, several parts of them, times out of order: every period has exactly the published numbers of rows, and the
// times are those of the events, in order.
TEST(ParallelSynthetic, ManyRowsAddUpToThePublishedCountsInTheOrderOfTime) {
  const auto oracle = honest(4);
  std::vector<Event> events;
  for (std::uint64_t i = 0; i < 50'000; ++i) {
    events.push_back({at(2020, 1, 1) + std::chrono::seconds(i * 7919 % 1'000'003), static_cast<Value>(i % 4)});
  }
  const CollectedEvents collected = collect(events, *oracle, SeededSource(1));
  const std::vector<std::uint64_t> counts = all_cells(collected, oracle->k());
  const std::vector<double> shares(counts.begin(), counts.end());
  std::string text;
  OutputBytes output(text);
  SeededBits random(8);
  const SyntheticColumns two_columns{.names = {"when", "where"}, .time = 0, .place = 1, .id = SIZE_MAX, .keep = {}};
  write_synthetic(collected, shares, {"0", "1", "2", "3"}, two_columns, PassthroughTexts(), random, output);
  InputBytes input("rows", text);
  CsvReader rows(input);
  const TimeFormat format("%F %T");
  std::vector<std::uint64_t> cells(counts.size());
  std::vector<local_seconds> times;
  while (rows.next()) {
    times.push_back(*format.parse(rows.row()[0]));
    ++cells[collected.timeline.index(times.back()) * 4 + static_cast<std::size_t>(rows.row()[1][0] - '0')];
  }
  EXPECT_EQ(cells, counts);
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.time < b.time; });
  ASSERT_EQ(times.size(), events.size());
  for (std::size_t i = 0; i < times.size(); ++i) ASSERT_EQ(times[i], events[i].time) << i;
}

TEST(Synthetic, EventsOfOneTimeDoNotKeepTheOrderOfTheInput) {
  const auto oracle = honest(2);
  std::vector<Event> events;
  PassthroughTexts kept(1);
  for (unsigned i = 0; i < 64; ++i) {
    events.push_back({at(2020, 1, 1), i / 32});  // grouped by region, as an export by station would be
    kept.add(0, std::to_string(i));
  }
  const CollectedEvents collected = collect(events, *oracle, SeededSource(1));
  const std::vector<std::uint64_t> counts = all_cells(collected, oracle->k());
  const std::vector<double> shares(counts.begin(), counts.end());
  std::string text;
  OutputBytes output(text);
  SeededBits random(6);
  const SyntheticColumns columns{
      .names = {"when", "where", "kind"}, .time = 0, .place = 1, .id = SIZE_MAX, .keep = {2}};
  write_synthetic(collected, shares, {"N", "S"}, columns, kept, random, output);
  std::size_t in_order = 0;
  std::size_t position = 0;
  for (int i = 0; i < 64; ++i) {
    const std::size_t next = text.find(fmt::format(",{}\n", i));
    ASSERT_NE(next, std::string::npos);
    in_order += next > position ? 1U : 0U;
    position = next;
  }
  EXPECT_LT(in_order, 64U);
}

}  // namespace
}  // namespace sourdine
