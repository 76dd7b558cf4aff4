// Group commit: batches that arrive while a transaction is being made durable go into the next one together.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "sourdine/collector/store/store.h"

namespace sourdine {

class Committer {
 public:
  // What became of a batch: an outcome, or why the store failed (nothing then counts as acknowledged).
  using Done = std::function<void(BatchOutcome outcome, const std::string& failure)>;

  struct Limits {
    std::size_t batches = 8192;     // of one transaction
    std::size_t bytes = 64U << 20;  // waiting; beyond, submit() refuses
  };

  Committer(Store& store, Limits limits);
  ~Committer();  // commits what is waiting, then ends

  // False when too much is waiting: the sender should come back later. `done` is called once, on the committer's
  // thread, after the batch is durable.
  bool submit(Batch batch, Done done);

  struct Stats {
    std::uint64_t transactions = 0, batches = 0, reports = 0, failures = 0;
    std::size_t waiting_batches = 0, waiting_bytes = 0;
    std::chrono::nanoseconds commit_time{};  // altogether
  };
  Stats stats() const;

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace sourdine
