#include "sourdine/base/parallel.h"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>

namespace sourdine {

std::size_t thread_count(std::size_t asked) {
  return asked > 0 ? asked : static_cast<std::size_t>(tbb::info::default_concurrency());
}

std::size_t pipeline_items(std::size_t threads) {
  const std::size_t workers = thread_count(threads);
  return workers == 1 ? 1 : 2 * workers + 2;
}

namespace detail {
namespace {

// One flag per item, released by the stage that is done with it and acquired by the next: the hand-over is visible in
// this file, to the reader and to ThreadSanitizer, and not only inside the scheduler.
class HandOver {
 public:
  explicit HandOver(std::size_t items) : flags_(items) {}
  void release(std::size_t i) { flags_[i].fetch_add(1, std::memory_order_release); }
  void acquire(std::size_t i) const { (void)flags_[i].load(std::memory_order_acquire); }

 private:
  std::vector<std::atomic<unsigned>> flags_;
};

}  // namespace

void run_ordered(std::size_t threads, std::size_t items, const std::function<bool(std::size_t)>& produce,
                 const std::function<void(std::size_t)>& work, const std::function<void(std::size_t)>& consume) {
  const std::size_t workers = thread_count(threads);
  if (workers == 1) {
    while (produce(0)) {
      work(0);
      consume(0);
    }
    return;
  }
  HandOver hand_over(items);
  // Items leave in the order they came and at most `items` are under way, so item n may use place n mod items.
  std::size_t produced = 0;
  const auto source = [&](tbb::flow_control& control) -> std::size_t {
    const std::size_t i = produced++ % items;
    hand_over.acquire(i);
    if (!produce(i)) control.stop();
    hand_over.release(i);
    return i;
  };
  const auto middle = [&](std::size_t i) {
    hand_over.acquire(i);
    work(i);
    hand_over.release(i);
    return i;
  };
  const auto sink = [&](std::size_t i) {
    hand_over.acquire(i);
    consume(i);
    hand_over.release(i);
  };
  // An arena takes its threads from a pool as large as the machine; this makes room when more are asked for.
  const auto default_workers = static_cast<std::size_t>(tbb::info::default_concurrency());
  const tbb::global_control room(tbb::global_control::max_allowed_parallelism, std::max(workers, default_workers));
  tbb::task_arena(static_cast<int>(workers)).execute([&] {
    tbb::parallel_pipeline(items, tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order, source) &
                                      tbb::make_filter<std::size_t, std::size_t>(tbb::filter_mode::parallel, middle) &
                                      tbb::make_filter<std::size_t, void>(tbb::filter_mode::serial_in_order, sink));
  });
  for (std::size_t i = 0; i < items; ++i) hand_over.acquire(i);  // what the workers did is seen by the caller
}

}  // namespace detail
}  // namespace sourdine
