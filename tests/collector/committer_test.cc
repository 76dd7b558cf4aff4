#include "sourdine/collector/store/committer.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "collector/store_cases.h"
#include "sourdine/base/error.h"

namespace sourdine {
namespace {

// A store that only commits: it waits at the gate, and fails when told so.
class GatedStore final : public Store {
 public:
  void create_collection(const Collection&) override {}
  bool close_collection(const std::string&, UnixTime) override { return false; }
  std::vector<std::shared_ptr<const Collection>> collections() override { return {}; }
  void add_token(const Token&) override {}
  bool revoke_token(const std::string&, UnixTime) override { return false; }
  std::vector<Token> tokens() override { return {}; }
  std::vector<PeriodCount> periods(const Collection&) override { return {}; }
  std::vector<StoredTally> tallies(const Collection&, std::int64_t, std::int64_t) override { return {}; }
  void read_reports(const Collection&, std::int64_t, std::int64_t, bool,
                    const std::function<void(ReportsView)>&) override {}
  std::vector<Minute> activity(const std::string&, std::int64_t) override { return {}; }
  void tidy(UnixTime) override {}
  void require_ready() override {}
  std::uint64_t bytes() override { return 0; }

  std::vector<BatchOutcome> commit(std::span<const Batch> batches) override {
    std::unique_lock lock(mutex_);
    ++begun_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return is_open_; });
    groups_.push_back(batches.size());
    if (is_failing_) fail_io("the disk is full");
    return std::vector<BatchOutcome>(batches.size(), BatchOutcome::counted);
  }

  void set(bool is_open, bool is_failing) {
    const std::lock_guard lock(mutex_);
    is_open_ = is_open;
    is_failing_ = is_failing;
    changed_.notify_all();
  }
  void wait_for_commit(int number) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return begun_ >= number; });
  }
  std::vector<std::size_t> groups() {
    const std::lock_guard lock(mutex_);
    return groups_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_open_ = true, is_failing_ = false;
  int begun_ = 0;
  std::vector<std::size_t> groups_;
};

Batch batch_of(std::size_t bytes) {
  Batch batch;
  batch.bytes.resize(bytes);
  batch.reports = 2;
  return batch;
}

// What the callbacks said, in order.
class Heard {
 public:
  Committer::Done done() {
    return [this](BatchOutcome outcome, const std::string& failure) {
      const std::lock_guard lock(mutex_);
      words_.push_back(failure.empty() && outcome == BatchOutcome::counted ? "counted" : failure);
      changed_.notify_all();
    };
  }
  std::vector<std::string> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return words_.size() >= count; });
    return words_;
  }
  std::size_t size() {
    const std::lock_guard lock(mutex_);
    return words_.size();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> words_;
};

TEST(ParallelCommitter, WhatArrivesDuringATransactionGoesIntoTheNextTogether) {
  GatedStore store;
  Heard heard;
  store.set(false, false);
  {
    Committer committer(store, {.batches = 4});
    ASSERT_TRUE(committer.submit(batch_of(1), heard.done()));
    store.wait_for_commit(1);
    for (int i = 0; i < 6; ++i) ASSERT_TRUE(committer.submit(batch_of(1), heard.done()));
    EXPECT_EQ(heard.size(), 0U) << "nothing is told before it is durable";
    EXPECT_EQ(committer.stats().waiting_batches, 7U);
    store.set(true, false);
    EXPECT_EQ(heard.wait_for(7), std::vector<std::string>(7, "counted"));
    const Committer::Stats stats = committer.stats();
    EXPECT_EQ(stats.transactions, 3U);
    EXPECT_EQ(stats.batches, 7U);
    EXPECT_EQ(stats.reports, 14U);
    EXPECT_EQ(stats.waiting_batches, 0U);
    EXPECT_EQ(stats.waiting_bytes, 0U);
  }
  EXPECT_EQ(store.groups(), (std::vector<std::size_t>{1, 4, 2}));
}

TEST(ParallelCommitter, RefusesWhenTooMuchIsWaiting) {
  GatedStore store;
  Heard heard;
  store.set(false, false);
  Committer committer(store, {.bytes = 10000});
  EXPECT_TRUE(committer.submit(batch_of(50000), heard.done())) << "alone, any batch is taken";
  store.wait_for_commit(1);
  EXPECT_FALSE(committer.submit(batch_of(1), heard.done()));
  store.set(true, false);
  heard.wait_for(1);
  store.set(false, false);
  EXPECT_TRUE(committer.submit(batch_of(4000), heard.done()));
  EXPECT_TRUE(committer.submit(batch_of(4000), heard.done()));
  EXPECT_FALSE(committer.submit(batch_of(4000), heard.done()));
  store.set(true, false);
  heard.wait_for(3);
  EXPECT_TRUE(committer.submit(batch_of(4000), heard.done()));
  EXPECT_EQ(heard.wait_for(4).back(), "counted");
}

TEST(ParallelCommitter, AFailureIsToldToAllAndItGoesOn) {
  GatedStore store;
  Heard heard;
  store.set(false, true);
  Committer committer(store, {});
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(committer.submit(batch_of(1), heard.done()));
  store.set(true, true);
  EXPECT_EQ(heard.wait_for(3), std::vector<std::string>(3, "the disk is full"));
  EXPECT_GE(committer.stats().failures, 1U);
  EXPECT_EQ(committer.stats().batches, 0U);
  EXPECT_EQ(committer.stats().waiting_bytes, 0U);
  store.set(true, false);
  ASSERT_TRUE(committer.submit(batch_of(1), heard.done()));
  EXPECT_EQ(heard.wait_for(4).back(), "counted");
}

TEST(ParallelCommitter, EndsWithNothingLeftBehind) {
  GatedStore store;
  Heard heard;
  store.set(false, false);
  std::thread opener;
  {
    Committer committer(store, {.batches = 2});
    for (int i = 0; i < 9; ++i) ASSERT_TRUE(committer.submit(batch_of(1), heard.done()));
    opener = std::thread([&] {
      store.wait_for_commit(1);
      store.set(true, false);
    });
  }
  EXPECT_EQ(heard.size(), 9U);
  opener.join();
}

}  // namespace
}  // namespace sourdine
