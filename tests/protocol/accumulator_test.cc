#include "sourdine/protocol/accumulator.h"

#include <gtest/gtest.h>

#include <thread>

#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

std::shared_ptr<const Oracle> oracle_of(const std::string& name, std::uint64_t k = 17) {
  return make_oracle({name, Domain(k), 1, {}});
}

Reports some_reports(const Oracle& oracle, std::size_t count, std::uint64_t seed) {
  SeededBits random(seed);
  std::vector<Value> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<Value>(i % oracle.k());
  Reports reports(oracle.report_bytes());
  oracle.randomize(values, random, reports);
  return reports;
}

TEST(ParallelAccumulator, ManyThreadsGiveTheTallyOfOne) {
  const auto oracle = oracle_of("oue");
  const Reports reports = some_reports(*oracle, 1000, 1);
  Tally expected = oracle->empty_tally();
  for (int i = 0; i < 8 * 50; ++i) oracle->tally(reports, expected);
  Accumulator sum(oracle, 3);  // fewer shards than threads
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 8; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 50; ++i) sum.add(reports);
      });
    }
  }
  EXPECT_EQ(sum.snapshot(), expected);
  EXPECT_EQ(sum.reports(), expected.reports);
}

// Every add() is a hundred reports of one value: a snapshot that had half of one would show it.
TEST(ParallelAccumulator, SnapshotsHoldEveryAddWholeOrNotAtAll) {
  const auto oracle = make_oracle({"grr", Domain(4), 60, {}});  // so large an ε that no report lies
  const Reports reports = [&] {
    Reports made(oracle->report_bytes());
    SeededBits random(2);
    oracle->randomize(std::vector<Value>(100, 3), random, made);
    return made;
  }();
  Accumulator sum(std::shared_ptr<const Protocol>(make_oracle({"grr", Domain(4), 60, {}})), 2);
  std::atomic<bool> has_ended = false;
  std::uint64_t last = 0;
  std::jthread reader([&] {
    while (!has_ended) {
      const Tally seen = sum.snapshot();
      EXPECT_EQ(seen.reports % 100, 0U);
      EXPECT_EQ(seen.cells[3], seen.reports);
      EXPECT_GE(seen.reports, last);
      last = seen.reports;
    }
  });
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 200; ++i) sum.add(reports);
      });
    }
  }
  has_ended = true;
  reader.join();
  EXPECT_EQ(sum.snapshot().reports, 3U * 200 * 100);
}

TEST(Accumulator, TakesPartsOfOtherMachinesAndRefusesWhatIsNotItsOwn) {
  const auto oracle = oracle_of("grr");
  Accumulator sum(oracle, 2);
  const Reports reports = some_reports(*oracle, 100, 3);
  Tally part = oracle->empty_tally();
  oracle->tally(reports, part);
  sum.add(reports);
  sum.add(part);
  EXPECT_EQ(sum.snapshot().reports, 200U);
  EXPECT_NE(input_error([&] { sum.add(oracle_of("grr", 18)->empty_tally()); }).find("the specs differ in 'k'"),
            std::string::npos);
  Reports bad(oracle->report_bytes());
  bad.append(1)[0] = 17;
  EXPECT_EQ(input_error([&] { sum.add(bad); }), "report 1 is not one that oracle 'grr' makes");
  EXPECT_EQ(sum.reports(), 200U);  // a refused report takes no room
  part.cells[0] = ~std::uint64_t{0};
  EXPECT_EQ(input_error([&] { sum.add(part); }), "the tally cannot be added: its counts contradict each other");
  part = oracle->empty_tally();
  part.reports = part.cells[0] = Tally::max_reports;
  EXPECT_EQ(input_error([&] { sum.add(part); }), "a tally holds at most 2^62 reports");
  EXPECT_EQ(sum.snapshot().reports, 200U);
}

TEST(Protocol, TallyingStopsAtTheLargestNumberOfReports) {
  const auto oracle = oracle_of("grr");
  Tally tally = oracle->empty_tally();
  tally.reports = Tally::max_reports - 1;
  oracle->tally(some_reports(*oracle, 1, 1), tally);
  EXPECT_EQ(tally.reports, Tally::max_reports);
  const Tally before = tally;
  EXPECT_EQ(input_error([&] { oracle->tally(some_reports(*oracle, 1, 1), tally); }),
            "a tally holds at most 2^62 reports");
  EXPECT_EQ(tally, before);
}

}  // namespace
}  // namespace sourdine
