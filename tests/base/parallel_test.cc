#include "sourdine/base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

#include "support/errors.h"

namespace sourdine {
namespace {

struct Item {
  int number = 0;
  long square = 0;
};

TEST(ParallelPipeline, KeepsTheOrderOfTheInputWithAnyNumberOfThreads) {
  for (const std::size_t threads : {0U, 1U, 2U, 3U, 8U}) {
    int produced = 0;
    std::vector<long> squares;
    ordered_pipeline<Item>(
        threads, {},
        [&](Item& item) {
          item.number = produced;
          return produced++ < 1000;
        },
        [](Item& item) {
          if (item.number % 100 == 7) std::this_thread::yield();
          item.square = long{item.number} * item.number;
        },
        [&](Item& item) { squares.push_back(item.square); });
    ASSERT_EQ(squares.size(), 1000U);
    for (std::size_t i = 0; i < squares.size(); ++i) ASSERT_EQ(squares[i], static_cast<long>(i * i));
  }
}

TEST(ParallelPipeline, ThrowsTheFirstErrorInInputOrder) {
  for (const std::size_t threads : {1U, 2U, 8U}) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      int produced = 0;
      std::size_t consumed = 0;
      const auto run = [&] {
        ordered_pipeline<Item>(
            threads, {},
            [&](Item& item) -> bool {
              item.number = produced++;
              if (item.number == 60) throw std::runtime_error("reading 60");
              return true;
            },
            [](Item& item) {
              if (item.number == 50) std::this_thread::sleep_for(std::chrono::milliseconds(2));
              if (item.number >= 50) throw std::runtime_error("working on " + std::to_string(item.number));
            },
            [&](Item&) { ++consumed; });
      };
      try {
        run();
        FAIL() << "no error";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "working on 50");
      }
      EXPECT_EQ(consumed, 50U);
    }
  }
}

TEST(ParallelPipeline, StopsWhenConsumingFails) {
  for (const std::size_t threads : {1U, 4U}) {
    std::atomic<int> produced = 0;
    EXPECT_THROW(ordered_pipeline<Item>(
                     threads, {}, [&](Item&) { return ++produced < 1'000'000; }, [](Item&) {},
                     [](Item&) { throw std::runtime_error("disk full"); }),
                 std::runtime_error);
    EXPECT_LT(produced, 1000);
  }
}

// Every item needs one prepared thing: threads without other work prepare them, and nobody waits for ever.
TEST(ParallelPipeline, IdleThreadsPrepareWhatIsProducedNext) {
  for (const std::size_t threads : {1U, 2U, 8U}) {
    std::atomic<int> prepared = 0;
    const auto prepare = [&] {
      if (prepared >= 300) return false;
      ++prepared;
      return true;
    };
    int produced = 0;
    int consumed = 0;
    ordered_pipeline<Item>(
        threads, {},
        [&](Item&) {
          while (prepared <= produced && prepare()) {
          }
          return produced++ < 300;
        },
        [](Item&) {}, [&](Item&) { ++consumed; }, prepare);
    EXPECT_EQ(consumed, 300);
  }
}

TEST(ParallelPipeline, NeverHoldsMoreItemsThanItSays) {
  std::atomic<int> under_way = 0;
  std::atomic<int> highest = 0;
  int produced = 0;
  ordered_pipeline<Item>(
      4, {},
      [&](Item&) {
        if (produced++ >= 500) return false;
        const int now = ++under_way;
        if (now > highest) highest = now;
        return true;
      },
      [](Item&) {}, [&](Item&) { --under_way; });
  EXPECT_LE(highest, static_cast<int>(pipeline_items(4)));
  EXPECT_EQ(under_way, 0);
}

// No thread leaves its item before as many threads as were asked for are at work.
TEST(ParallelPipeline, AsManyThreadsTakePartAsWereAskedFor) {
  constexpr int threads = 300;
  std::atomic<int> present = 0;
  std::atomic<int> met = 0;
  int produced = 0;
  ordered_pipeline<Item>(
      threads, {}, [&](Item&) { return produced++ < threads; },
      [&](Item&) {
        ++present;
        for (int i = 0; i < 20'000 && present < threads; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (present >= threads) ++met;
      },
      [](Item&) {});
  EXPECT_EQ(met, threads);
}

TEST(ParallelPipeline, RefusesMoreThreadsThanItWouldUse) {
  EXPECT_EQ(thread_count(max_threads), max_threads);
  EXPECT_NE(testing::input_error([] { thread_count(max_threads + 1); }), "no error");
  EXPECT_GE(thread_count(0), 1U);
}

}  // namespace
}  // namespace sourdine
