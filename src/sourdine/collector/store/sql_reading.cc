// What a store in tables answers about its collections.
#include <algorithm>

#include "sourdine/collector/store/sql_store.h"

namespace sourdine {
namespace {

// Reports of no bytes (a domain of one value) are kept by their number alone.
void use_empty_reports(const std::vector<StoredTally>& tallies, bool is_private,
                       const std::function<void(ReportsView)>& use) {
  for (const StoredTally& tally : tallies) {
    const std::uint64_t reports = is_private ? tally.reports - tally.seeded : tally.seeded;
    if (reports > 0) use({{}, 0, static_cast<std::size_t>(reports)});
  }
}

// Within one reading transaction, so that segments that are joined meanwhile are seen as they were.
void use_segments(SqlSession& session, const Collection& collection, std::int64_t first, std::int64_t last,
                  bool is_private, const std::function<void(ReportsView)>& use) {
  const SqlRows segments = session.run(
      "SELECT number FROM collector_segments WHERE collection = "
      "(SELECT number FROM collector_collections WHERE id = $1) AND is_private = $2 AND period BETWEEN $3 AND $4 "
      "ORDER BY period, number",
      {sql_text(collection.id), sql_number(is_private ? 1 : 0), sql_number(first), sql_number(last)});
  for (const std::vector<SqlValue>& segment : segments.rows) {
    const SqlRows rows =
        session.run("SELECT reports, bytes FROM collector_segments WHERE number = $1", {sql_number(segment[0].number)});
    const std::string& bytes = rows.first()[1].bytes;
    const ReportsView view{{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()},
                           collection.protocol->report_bytes(),
                           static_cast<std::size_t>(rows.first()[0].number)};
    if (!view.is_whole(collection.protocol->report_bytes())) {
      fail_io("a segment of the kept reports of '" + collection.id + "' is damaged");
    }
    use(view);
  }
}

}  // namespace

std::vector<PeriodCount> SqlStore::periods(const Collection& collection) {
  const SqlRows rows = reading(
      "SELECT period, reports, updated FROM collector_tallies WHERE collection = "
      "(SELECT number FROM collector_collections WHERE id = $1) ORDER BY period",
      {sql_text(collection.id)});
  std::vector<PeriodCount> counts;
  for (const std::vector<SqlValue>& row : rows.rows) counts.push_back({row[0].number, row[1].count(), row[2].time()});
  return counts;
}

std::vector<StoredTally> SqlStore::tallies(const Collection& collection, std::int64_t first, std::int64_t last) {
  const SqlRows rows = reading(
      "SELECT period, reports, seeded, cells, screen, updated FROM collector_tallies WHERE collection = "
      "(SELECT number FROM collector_collections WHERE id = $1) AND period BETWEEN $2 AND $3 ORDER BY period",
      {sql_text(collection.id), sql_number(first), sql_number(last)});
  std::vector<StoredTally> found;
  for (const std::vector<SqlValue>& row : rows.rows) {
    found.push_back({.period = row[0].number,
                     .reports = row[1].count(),
                     .seeded = row[2].count(),
                     .cells = decode_cells(row[3].bytes, collection.protocol->cells(), collection),
                     .screen = decode_cells(row[4].bytes, collection.screen->cells(), collection),
                     .updated = row[5].time()});
  }
  return found;
}

void SqlStore::read_reports(const Collection& collection, std::int64_t first, std::int64_t last, bool is_private,
                            const std::function<void(ReportsView)>& use) {
  if (collection.settings.keep_reports && collection.protocol->report_bytes() == 0) {
    use_empty_reports(tallies(collection, first, last), is_private, use);
    return;
  }
  const std::unique_ptr<SqlSession> session = own_reader();
  session->begin(/*is_writing=*/false);
  use_segments(*session, collection, first, last, is_private, use);
  session->commit();
}

std::vector<Minute> SqlStore::activity(const std::string& collection, std::int64_t since_minute) {
  const SqlRows rows = reading(
      "SELECT minute, reports, batches FROM collector_activity WHERE collection = "
      "(SELECT number FROM collector_collections WHERE id = $1) AND minute >= $2 ORDER BY minute",
      {sql_text(collection), sql_number(since_minute)});
  std::vector<Minute> minutes;
  for (const std::vector<SqlValue>& row : rows.rows) minutes.push_back({row[0].number, row[1].count(), row[2].count()});
  return minutes;
}

}  // namespace sourdine
