#include "sourdine/collector/store/sql_store.h"

#include <fmt/format.h>

#include <thread>

#include "sourdine/base/error.h"
#include "sourdine/protocol/table.h"

namespace sourdine {
namespace {

constexpr int max_tries = 10;
constexpr std::chrono::seconds ready_for{1};  // after a commit nobody needs to try the disk again

std::int64_t steady_now() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

std::string_view as_text(const Sha256& hash) { return {reinterpret_cast<const char*>(hash.data()), hash.size()}; }

std::shared_ptr<const Collection> make_collection(const std::vector<SqlValue>& row) {
  auto made = std::make_shared<Collection>();
  made->id = row[0].bytes;
  made->protocol = protocol_table().make_recorded(row[1].bytes, row[2].bytes);
  made->screen = Screen::make(*made->protocol);
  made->settings = parse_collection_settings(row[3].bytes);
  made->created = row[4].time();
  made->closed = row[5].maybe_time();
  return made;
}

Token make_stored_token(const std::vector<SqlValue>& row) {
  Token token;
  token.id = row[0].bytes;
  if (row[1].bytes.size() != token.hash.size())
    fail_io(fmt::format("the token '{}' of the store is damaged", token.id));
  std::copy(row[1].bytes.begin(), row[1].bytes.end(), token.hash.begin());
  token.scope = find_scope(row[2].bytes);
  token.collection = row[3].bytes;
  token.note = row[4].bytes;
  token.created = row[5].time();
  token.expires = row[6].maybe_time();
  token.revoked = row[7].maybe_time();
  return token;
}

}  // namespace

SqlStore::SqlStore(std::unique_ptr<SqlSession> writer, std::unique_ptr<SqlSession> reader, const SqlDialect& dialect,
                   const KeyTable& keys)
    : dialect_(dialect), keys_(keys), writer_(std::move(writer)), reader_(std::move(reader)) {}

void SqlStore::writing(const std::function<void(SqlSession&)>& body) {
  const std::lock_guard lock(writer_mutex_);
  for (int tries = 1;; ++tries) {
    try {
      writer_->begin(/*is_writing=*/true);
      body(*writer_);
      writer_->commit();
      last_written_ = steady_now();
      return;
    } catch (const SqlClash&) {
      writer_->rollback();
      if (tries == max_tries) throw;
    } catch (const Error& error) {
      writer_->rollback();
      if (error.code() == ErrorCode::io) last_written_ = 0;
      throw;
    } catch (...) {
      writer_->rollback();
      throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(tries));
  }
}

SqlRows SqlStore::reading(const char* sql, std::initializer_list<SqlParameter> parameters) {
  const std::lock_guard lock(reader_mutex_);
  try {
    reader_->begin(/*is_writing=*/false);
    SqlRows rows = reader_->run(sql, parameters);
    reader_->commit();
    return rows;
  } catch (...) {
    reader_->rollback();
    throw;
  }
}

void SqlStore::create_collection(const Collection& collection) {
  require_collection_id(collection.id);
  try {
    writing([&](SqlSession& session) {
      const ProtocolSpec& spec = *collection.protocol->spec();
      session.run(
          "INSERT INTO collector_collections (id, kind, spec, settings, created, closed) VALUES ($1, $2, $3, $4, $5, "
          "$6)",
          {sql_text(collection.id), sql_text(spec.kind()), sql_text(spec.json()),
           sql_text(to_json(collection.settings)), sql_time(collection.created), sql_time(collection.closed)});
    });
  } catch (const SqlDuplicate&) {
    fail_input(fmt::format("there is a collection '{}' already", collection.id), "Choose another id.");
  }
}

bool SqlStore::close_collection(const std::string& id, UnixTime when) {
  std::uint64_t changed = 0;
  bool is_there = false;
  writing([&](SqlSession& session) {
    changed = session
                  .run("UPDATE collector_collections SET closed = $1 WHERE id = $2 AND closed IS NULL",
                       {sql_time(when), sql_text(id)})
                  .changed;
    is_there = !session.run("SELECT number FROM collector_collections WHERE id = $1", {sql_text(id)}).empty();
  });
  if (!is_there) fail_input(fmt::format("there is no collection '{}'", id));
  return changed > 0;
}

std::vector<std::shared_ptr<const Collection>> SqlStore::collections() {
  const SqlRows rows =
      reading("SELECT id, kind, spec, settings, created, closed FROM collector_collections ORDER BY number", {});
  std::vector<std::shared_ptr<const Collection>> found;
  for (const std::vector<SqlValue>& row : rows.rows) found.push_back(remembered(row));
  return found;
}

// Protocols are made once: labels may be many.
std::shared_ptr<const Collection> SqlStore::remembered(const std::vector<SqlValue>& row) {
  const std::lock_guard lock(collections_mutex_);
  std::shared_ptr<const Collection>& kept = collections_[row[0].bytes];
  if (kept == nullptr) {
    kept = make_collection(row);
  } else if (kept->closed != row[5].maybe_time()) {
    auto changed = std::make_shared<Collection>(*kept);
    changed->closed = row[5].maybe_time();
    kept = std::move(changed);
  }
  return kept;
}

void SqlStore::add_token(const Token& token) {
  writing([&](SqlSession& session) {
    session.run(
        "INSERT INTO collector_tokens (id, hash, scope, collection, note, created, expires, revoked) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        {sql_text(token.id), sql_blob(as_text(token.hash)), sql_text(scope_name(token.scope)),
         sql_text(token.collection), sql_text(token.note), sql_time(token.created), sql_time(token.expires),
         sql_time(token.revoked)});
  });
}

