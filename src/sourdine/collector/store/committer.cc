#include "sourdine/collector/store/committer.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace sourdine {
namespace {

// What a batch weighs beside its reports, about.
constexpr std::size_t batch_overhead = 256;

std::size_t weight(const Batch& batch) { return batch.bytes.size() + batch_overhead; }

}  // namespace

class Committer::Work {
 public:
  Work(Store& store, Limits limits) : store_(store), limits_(limits), thread_([this] { run(); }) {}

  ~Work() {
    {
      const std::lock_guard lock(mutex_);
      is_ending_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  bool submit(Batch batch, Done done) {
    {
      const std::lock_guard lock(mutex_);
      const std::size_t bytes = weight(batch);
      // One that is larger than the bound alone must get through, too.
      if (stats_.waiting_bytes > 0 && stats_.waiting_bytes + bytes > limits_.bytes) return false;
      stats_.waiting_bytes += bytes;
      ++stats_.waiting_batches;
      waiting_.push_back({std::move(batch), std::move(done)});
    }
    changed_.notify_one();
    return true;
  }

  Stats stats() const {
    const std::lock_guard lock(mutex_);
    return stats_;
  }

 private:
  struct Waiting {
    Batch batch;
    Done done;
  };

  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return is_ending_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      take_group();
      lock.unlock();
      commit_group();
      lock.lock();
    }
  }

  void take_group() {
    batches_.clear();
    dones_.clear();
    while (!waiting_.empty() && batches_.size() < limits_.batches) {
      batches_.push_back(std::move(waiting_.front().batch));
      dones_.push_back(std::move(waiting_.front().done));
      waiting_.pop_front();
    }
  }

  void commit_group() {
    std::vector<BatchOutcome> outcomes;
    std::string failure;
    const auto begin = std::chrono::steady_clock::now();
    try {
      outcomes = store_.commit(batches_);
    } catch (const std::exception& error) {
      failure = error.what();
      if (failure.empty()) failure = "the store failed";
    }
    note(outcomes, failure, std::chrono::steady_clock::now() - begin);
    for (std::size_t i = 0; i < dones_.size(); ++i) {
      try {
        dones_[i](failure.empty() ? outcomes[i] : BatchOutcome::unknown, failure);
      } catch (const std::exception&) {  // whoever waits is gone; the batch is durable all the same
      }
    }
    batches_.clear();
    dones_.clear();
  }

  // Before anybody is told: who asks then finds it counted.
  void note(const std::vector<BatchOutcome>& outcomes, const std::string& failure, std::chrono::nanoseconds time) {
    const std::lock_guard lock(mutex_);
    stats_.commit_time += time;
    stats_.waiting_batches -= batches_.size();
    for (const Batch& batch : batches_) stats_.waiting_bytes -= weight(batch);
    if (!failure.empty()) {
      ++stats_.failures;
      return;
    }
    ++stats_.transactions;
    stats_.batches += batches_.size();
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (outcomes[i] == BatchOutcome::counted) stats_.reports += batches_[i].reports;
    }
  }

  Store& store_;
  const Limits limits_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Waiting> waiting_;
  bool is_ending_ = false;
  Stats stats_;
  std::vector<Batch> batches_;  // of the transaction that is being made: its thread's alone, as the next
  std::vector<Done> dones_;
  std::thread thread_;
};

Committer::Committer(Store& store, Limits limits) : work_(std::make_unique<Work>(store, limits)) {}
Committer::~Committer() = default;
bool Committer::submit(Batch batch, Done done) { return work_->submit(std::move(batch), std::move(done)); }
Committer::Stats Committer::stats() const { return work_->stats(); }

}  // namespace sourdine
