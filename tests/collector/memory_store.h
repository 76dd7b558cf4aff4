// A store in memory: for tests of the service and for fuzzers. It can be told to fail.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <set>

#include "sourdine/base/error.h"
#include "sourdine/collector/store/store.h"

namespace sourdine::testing {

class MemoryStore final : public Store {
 public:
  std::atomic<bool> is_failing = false;
  std::mutex gate;  // who holds it holds every commit up

  void create_collection(const Collection& collection) override {
    const auto lock = locked();
    if (!kept_.try_emplace(collection.id).second) fail_input("there is a collection of this id");
    kept_[collection.id].collection = std::make_shared<const Collection>(collection);
  }
  bool close_collection(const std::string& id, UnixTime when) override {
    const auto lock = locked();
    const auto found = kept_.find(id);
    if (found == kept_.end()) fail_input("there is no such collection");
    if (found->second.collection->closed) return false;
    Collection closed = *found->second.collection;
    closed.closed = when;
    found->second.collection = std::make_shared<const Collection>(std::move(closed));
    return true;
  }
  std::vector<std::shared_ptr<const Collection>> collections() override {
    const auto lock = locked();
    std::vector<std::shared_ptr<const Collection>> list;
    for (const auto& [id, kept] : kept_) list.push_back(kept.collection);
    return list;
  }

  void add_token(const Token& token) override {
    const auto lock = locked();
    tokens_.push_back(token);
  }
  bool revoke_token(const std::string& id, UnixTime when) override {
    const auto lock = locked();
    for (Token& token : tokens_) {
      if (token.id != id) continue;
      if (token.revoked) return false;
      token.revoked = when;
      return true;
    }
    return false;
  }
  std::vector<Token> tokens() override {
    const auto lock = locked();
    return tokens_;
  }

  std::vector<BatchOutcome> commit(std::span<const Batch> batches) override {
    const std::lock_guard held_up(gate);
    const auto lock = locked();
    std::vector<BatchOutcome> outcomes;
    for (const Batch& batch : batches) outcomes.push_back(count(batch));
    return outcomes;
  }

  std::vector<PeriodCount> periods(const Collection& collection) override {
    const auto lock = locked();
    std::vector<PeriodCount> list;
    for (const auto& [period, tally] : kept_[collection.id].tallies) {
      list.push_back({period, tally.reports, tally.updated});
    }
    return list;
  }
  std::vector<StoredTally> tallies(const Collection& collection, std::int64_t first, std::int64_t last) override {
    const auto lock = locked();
    std::vector<StoredTally> list;
    for (const auto& [period, tally] : kept_[collection.id].tallies) {
      if (period >= first && period <= last) list.push_back(tally);
    }
    return list;
  }
  void read_reports(const Collection& collection, std::int64_t first, std::int64_t last, bool is_private,
                    const std::function<void(ReportsView)>& use) override {
    const auto lock = locked();
    for (const Batch& batch : kept_[collection.id].batches) {
      if (batch.period < first || batch.period > last || batch.is_private != is_private) continue;
      use({batch.bytes, collection.protocol->report_bytes(), static_cast<std::size_t>(batch.reports)});
    }
  }
  std::vector<Minute> activity(const std::string& collection, std::int64_t since_minute) override {
    const auto lock = locked();
    std::vector<Minute> list;
    for (const auto& [minute, one] : kept_[collection].minutes) {
      if (minute >= since_minute) list.push_back(one);
    }
    return list;
  }
  void tidy(UnixTime) override { locked(); }
  void require_ready() override { locked(); }
  std::uint64_t bytes() override { return 4096; }

 private:
  struct Kept {
    std::shared_ptr<const Collection> collection;
    std::map<std::int64_t, StoredTally> tallies;
    std::map<BatchKey, std::array<std::uint8_t, 16>> keys;
    std::map<std::int64_t, Minute> minutes;
    std::vector<Batch> batches;
    std::uint64_t reports = 0;
  };

  std::unique_lock<std::mutex> locked() {
    if (is_failing) fail_io("the store in memory was told to fail");
    return std::unique_lock(mutex_);
  }

  BatchOutcome count(const Batch& batch) {
    const auto found = kept_.find(batch.collection->id);
    if (found == kept_.end()) return BatchOutcome::unknown;
    Kept& kept = found->second;
    if (const auto before = kept.keys.find(batch.key); before != kept.keys.end()) {
      return before->second == batch.digest ? BatchOutcome::repeated : BatchOutcome::conflict;
    }
    if (kept.collection->closed) return BatchOutcome::closed;
    const auto& most = kept.collection->settings.max_reports;
    if (most && kept.reports + batch.reports > *most) return BatchOutcome::full;
    StoredTally& tally = kept.tallies[batch.period];
    const Protocol& protocol = *kept.collection->protocol;
    tally.period = batch.period;
    tally.cells.resize(protocol.cells());
    tally.screen.resize(kept.collection->screen->cells());
    const ReportsView view{batch.bytes, protocol.report_bytes(), static_cast<std::size_t>(batch.reports)};
    protocol.tally(view, TallySpan{tally.reports, tally.cells});
    kept.collection->screen->add(view, tally.screen);
    if (!batch.is_private) tally.seeded += batch.reports;
    tally.updated = batch.received;
    kept.keys.emplace(batch.key, batch.digest);
    kept.reports += batch.reports;
    Minute& minute = kept.minutes[batch.received.time_since_epoch() / std::chrono::minutes(1)];
    minute.minute = batch.received.time_since_epoch() / std::chrono::minutes(1);
    minute.reports += batch.reports;
    ++minute.batches;
    if (kept.collection->settings.keep_reports) kept.batches.push_back(batch);
    return BatchOutcome::counted;
  }

  std::mutex mutex_;
  std::map<std::string, Kept> kept_;
  std::vector<Token> tokens_;
};

}  // namespace sourdine::testing
