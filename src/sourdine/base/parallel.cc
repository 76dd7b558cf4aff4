#include "sourdine/base/parallel.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <system_error>
#include <thread>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

std::exception_ptr too_few_threads(std::size_t given, std::size_t asked) {
  return std::make_exception_ptr(
      Error(ErrorCode::io, fmt::format("the system gives {} threads, not the {} that were asked for", given, asked),
            "Ask for fewer threads, or for 0: as many as the machine offers."));
}

// Every thread does whatever can be done next: it consumes if the next item in order is done, else produces one if
// there is room, so that there is always work for the others, else works on an item that waits, else helps. Items are
// so large that one lock for all of this costs nothing, and plain locks let ThreadSanitizer see every hand-over (it
// cannot see those inside the oneTBB library).
class OrderedRun {
 public:
  OrderedRun(std::size_t items, const std::function<bool(std::size_t)>& produce,
             const std::function<void(std::size_t)>& work, const std::function<void(std::size_t)>& consume,
             const std::function<bool()>& help, const StopToken& stop)
      : produce_(produce), work_(work), consume_(consume), help_(help), stop_(stop), is_done_(items, false) {}

  void run_with(std::size_t threads, bool may_be_fewer) {
    {
      std::vector<std::jthread> helpers;
      try {
        while (helpers.size() + 1 < threads) helpers.emplace_back([this] { take_part(); });
      } catch (const std::system_error&) {
        if (!may_be_fewer) end_with(too_few_threads(helpers.size() + 1, threads));
      }
      take_part();
    }
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void end_with(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    error_ = std::move(error);
    changed_.notify_all();
  }

  // Whether there may be anything left to do. To be called with the lock held.
  bool goes_on() {
    if (error_ || (has_ended_ && consumed_ == produced_)) return false;
    try {
      stop_.check();
    } catch (...) {
      error_ = std::current_exception();
      changed_.notify_all();
    }
    return !error_;
  }

  void take_part() {
    std::unique_lock lock(mutex_);
    while (goes_on()) {
      const std::size_t oldest = consumed_ % is_done_.size();
      if (!is_consuming_ && is_done_[oldest]) {
        consume(lock, oldest);
      } else if (!is_producing_ && !has_ended_ && produced_ - consumed_ < is_done_.size()) {
        produce(lock, produced_ % is_done_.size());
      } else if (started_ < produced_) {
        work(lock, started_++ % is_done_.size());
      } else {
        help_or_wait(lock);
        continue;
      }
      ++changes_;
      changed_.notify_all();
    }
  }

  void help_or_wait(std::unique_lock<std::mutex>& lock) {
    const std::uint64_t seen = changes_;
    if (!has_ended_) {
      lock.unlock();
      const bool has_helped = help_();
      lock.lock();
      if (has_helped || changes_ != seen) return;
    }
    changed_.wait(lock);
  }

  void produce(std::unique_lock<std::mutex>& lock, std::size_t i) {
    is_producing_ = true;
    lock.unlock();
    const bool is_there = produce_(i);
    lock.lock();
    is_producing_ = false;
    has_ended_ = !is_there;
    if (is_there) ++produced_;
  }

  void work(std::unique_lock<std::mutex>& lock, std::size_t i) {
    lock.unlock();
    work_(i);
    lock.lock();
    is_done_[i] = true;
  }

  void consume(std::unique_lock<std::mutex>& lock, std::size_t i) {
    is_consuming_ = true;
    lock.unlock();
    std::exception_ptr error;
    try {
      consume_(i);
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    if (!error_) error_ = std::move(error);
    is_done_[i] = false;
    is_consuming_ = false;
    ++consumed_;
  }

  const std::function<bool(std::size_t)>& produce_;
  const std::function<void(std::size_t)>& work_;
  const std::function<void(std::size_t)>& consume_;
  const std::function<bool()>& help_;
  const StopToken& stop_;

  std::mutex mutex_;  // guards all that follows
  std::condition_variable changed_;
  std::vector<bool> is_done_;  // item n has place n mod size
  std::size_t produced_ = 0;   // consumed ≤ started ≤ produced ≤ consumed + places
  std::size_t started_ = 0;
  std::size_t consumed_ = 0;
  std::uint64_t changes_ = 0;  // of all this, so far
  bool is_producing_ = false;
  bool is_consuming_ = false;
  bool has_ended_ = false;
  std::exception_ptr error_;
};

// Chunks are begun in their order: when one fails, all before it have been begun and end, and none behind it need be.
class ChunkRun {
 public:
  ChunkRun(std::size_t chunks, const std::function<void(std::size_t, std::size_t)>& work, const StopToken& stop)
      : chunks_(chunks), work_(work), stop_(stop) {}

  void run_with(std::size_t workers, bool may_be_fewer) {
    {
      std::vector<std::jthread> helpers;
      try {
        while (helpers.size() + 1 < workers) {
          helpers.emplace_back([this, worker = helpers.size() + 1] { take_part(worker); });
        }
      } catch (const std::system_error&) {
        if (!may_be_fewer) keep_error(0, too_few_threads(helpers.size() + 1, workers));
      }
      take_part(0);
    }
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void take_part(std::size_t worker) {
    while (!has_failed_.load(std::memory_order_relaxed)) {
      const std::size_t chunk = begun_.fetch_add(1, std::memory_order_relaxed);
      if (chunk >= chunks_) return;
      try {
        stop_.check();
        work_(chunk, worker);
      } catch (...) {
        keep_error(chunk, std::current_exception());
      }
    }
  }

  void keep_error(std::size_t chunk, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (!error_ || chunk < error_chunk_) {
      error_ = std::move(error);
      error_chunk_ = chunk;
    }
    has_failed_.store(true, std::memory_order_relaxed);
  }

  const std::size_t chunks_;
  const std::function<void(std::size_t, std::size_t)>& work_;
  const StopToken& stop_;
  std::atomic<std::size_t> begun_ = 0;
  std::atomic<bool> has_failed_ = false;
  std::mutex mutex_;  // guards what follows
  std::exception_ptr error_;
  std::size_t error_chunk_ = 0;
};

}  // namespace

std::size_t chunk_workers(std::size_t chunks, std::size_t threads) {
  return std::min(thread_count(threads), std::max<std::size_t>(chunks, 1));
}

void for_each_chunk(std::size_t chunks, std::size_t threads, const std::function<void(std::size_t, std::size_t)>& work,
                    const StopToken& stop) {
  stop.check();
  ChunkRun(chunks, work, stop).run_with(chunk_workers(chunks, threads), threads == 0);
}

std::size_t thread_count(std::size_t asked) {
  if (asked > max_threads) fail_input(fmt::format("{} threads are too many: at most {}", asked, max_threads));
  if (asked > 0) return asked;
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, max_threads);
}

std::size_t pipeline_items(std::size_t threads) {
  const std::size_t workers = thread_count(threads);
  return workers == 1 ? 1 : 2 * workers + 2;
}

void detail::run_ordered(std::size_t threads, std::size_t items, const std::function<bool(std::size_t)>& produce,
                         const std::function<void(std::size_t)>& work, const std::function<void(std::size_t)>& consume,
                         const std::function<bool()>& help, const StopToken& stop) {
  OrderedRun(items, produce, work, consume, help, stop).run_with(thread_count(threads), threads == 0);
}

}  // namespace sourdine
