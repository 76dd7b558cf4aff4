// What a store forgets, and small segments joined: in small transactions, so that batches need not wait for long.
#include <algorithm>

#include "sourdine/collector/store/sql_store.h"

namespace sourdine {
namespace {

// Beyond the window, for batches that were admitted at its very end and wait to be committed.
constexpr std::chrono::hours key_margin{1};
constexpr std::chrono::days activity_kept{7};
constexpr std::int64_t keys_at_once = 20000;
constexpr std::int64_t segments_at_once = 16;
constexpr std::size_t small_segment = BatchSums::block_bytes / 2;

// Keys are in the order of time: those before are smaller.
BatchKey first_key_of(UnixTime time) {
  BatchKey key{};
  const std::int64_t milliseconds = time.time_since_epoch().count();
  for (std::size_t i = 0; i < 6; ++i) key[i] = static_cast<std::uint8_t>(milliseconds >> (40 - 8 * i));
  return key;
}

BatchKey key_in(const SqlValue& value) {
  BatchKey key{};
  std::copy_n(value.bytes.begin(), std::min(value.bytes.size(), key.size()), key.begin());
  return key;
}

struct Segment {
  std::int64_t number = 0;
  std::int64_t period = 0, is_private = 0, day = 0;
  std::size_t bytes = 0;

  bool is_like(const Segment& other) const {
    return period == other.period && is_private == other.is_private && day == other.day;
  }
};

std::vector<Segment> small_segments(SqlSession& session, const Collection& collection) {
  const SqlRows rows = session.run(
      "SELECT number, period, is_private, received / 86400000, length(bytes) FROM collector_segments "
      "WHERE collection = (SELECT number FROM collector_collections WHERE id = $1) AND length(bytes) < $2 "
      "ORDER BY period, is_private, number",
      {sql_text(collection.id), sql_count(small_segment)});
  std::vector<Segment> found;
  for (const std::vector<SqlValue>& row : rows.rows) {
    found.push_back(
        {row[0].number, row[1].number, row[2].number, row[3].number, static_cast<std::size_t>(row[4].number)});
  }
  return found;
}

// Puts the others' reports behind those of the first.
void join_run(SqlSession& session, std::span<const Segment> run) {
  std::string bytes;
  std::int64_t received = 0, reports = 0;
  for (const Segment& segment : run) {
    const SqlRows rows = session.run("SELECT received, reports, bytes FROM collector_segments WHERE number = $1",
                                     {sql_number(segment.number)});
    if (rows.empty()) return;  // somebody else joined them
    received = std::max(received, rows.first()[0].number);
    reports += rows.first()[1].number;
    bytes += rows.first()[2].bytes;
  }
  for (const Segment& segment : run.subspan(1)) {
    session.run("DELETE FROM collector_segments WHERE number = $1", {sql_number(segment.number)});
  }
  session.run("UPDATE collector_segments SET received = $1, reports = $2, bytes = $3 WHERE number = $4",
              {sql_number(received), sql_number(reports), sql_blob(bytes), sql_number(run.front().number)});
}

}  // namespace

void forget_keys(const WritingCall& writing, const Collection& collection, UnixTime now) {
  const UnixTime before = now - collection.settings.clock_window - key_margin;
  if (before.time_since_epoch().count() <= 0) return;
  std::int64_t number = 0;
  BatchKey end = first_key_of(before);
  // First the mark, so that no batch of then counts again; and it never goes back, whatever the clock does. It stands
  // behind the last key that is forgotten, not at `before`: what has no key here was never counted, and a clock that
  // was ahead for an hour must not close the collection for all others.
  writing([&](SqlSession& session) {
    const SqlRows rows =
        session.run("SELECT number FROM collector_collections WHERE id = $1", {sql_text(collection.id)});
    if (rows.empty()) return;
    const SqlRows last =
        session.run("SELECT key FROM collector_keys WHERE collection = $1 AND key < $2 ORDER BY key DESC LIMIT 1",
                    {sql_number(rows.first()[0].number), sql_key(end)});
    if (last.empty()) return;
    number = rows.first()[0].number;
    const UnixTime mark = time_of(key_in(last.first()[0])) + std::chrono::milliseconds(1);
    end = first_key_of(mark);
    session.run("UPDATE collector_collections SET forgotten = $1 WHERE number = $2 AND forgotten < $1",
                {sql_time(mark), sql_number(number)});
  });
  for (bool is_more = number != 0; is_more;) {
    is_more = false;
    writing([&](SqlSession& session) {
      const SqlRows next = session.run(
          "SELECT key FROM collector_keys WHERE collection = $1 AND key < $2 ORDER BY key LIMIT 1 OFFSET $3",
          {sql_number(number), sql_key(end), sql_number(keys_at_once)});
      is_more = !next.empty();
      session.run("DELETE FROM collector_keys WHERE collection = $1 AND key < $2",
                  {sql_number(number), sql_key(is_more ? key_in(next.first()[0]) : end)});
    });
  }
}

void forget_reports(const WritingCall& writing, const Collection& collection, UnixTime now) {
  if (!collection.settings.retention) return;
  const UnixTime before = now - *collection.settings.retention;
  for (bool is_more = true; is_more;) {
    is_more = false;
    writing([&](SqlSession& session) {
      is_more = session
                    .run(
                        "DELETE FROM collector_segments WHERE number IN (SELECT number FROM collector_segments WHERE "
                        "collection = (SELECT number FROM collector_collections WHERE id = $1) AND received < $2 "
                        "LIMIT $3)",
                        {sql_text(collection.id), sql_time(before), sql_number(segments_at_once)})
                    .changed > 0;
    });
  }
}

void forget_activity(const WritingCall& writing, UnixTime now) {
  const std::int64_t before = std::chrono::floor<std::chrono::minutes>(now - activity_kept).time_since_epoch().count();
  writing([&](SqlSession& session) {
    session.run("DELETE FROM collector_activity WHERE minute < $1", {sql_number(before)});
  });
}

// Only segments of one day are joined, so that retention does not wait for the last of many.
void join_segments(const WritingCall& writing, const Collection& collection) {
  std::vector<Segment> small;
  writing([&](SqlSession& session) { small = small_segments(session, collection); });
  for (std::size_t begin = 0; begin < small.size();) {
    std::size_t end = begin, bytes = 0;
    while (end < small.size() && small[end].is_like(small[begin]) &&
           bytes + small[end].bytes <= BatchSums::block_bytes) {
      bytes += small[end++].bytes;
    }
    if (end - begin > 1) {
      writing([&](SqlSession& session) { join_run(session, std::span(small).subspan(begin, end - begin)); });
    }
    begin = std::max(end, begin + 1);
  }
}

}  // namespace sourdine
