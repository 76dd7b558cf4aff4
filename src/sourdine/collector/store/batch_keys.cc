#include "sourdine/collector/store/batch_keys.h"

#include <algorithm>
#include <map>

namespace sourdine {
namespace {

struct CollectionState {
  std::int64_t number = 0;
  bool is_closed = false;
  std::uint64_t reports = 0;
  UnixTime forgotten{};
};

// Of a batch whose key is not there.
BatchOutcome outcome_of_new(const Batch& batch, const CollectionState& state) {
  if (time_of(batch.key) < state.forgotten) return BatchOutcome::too_old;
  if (state.is_closed) return BatchOutcome::closed;
  const std::optional<std::uint64_t>& most = batch.collection->settings.max_reports;
  const std::uint64_t room =
      most.value_or(Tally::max_reports) - std::min(most.value_or(Tally::max_reports), state.reports);
  return batch.reports > room ? BatchOutcome::full : BatchOutcome::counted;
}

BatchOutcome outcome_of_known(const BatchDigest& stored, const BatchDigest& digest) {
  return stored == digest ? BatchOutcome::repeated : BatchOutcome::conflict;
}

// One key of the transaction, and the batches that have it, the first of them first.
struct KeyCase {
  KeyRow row;
  std::vector<std::size_t> batches;
  bool is_inserted = false;
  std::optional<BatchDigest> stored = {};
};

class Judgement {
 public:
  Judgement(SqlSession& session, const KeyTable& table, const SqlDialect& dialect, std::span<const Batch> batches)
      : session_(session), table_(table), dialect_(dialect), batches_(batches), judged_(batches.size()) {}

  std::vector<JudgedBatch> judge() {
    find_collections();
    gather_keys();
    insert_keys();
    lock_collections();
    for (const std::size_t i : order_) decide(cases_[i]);
    return std::move(judged_);
  }

 private:
  void find_collections() {
    for (std::size_t i = 0; i < batches_.size(); ++i) {
      const std::string& id = batches_[i].collection->id;
      auto found = numbers_.find(id);
      if (found == numbers_.end()) found = numbers_.emplace(id, find_collection(id)).first;
      judged_[i].collection = found->second;
    }
  }

  // 0: there is none.
  std::int64_t find_collection(const std::string& id) {
    const SqlRows rows = session_.run(
        "SELECT number, closed, reports, forgotten FROM collector_collections WHERE id = $1", {sql_text(id)});
    if (rows.empty()) return 0;
    const std::vector<SqlValue>& row = rows.first();
    states_[row[0].number] = {row[0].number, !row[1].is_null, row[2].count(), row[3].time()};
    return row[0].number;
  }

  // Cases in the order of the table; order_ is that of the batches.
  void gather_keys() {
    std::vector<std::size_t> sorted;
    for (std::size_t i = 0; i < batches_.size(); ++i) {
      if (judged_[i].collection != 0) sorted.push_back(i);
    }
    const auto row_of = [this](std::size_t i) {
      return KeyRow{judged_[i].collection, batches_[i].key, batches_[i].digest};
    };
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](std::size_t a, std::size_t b) { return row_of(a).place() < row_of(b).place(); });
    for (const std::size_t i : sorted) {
      if (cases_.empty() || cases_.back().row.place() != row_of(i).place()) cases_.push_back({row_of(i), {}});
      cases_.back().batches.push_back(i);
    }
    order_.resize(cases_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = i;
    std::sort(order_.begin(), order_.end(),
              [this](std::size_t a, std::size_t b) { return cases_[a].batches.front() < cases_[b].batches.front(); });
  }

  // What cannot count whatever happens (nothing is ever opened again, and no count goes down) is only looked up.
  void insert_keys() {
    std::vector<KeyRow> rows;
    std::vector<KeyCase*> inserting, looking;
    for (KeyCase& one : cases_) {
      const bool may_count = first_outcome(one) == BatchOutcome::counted;
      (may_count ? inserting : looking).push_back(&one);
      if (may_count) rows.push_back(one.row);
    }
    const std::vector<bool> is_new = table_.insert(session_, rows);
    for (std::size_t i = 0; i < inserting.size(); ++i) {
      inserting[i]->is_inserted = is_new[i];
      if (!is_new[i]) looking.push_back(inserting[i]);
    }
    look_up(looking);
  }

  void look_up(std::vector<KeyCase*>& looking) {
    if (looking.empty()) return;
    std::sort(looking.begin(), looking.end());  // they are in one array, in the order of the table
    std::vector<KeyRow> rows;
    for (const KeyCase* one : looking) rows.push_back(one->row);
    const std::vector<std::optional<BatchDigest>> found = table_.digests(session_, rows);
    for (std::size_t i = 0; i < looking.size(); ++i) {
      looking[i]->stored = found[i];
      const bool is_gone = !found[i] && first_outcome(*looking[i]) == BatchOutcome::counted;
      if (is_gone) throw SqlClash("a key was forgotten while it was looked up");
    }
  }

  void lock_collections() {
    for (const KeyCase& one : cases_) {
      if (one.is_inserted && (locked_.empty() || locked_.back() != one.row.collection)) lock(one.row.collection);
    }
  }

  void lock(std::int64_t collection) {
    const SqlRows rows = session_.run(dialect_.collection_lock, {sql_number(collection)});
    if (rows.empty()) throw SqlClash("a collection is gone");
    const std::vector<SqlValue>& row = rows.first();
    states_[collection] = {collection, !row[0].is_null, row[1].count(), row[2].time()};
    locked_.push_back(collection);
  }

  BatchOutcome first_outcome(const KeyCase& one) const {
    return outcome_of_new(batches_[one.batches.front()], states_.at(one.row.collection));
  }

  void decide(KeyCase& one) {
    CollectionState& state = states_.at(one.row.collection);
    BatchOutcome outcome = BatchOutcome::counted;
    if (!one.stored) {
      outcome = first_outcome(one);
      if (outcome == BatchOutcome::counted) {
        state.reports += batches_[one.batches.front()].reports;
        one.stored = one.row.digest;
      } else if (one.is_inserted) {
        session_.run("DELETE FROM collector_keys WHERE collection = $1 AND key = $2",
                     {sql_number(one.row.collection), sql_key(one.row.key)});
      }
      judged_[one.batches.front()].outcome = outcome;
    }
    const bool first_was_new = one.is_inserted || !one.stored;
    for (std::size_t i = first_was_new ? 1 : 0; i < one.batches.size(); ++i) {
      JudgedBatch& judged = judged_[one.batches[i]];
      judged.outcome = one.stored ? outcome_of_known(*one.stored, batches_[one.batches[i]].digest) : outcome;
    }
  }

  SqlSession& session_;
  const KeyTable& table_;
  const SqlDialect& dialect_;
  std::span<const Batch> batches_;
  std::vector<JudgedBatch> judged_;
  std::map<std::string, std::int64_t, std::less<>> numbers_;
  std::map<std::int64_t, CollectionState> states_;
  std::vector<KeyCase> cases_;
  std::vector<std::size_t> order_;
  std::vector<std::int64_t> locked_;
};

}  // namespace

std::vector<JudgedBatch> judge_batches(SqlSession& session, const KeyTable& table, const SqlDialect& dialect,
                                       std::span<const Batch> batches) {
  return Judgement(session, table, dialect, batches).judge();
}

}  // namespace sourdine
