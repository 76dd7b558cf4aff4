#include "sourdine/protocol/accumulator.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"

namespace sourdine {
namespace {

// A small number of this thread's own, so that neighbours in time get different shards.
std::size_t thread_number() {
  static std::atomic<std::size_t> next = 0;
  thread_local const std::size_t number = next.fetch_add(1, std::memory_order_relaxed);
  return number;
}

}  // namespace

Accumulator::Accumulator(std::shared_ptr<const Protocol> protocol, std::size_t shards)
    : protocol_(std::move(protocol)), shards_(thread_count(shards)) {}

// Room for the reports is taken before they are added and given back when they are refused, so that the shards together
// never hold more than one tally may.
void Accumulator::reserve(std::uint64_t reports) {
  std::uint64_t before = reports_.load(std::memory_order_relaxed);
  do {
    if (reports > Tally::max_reports - before) fail_input("a tally holds at most 2^62 reports");
  } while (!reports_.compare_exchange_weak(before, before + reports, std::memory_order_relaxed));
}

template <class Body>
void Accumulator::with_shard(std::uint64_t reports, Body body) {
  reserve(reports);
  try {
    const std::size_t home = thread_number() % shards_.size();
    std::unique_lock<std::mutex> lock(shards_[home].mutex, std::try_to_lock);
    std::size_t found = home;
    for (std::size_t i = 1; !lock && i < shards_.size(); ++i) {
      found = (home + i) % shards_.size();
      lock = std::unique_lock(shards_[found].mutex, std::try_to_lock);
    }
    if (!lock) {
      found = home;
      lock = std::unique_lock(shards_[home].mutex);
    }
    Tally& tally = shards_[found].tally;
    if (!tally.spec) tally = protocol_->empty_tally();
    body(tally);
  } catch (...) {
    reports_.fetch_sub(reports, std::memory_order_relaxed);
    throw;
  }
}

void Accumulator::add(ReportsView reports) {
  if (!reports.is_whole(protocol_->report_bytes())) fail_input("the reports are those of another protocol");
  with_shard(reports.size(), [&](Tally& tally) { protocol_->tally(reports, tally); });
}

void Accumulator::add(const Tally& part) {
  if (const std::string field = first_difference(protocol_->spec(), part.spec); !field.empty()) {
    fail_input(fmt::format("the tally cannot be added: the specs differ in '{}'", field));
  }
  if (!protocol_->is_consistent(part)) fail_input("the tally cannot be added: its counts contradict each other");
  with_shard(part.reports, [&](Tally& tally) { merge(tally, part); });
}

Tally Accumulator::snapshot() const {
  std::vector<std::unique_lock<std::mutex>> locks;
  locks.reserve(shards_.size());
  for (Shard& shard : shards_) locks.emplace_back(shard.mutex);
  Tally sum = protocol_->empty_tally();
  for (const Shard& shard : shards_) {
    if (shard.tally.spec) merge(sum, shard.tally);
  }
  return sum;
}

}  // namespace sourdine