bool SqlStore::revoke_token(const std::string& id, UnixTime when) {
  std::uint64_t changed = 0;
  writing([&](SqlSession& session) {
    changed = session
                  .run("UPDATE collector_tokens SET revoked = $1 WHERE id = $2 AND revoked IS NULL",
                       {sql_time(when), sql_text(id)})
                  .changed;
  });
  return changed > 0;
}

std::vector<Token> SqlStore::tokens() {
  const SqlRows rows = reading(
      "SELECT id, hash, scope, collection, note, created, expires, revoked FROM collector_tokens ORDER BY created, id",
      {});
  std::vector<Token> found;
  for (const std::vector<SqlValue>& row : rows.rows) found.push_back(make_stored_token(row));
  return found;
}

std::vector<BatchOutcome> SqlStore::commit(std::span<const Batch> batches) {
  std::vector<BatchOutcome> outcomes;
  if (batches.empty()) return outcomes;
  writing([&](SqlSession& session) {
    const std::vector<JudgedBatch> judged = judge_batches(session, keys_, dialect_, batches);
    BatchSums sums;
    outcomes.clear();
    for (std::size_t i = 0; i < batches.size(); ++i) {
      outcomes.push_back(judged[i].outcome);
      if (judged[i].outcome == BatchOutcome::counted) sums.add(batches[i], judged[i].collection);
    }
    sums.finish();
    write_sums(session, sums);
  });
  return outcomes;
}

void SqlStore::write_sums(SqlSession& session, BatchSums& sums) const {
  for (auto& [place, sum] : sums.tallies()) add_to_tally(session, place.collection, sum);
  for (const auto& [place, minute] : sums.minutes()) {
    session.run(
        "INSERT INTO collector_activity (collection, minute, reports, batches) VALUES ($1, $2, $3, $4) "
        "ON CONFLICT (collection, minute) DO UPDATE SET reports = collector_activity.reports + excluded.reports, "
        "batches = collector_activity.batches + excluded.batches",
        {sql_number(place.collection), sql_number(place.number), sql_count(minute.reports), sql_count(minute.batches)});
  }
  for (const auto& [collection, reports] : sums.reports()) {
    session.run("UPDATE collector_collections SET reports = reports + $1 WHERE number = $2",
                {sql_count(reports), sql_number(collection)});
  }
}

// The row is nobody else's: the collection is locked.
void SqlStore::add_to_tally(SqlSession& session, std::int64_t collection, TallySum& sum) const {
  StoredTally& tally = sum.tally;
  const SqlRows rows = session.run(
      "SELECT reports, seeded, cells, screen, updated FROM collector_tallies WHERE collection = $1 AND period = $2",
      {sql_number(collection), sql_number(tally.period)});
  if (!rows.empty()) {
    const std::vector<SqlValue>& row = rows.first();
    tally.reports += row[0].count();
    tally.seeded += row[1].count();
    add_cells(tally.cells, decode_cells(row[2].bytes, tally.cells.size(), *sum.collection));
    add_cells(tally.screen, decode_cells(row[3].bytes, tally.screen.size(), *sum.collection));
    tally.updated = std::max(tally.updated, row[4].time());
  }
  session.run(
      "INSERT INTO collector_tallies (collection, period, reports, seeded, cells, screen, updated) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (collection, period) DO UPDATE SET reports = excluded.reports, "
      "seeded = excluded.seeded, cells = excluded.cells, screen = excluded.screen, updated = excluded.updated",
      {sql_number(collection), sql_number(tally.period), sql_count(tally.reports), sql_count(tally.seeded),
       sql_blob(encode_cells(tally.cells)), sql_blob(encode_cells(tally.screen)), sql_time(tally.updated)});
  const std::size_t each = std::max<std::size_t>(1, sum.collection->protocol->report_bytes());
  for (const bool is_private : {true, false}) {
    const KeptReports& kept = is_private ? sum.kept_private : sum.kept_seeded;
    for (const std::string& block : kept.blocks) {
      session.run(
          "INSERT INTO collector_segments (collection, period, is_private, received, reports, bytes) "
          "VALUES ($1, $2, $3, $4, $5, $6)",
          {sql_number(collection), sql_number(tally.period), sql_number(is_private ? 1 : 0), sql_time(kept.received),
           sql_count(block.size() / each), sql_blob(block)});
    }
  }
}

void SqlStore::tidy(UnixTime now) {
  // Only one of several collectors does it; the others' work is done by the time they ask again.
  const WritingCall alone = [this](const std::function<void(SqlSession&)>& body) {
    writing([&](SqlSession& session) {
      const bool is_mine = dialect_.tidy_lock == nullptr || session.run(dialect_.tidy_lock).first()[0].number != 0;
      if (is_mine) body(session);
    });
  };
  for (const std::shared_ptr<const Collection>& collection : collections()) {
    forget_keys(alone, *collection, now);
    forget_reports(alone, *collection, now);
    if (collection->settings.keep_reports) join_segments(alone, *collection);
  }
  forget_activity(alone, now);
}

void SqlStore::require_ready() {
  const std::int64_t last = last_written_;
  if (last != 0 && std::chrono::nanoseconds(steady_now() - last) < ready_for) return;
  writing([](SqlSession& session) {
    const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    session.run(
        "INSERT INTO collector_ready (one, checked) VALUES (1, $1) "
        "ON CONFLICT (one) DO UPDATE SET checked = excluded.checked",
        {sql_time(now)});
  });
}

}  // namespace sourdine
