// Store: where a collector keeps everything. SQLite (one file, WAL) or PostgreSQL, which several collectors may share.
//
// commit() is one transaction: when it returns, its batches are on the disk, and each is counted exactly once, however
// often it was sent, by whichever collector. Tallies are kept as sums: the cost of reading one does not depend on the
// number of reports.
//
// Every call may be made by any thread; commit() by one at a time. All throw Error(io) when the store cannot be reached
// or written: what commit() had been given may then be counted or not, and sending it again finds out.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sourdine/collector/batch_key.h"
#include "sourdine/collector/collection.h"
#include "sourdine/collector/token.h"

namespace sourdine {

struct Batch {
  std::shared_ptr<const Collection> collection;
  BatchKey key{};
  std::array<std::uint8_t, 16> digest{};  // of period, randomness and reports: the same key must mean the same batch
  std::int64_t period = 0;                // period_number() of the collection's period; 0 where it has none
  bool is_private = true;
  std::vector<std::uint8_t> bytes;  // possible reports of the protocol
  std::uint64_t reports = 0;
  UnixTime received{};
};

enum class BatchOutcome {
  counted,   // now
  repeated,  // before
  conflict,  // the key was used for another batch
  closed,    // the collection was closed
  full,      // the collection would have more reports than it may
  unknown,   // no such collection
  too_old,   // keys of that time are forgotten already: nobody knows whether it was counted
};

struct StoredTally {
  std::int64_t period = 0;
  std::uint64_t reports = 0;
  std::uint64_t seeded = 0;           // of them, by randomness that is not private
  std::vector<std::uint64_t> cells;   // of the protocol
  std::vector<std::uint64_t> screen;  // of its Screen
  UnixTime updated{};
};

struct PeriodCount {
  std::int64_t period = 0;
  std::uint64_t reports = 0;
  UnixTime updated{};
};

struct Minute {
  std::int64_t minute = 0;  // since 1970
  std::uint64_t reports = 0, batches = 0;
};

class Store {
 public:
  virtual ~Store() = default;

  // Throws Error(bad_input) when the id is taken.
  virtual void create_collection(const Collection& collection) = 0;
  // False when it was closed before. Throws Error(bad_input) when there is none.
  virtual bool close_collection(const std::string& id, UnixTime when) = 0;
  virtual std::vector<std::shared_ptr<const Collection>> collections() = 0;

  virtual void add_token(const Token& token) = 0;
  // False when there is none, or it was revoked before.
  virtual bool revoke_token(const std::string& id, UnixTime when) = 0;
  virtual std::vector<Token> tokens() = 0;

  // One outcome per batch, in order. Of two with the same key in one call the first counts.
  virtual std::vector<BatchOutcome> commit(std::span<const Batch> batches) = 0;

  virtual std::vector<PeriodCount> periods(const Collection& collection) = 0;  // in order
  virtual std::vector<StoredTally> tallies(const Collection& collection, std::int64_t first, std::int64_t last) = 0;
  // Kept reports of the periods, block by block (at most 4 MiB each), all of one randomness.
  virtual void read_reports(const Collection& collection, std::int64_t first, std::int64_t last, bool is_private,
                            const std::function<void(ReportsView)>& use) = 0;
  virtual std::vector<Minute> activity(const std::string& collection, std::int64_t since_minute) = 0;

  // Forgets keys whose time is before what any collection still takes, kept reports beyond their retention, activity
  // older than a week; joins small segments of kept reports. Called now and then.
  virtual void tidy(UnixTime now) = 0;
  // Throws Error(io) when the store would not take a batch now.
  virtual void require_ready() = 0;
  virtual std::uint64_t bytes() = 0;  // on the disk, about
};

// "sqlite:PATH" or "postgresql://…". Makes what is missing, and brings an older schema up to date; throws
// Error(bad_input) for one that is newer than this program.
std::unique_ptr<Store> open_store(const std::string& url);

// Throws Error(bad_input) when open_store() would make a new file.
void require_store(const std::string& url);
// A consistent copy of a store as it is, of whatever version, while everything goes on, into a new file. PostgreSQL:
// Error(usage), pg_dump does it.
void copy_store(const std::string& url, const std::string& path);

}  // namespace sourdine
