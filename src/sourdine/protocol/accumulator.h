// Accumulator: a tally that any number of threads add to, for as long as it lives.
//
// Threads add to shards of their own and hardly ever wait for each other; sums are exact, so which reports go into
// which shard does not matter. A snapshot holds every add() whole or not at all, and all those that returned before it
// began.
// Memory: cells() counters per shard; shards are made when a second thread comes, and at most as many as asked for.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "sourdine/protocol/protocol.h"

namespace sourdine {

class Accumulator {
 public:
  // `shards` 0: as many as the machine has cores.
  explicit Accumulator(std::shared_ptr<const Protocol> protocol, std::size_t shards = 0);

  const Protocol& protocol() const { return *protocol_; }

  // All or none. Throw Error(bad_input) as Protocol::tally and merge() do.
  void add(ReportsView reports);
  void add(const Tally& part);

  // Of the reports added so far.
  std::uint64_t reports() const { return reports_.load(std::memory_order_relaxed); }
  Tally snapshot() const;

 private:
  struct Shard {
    std::mutex mutex;
    Tally tally;  // without a spec until its first use
  };
  void reserve(std::uint64_t reports);
  template <class Body>
  void with_shard(std::uint64_t reports, Body body);

  std::shared_ptr<const Protocol> protocol_;
  mutable std::vector<Shard> shards_;
  std::atomic<std::uint64_t> reports_ = 0;
};

}  // namespace sourdine
