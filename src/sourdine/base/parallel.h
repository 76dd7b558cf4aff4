// ordered_pipeline: read, compute and write at the same time, in the order of the input, in bounded memory.
//
// produce(item) fills the next item or returns false at the end; work(item) runs on several items at once;
// consume(item) sees them one at a time in the order they were produced. At most pipeline_items(threads) items exist;
// they are made as copies of `blank` and used again and again, so their buffers are allocated once. Whatever the number
// of threads, the results are the same, and so is the error: the first one in input order is thrown. When the token is
// asked to stop, no further step begins and Error(cancelled) is thrown.
//
// help(), where there is one, is called by threads that have nothing else to do, also while another one produces: it
// prepares what produce() will need, and returns false when there is nothing to prepare now. It must not throw.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <vector>

#include "sourdine/base/stop.h"

namespace sourdine {

inline constexpr std::size_t max_threads = 1024;

// 0 means as many as the machine offers; another number is what is used, whatever the machine offers. Throws
// Error(bad_input) above max_threads.
std::size_t thread_count(std::size_t asked);
std::size_t pipeline_items(std::size_t threads);

// Calls work(chunk, worker) once for every chunk 0 … chunks−1, on up to `threads` threads; a worker, numbered from 0 to
// chunk_workers() − 1, works on one chunk at a time. No thread is started for one chunk. Whatever the number of
// threads, the error of the first chunk that has one is thrown, and later chunks may not have been worked on. When the
// token is asked to stop, no further chunk begins and Error(cancelled) is thrown.
void for_each_chunk(std::size_t chunks, std::size_t threads,
                    const std::function<void(std::size_t chunk, std::size_t worker)>& work, const StopToken& stop = {});
std::size_t chunk_workers(std::size_t chunks, std::size_t threads);

namespace detail {
// The pipeline with items numbered 0 … items−1; the functions must not throw, except consume. Throws Error(io) when
// the system does not give as many threads as were asked for; with `threads` 0, fewer do the same.
void run_ordered(std::size_t threads, std::size_t items, const std::function<bool(std::size_t)>& produce,
                 const std::function<void(std::size_t)>& work, const std::function<void(std::size_t)>& consume,
                 const std::function<bool()>& help, const StopToken& stop);
}  // namespace detail

template <class Item>
void ordered_pipeline(
    std::size_t threads, const Item& blank, const std::function<bool(Item&)>& produce,
    const std::function<void(Item&)>& work, const std::function<void(Item&)>& consume,
    const std::function<bool()>& help = [] { return false; }, const StopToken& stop = {}) {
  struct Slot {
    Item item;
    std::exception_ptr error;
  };
  std::vector<Slot> slots(pipeline_items(threads), Slot{blank, nullptr});
  bool has_ended = false;
  const auto produce_slot = [&](std::size_t i) {
    if (has_ended) return false;
    slots[i].error = nullptr;
    try {
      has_ended = !produce(slots[i].item);
      return !has_ended;
    } catch (...) {
      has_ended = true;  // the error travels behind the items before it
      slots[i].error = std::current_exception();
      return true;
    }
  };
  const auto work_slot = [&](std::size_t i) {
    if (slots[i].error) return;
    try {
      work(slots[i].item);
    } catch (...) {
      slots[i].error = std::current_exception();
    }
  };
  const auto consume_slot = [&](std::size_t i) {
    if (slots[i].error) std::rethrow_exception(slots[i].error);
    consume(slots[i].item);
  };
  detail::run_ordered(threads, slots.size(), produce_slot, work_slot, consume_slot, help, stop);
}

}  // namespace sourdine
