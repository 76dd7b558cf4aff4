// Which batches of a transaction are new: the table of keys, and what becomes of each batch. Internal.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sourdine/collector/store/schema.h"
#include "sourdine/collector/store/sql_session.h"

namespace sourdine {

using BatchDigest = std::array<std::uint8_t, 16>;

// A row of the table of keys; they are given in its order, none twice.
struct KeyRow {
  std::int64_t collection = 0;
  BatchKey key{};
  BatchDigest digest{};

  std::pair<std::int64_t, BatchKey> place() const { return {collection, key}; }
};

// What a database does its own way, all rows at once or one by one.
class KeyTable {
 public:
  virtual ~KeyTable() = default;
  // Inserts the rows whose keys are not there, and says which. Waits for others who insert the same ones.
  virtual std::vector<bool> insert(SqlSession& session, const std::vector<KeyRow>& rows) const = 0;
  // The stored digests; nothing for a key that is not there.
  virtual std::vector<std::optional<BatchDigest>> digests(SqlSession& session,
                                                          const std::vector<KeyRow>& rows) const = 0;
};

struct JudgedBatch {
  BatchOutcome outcome = BatchOutcome::unknown;
  std::int64_t collection = 0;  // its number in the database
};

// Inserts the keys of the batches that count, inside a writing transaction; the collections of those are locked until
// its end. To keep two collectors from waiting for each other, everybody takes keys first, then collections, each in
// order.
std::vector<JudgedBatch> judge_batches(SqlSession& session, const KeyTable& table, const SqlDialect& dialect,
                                       std::span<const Batch> batches);

}  // namespace sourdine
