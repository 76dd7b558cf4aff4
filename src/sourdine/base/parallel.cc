#include "sourdine/base/parallel.h"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <system_error>
#include <thread>

namespace sourdine {
namespace {

constexpr std::size_t most_threads = 256;

// Every thread does whatever can be done next: it consumes if the next item in order is done, else produces one if
// there is room, so that there is always work for the others, else works on an item that waits, else helps. Items are
// so large that one lock for all of this costs nothing, and plain locks let ThreadSanitizer see every hand-over (it
// cannot see those inside the oneTBB library).
class OrderedRun {
 public:
  OrderedRun(std::size_t items, const std::function<bool(std::size_t)>& produce,
             const std::function<void(std::size_t)>& work, const std::function<void(std::size_t)>& consume,
             const std::function<bool()>& help)
      : produce_(produce), work_(work), consume_(consume), help_(help), is_done_(items, false) {}

  void run_with(std::size_t threads) {
    {
      std::vector<std::jthread> helpers;
      try {
        while (helpers.size() + 1 < threads) helpers.emplace_back([this] { take_part(); });
      } catch (const std::system_error&) {  // the system has no more threads: fewer do the same
      }
      take_part();
    }
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void take_part() {
    std::unique_lock lock(mutex_);
    while (!error_ && !(has_ended_ && consumed_ == produced_)) {
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
    error_ = std::move(error);
    is_done_[i] = false;
    is_consuming_ = false;
    ++consumed_;
  }

  const std::function<bool(std::size_t)>& produce_;
  const std::function<void(std::size_t)>& work_;
  const std::function<void(std::size_t)>& consume_;
  const std::function<bool()>& help_;

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

}  // namespace

std::size_t thread_count(std::size_t asked) {
  return std::clamp<std::size_t>(asked > 0 ? asked : std::thread::hardware_concurrency(), 1, most_threads);
}

std::size_t pipeline_items(std::size_t threads) {
  const std::size_t workers = thread_count(threads);
  return workers == 1 ? 1 : 2 * workers + 2;
}

void detail::run_ordered(std::size_t threads, std::size_t items, const std::function<bool(std::size_t)>& produce,
                         const std::function<void(std::size_t)>& work, const std::function<void(std::size_t)>& consume,
                         const std::function<bool()>& help) {
  OrderedRun(items, produce, work, consume, help).run_with(thread_count(threads));
}

}  // namespace sourdine
