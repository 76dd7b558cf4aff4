// Collections and batches for the tests of stores, and a PostgreSQL server of one's own.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sourdine/base/sha256.h"
#include "sourdine/collector/store/store.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/secure_bits.h"

namespace sourdine::testing {

inline UnixTime unix_time(std::int64_t seconds) { return UnixTime(std::chrono::seconds(seconds)); }
inline UnixTime unix_now() { return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()); }

inline std::shared_ptr<Collection> some_collection(const std::string& id, CollectionSettings settings = {},
                                                   const std::string& oracle = "oue", Value k = 17) {
  auto made = std::make_shared<Collection>();
  made->id = id;
  made->settings = std::move(settings);
  made->protocol = make_oracle({.oracle = oracle, .domain = Domain(k), .epsilon = 1, .parameters = {}});
  made->screen = Screen::make(*made->protocol);
  made->created = unix_time(1'700'000'000);
  return made;
}

// `reports` reports of the value `value`, by fresh randomness, first sent `sent`.
inline Batch some_batch(const std::shared_ptr<const Collection>& collection, UnixTime sent, std::uint64_t reports = 3,
                        std::int64_t period = 0, Value value = 1) {
  Batch batch;
  batch.collection = collection;
  batch.key = make_batch_key(sent);
  batch.period = period;
  batch.reports = reports;
  batch.received = sent;
  batch.bytes.resize(reports * collection->protocol->report_bytes());
  const std::vector<Value> values(reports, value);
  collection->protocol->randomize_into({values, 1}, SecureBits::this_thread(), batch.bytes);
  const Sha256 digest = sha256(batch.bytes);
  std::copy_n(digest.begin(), batch.digest.size(), batch.digest.begin());
  return batch;
}

// What the batches must add up to.
inline Tally tally_of(const Collection& collection, const std::vector<Batch>& batches) {
  Tally tally = collection.protocol->empty_tally();
  for (const Batch& batch : batches) {
    collection.protocol->tally({batch.bytes, collection.protocol->report_bytes(), batch.reports}, tally);
  }
  return tally;
}

}  // namespace sourdine::testing
