#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "sourdine/base/parallel.h"
#include "support/errors.h"

namespace sourdine {
namespace {

TEST(ParallelChunks, EveryChunkIsWorkedOnOnceAndAWorkerOnOneAtATime) {
  for (const std::size_t chunks : {0U, 1U, 2U, 1000U}) {
    for (const std::size_t threads : {0U, 1U, 2U, 7U}) {
      std::vector<std::atomic<int>> seen(chunks);
      const std::size_t workers = chunk_workers(chunks, threads);
      std::vector<std::atomic<bool>> is_busy(workers);
      std::atomic<bool> is_wrong = false;
      for_each_chunk(chunks, threads, [&](std::size_t chunk, std::size_t worker) {
        if (worker >= workers || is_busy[worker].exchange(true)) {
          is_wrong = true;
          return;
        }
        ++seen[chunk];
        is_busy[worker] = false;
      });
      EXPECT_FALSE(is_wrong);
      for (const auto& count : seen) EXPECT_EQ(count, 1);
    }
  }
}

TEST(ParallelChunks, OneChunkStartsNoThread) {
  std::thread::id worked_by;
  for_each_chunk(1, 8, [&](std::size_t, std::size_t) { worked_by = std::this_thread::get_id(); });
  EXPECT_EQ(worked_by, std::this_thread::get_id());
}

TEST(ParallelChunks, TheFirstErrorInOrderIsThrownAndChunksBeforeItAreDone) {
  for (int again = 0; again < 20; ++again) {
    std::vector<std::atomic<bool>> is_done(200);
    const std::string error = testing::input_error([&] {
      for_each_chunk(200, 8, [&](std::size_t chunk, std::size_t) {
        if (chunk == 100) std::this_thread::yield();
        if (chunk >= 100) fail_input("chunk " + std::to_string(chunk));
        is_done[chunk] = true;
      });
    });
    EXPECT_EQ(error, "chunk 100");
    for (std::size_t i = 0; i < 100; ++i) EXPECT_TRUE(is_done[i]);
  }
}

// The other worker may have looked at the token just before it was asked, and begin that one chunk after: no more.
TEST(ParallelChunks, NoFurtherChunkBeginsWhenStopIsAsked) {
  StopSource stop;
  std::atomic<int> begun = 0;
  std::atomic<bool> is_asked = false;
  std::atomic<int> begun_after = 0;
  EXPECT_EQ(testing::error_code([&] {
              for_each_chunk(
                  100'000, 2,
                  [&](std::size_t, std::size_t) {
                    if (is_asked) ++begun_after;
                    if (++begun == 3) {
                      stop.ask();
                      is_asked = true;
                    }
                  },
                  stop.token());
            }),
            ErrorCode::cancelled);
  EXPECT_LE(begun_after, 1);
}

}  // namespace
}  // namespace sourdine
