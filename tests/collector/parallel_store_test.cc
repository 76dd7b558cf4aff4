#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>

#include "collector/store_fixture.h"
#include "sourdine/collector/store/committer.h"

namespace sourdine {
namespace {

using testing::only_tally;
using testing::some_batch;
using testing::some_collection;

class ParallelStores : public testing::StoreFixture {};
INSTANTIATE_TEST_SUITE_P(, ParallelStores, ::testing::ValuesIn(testing::store_kinds()), testing::store_name);

std::vector<Batch> many_batches(const std::shared_ptr<const Collection>& collection, std::size_t count) {
  std::vector<Batch> batches;
  for (std::size_t i = 0; i < count; ++i) batches.push_back(some_batch(collection, testing::unix_now(), 1 + i % 5));
  return batches;
}

// Two collectors on one database get the same batches in different orders, each some of them twice.
TEST_P(ParallelStores, TwoCollectorsCountEveryBatchOnce) {
  const auto collection = some_collection("c"), aside = some_collection("d");
  open()->create_collection(*collection);
  open()->create_collection(*aside);
  std::vector<Batch> batches = many_batches(collection, 60);
  for (const Batch& batch : many_batches(aside, 60)) batches.push_back(batch);
  std::atomic<std::size_t> counted = 0, others = 0;
  const auto send = [&](unsigned seed) {
    const auto store = open();
    std::mt19937 order(seed);
    for (int round = 0; round < 2; ++round) {
      std::vector<Batch> mine = batches;
      std::shuffle(mine.begin(), mine.end(), order);
      for (std::size_t i = 0; i < mine.size(); i += 12) {
        for (const BatchOutcome outcome : store->commit(std::span(mine).subspan(i, 12))) {
          ++(outcome == BatchOutcome::counted ? counted : others);
          EXPECT_TRUE(outcome == BatchOutcome::counted || outcome == BatchOutcome::repeated);
        }
      }
    }
  };
  std::thread first(send, 1U), second(send, 2U);
  first.join();
  second.join();
  EXPECT_EQ(counted, batches.size());
  EXPECT_EQ(others, 3 * batches.size());
  const std::vector<Batch> of_first(batches.begin(), batches.begin() + 60),
      of_second(batches.begin() + 60, batches.end());
  EXPECT_EQ(only_tally(*open(), *collection).cells, testing::tally_of(*collection, of_first).cells);
  EXPECT_EQ(only_tally(*open(), *aside).cells, testing::tally_of(*aside, of_second).cells);
}

TEST_P(ParallelStores, TwoThatStartAtOnceMakeOneSchema) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&] { open()->require_ready(); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(open()->collections().empty());
}

TEST_P(ParallelStores, ALimitHoldsForTwoCollectorsTogether) {
  const auto collection = some_collection("c", {.max_reports = 50});
  open()->create_collection(*collection);
  std::atomic<std::size_t> counted = 0;
  const auto send = [&] {
    const auto store = open();
    for (int i = 0; i < 40; ++i) {
      if (store->commit(std::vector{some_batch(collection, testing::unix_now(), 1)})[0] == BatchOutcome::counted)
        ++counted;
    }
  };
  std::thread first(send), second(send);
  first.join();
  second.join();
  EXPECT_EQ(counted, 50U);
  EXPECT_EQ(only_tally(*open(), *collection).reports, 50U);
}

TEST_P(ParallelStores, RetriesThroughACommitterCountOnce) {
  const auto store = open();
  const auto collection = some_collection("c", {.keep_reports = true});
  store->create_collection(*collection);
  const std::vector<Batch> batches = many_batches(collection, 80);
  std::atomic<std::size_t> counted = 0, answers = 0;
  {
    Committer committer(*store, {});
    std::vector<std::thread> senders;
    for (unsigned seed = 0; seed < 4; ++seed) {
      senders.emplace_back([&, seed] {
        std::mt19937 order(seed);
        std::vector<Batch> mine = batches;
        std::shuffle(mine.begin(), mine.end(), order);
        for (const Batch& batch : mine) {
          ASSERT_TRUE(committer.submit(batch, [&](BatchOutcome outcome, const std::string& failure) {
            EXPECT_EQ(failure, "");
            if (outcome == BatchOutcome::counted) ++counted;
            ++answers;
          }));
        }
      });
    }
    // Readers and the one who tidies are there all the time.
    std::thread reader([&] {
      for (int i = 0; i < 20; ++i) {
        store->periods(*collection);
        store->collections();
        store->tidy(testing::unix_now());
        store->require_ready();
        committer.stats();
      }
    });
    for (std::thread& sender : senders) sender.join();
    reader.join();
  }
  EXPECT_EQ(answers, 4 * batches.size());
  EXPECT_EQ(counted, batches.size());
  EXPECT_EQ(only_tally(*store, *collection).cells, testing::tally_of(*collection, batches).cells);
}

TEST_P(ParallelStores, ClosingWhileOthersSendCutsOnce) {
  const auto collection = some_collection("c");
  open()->create_collection(*collection);
  std::atomic<std::uint64_t> counted = 0;
  std::thread sender([&] {
    const auto store = open();
    for (BatchOutcome outcome = BatchOutcome::counted; outcome == BatchOutcome::counted;) {
      outcome = store->commit(std::vector{some_batch(collection, testing::unix_now(), 1)})[0];
      if (outcome == BatchOutcome::counted) ++counted;
      EXPECT_TRUE(outcome == BatchOutcome::counted || outcome == BatchOutcome::closed);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));  // SQLite's waiters poll
    }
  });
  const auto store = open();
  while (counted < 5) std::this_thread::yield();
  store->close_collection("c", testing::unix_now());
  const std::uint64_t reports = only_tally(*store, *collection).reports;
  sender.join();
  EXPECT_EQ(only_tally(*store, *collection).reports, reports) << "nothing came after the closing";
  EXPECT_EQ(counted, reports);
}

}  // namespace
}  // namespace sourdine
