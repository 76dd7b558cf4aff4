// A collection: what is asked of people, and under which conditions their reports are taken. Fixed when it is created;
// only its being open changes.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "sourdine/base/calendar.h"
#include "sourdine/collector/screening.h"
#include "sourdine/collector/unix_time.h"
#include "sourdine/protocol/protocol.h"

namespace sourdine {

struct CollectionSettings {
  std::string title = {};
  std::optional<Period> period = {};                         // what tallies are kept by; nothing: one for all reports
  std::chrono::seconds clock_window{72 * 3600};              // how long after its first sending a batch is taken
  std::chrono::seconds clock_ahead{300};                     // how far a client's clock may be ahead
  std::chrono::seconds late_window{31 * 24 * 3600};          // how long after the end of a period its reports are taken
  std::chrono::seconds jitter{0};                            // clients wait a random part of it before they send
  std::uint64_t min_reports = 100;                           // below, no estimate of a period is shown
  std::optional<std::uint64_t> max_reports = {};             // of the whole collection
  std::optional<std::uint64_t> max_reports_per_minute = {};  // of one client token
  bool keep_reports = false;                                 // the reports themselves, not only their tallies
  std::optional<std::chrono::days> retention = {};           // of kept reports; nothing: until somebody deletes them
  bool accepts_seeded = false;  // reports of seeded randomness too: then nothing that is shown is private
  std::string map = {};         // JSON for the dashboard (docs/collector.md); empty: none
  std::string dataset = {};     // the name in the ledger; empty: the collection's id

  friend bool operator==(const CollectionSettings&, const CollectionSettings&) = default;
};

// Canonical JSON, as stores keep it, and the inverse. Throws Error(bad_input) naming the key that is unknown or wrong.
std::string to_json(const CollectionSettings& settings);
CollectionSettings parse_collection_settings(std::string_view json);

struct Collection {
  std::string id;  // 1 to 64 of a–z, 0–9, - and _, the first a letter or digit
  CollectionSettings settings;
  std::shared_ptr<const Protocol> protocol;
  std::shared_ptr<const Screen> screen;
  UnixTime created{};
  std::optional<UnixTime> closed = {};
};

// Throws Error(bad_input).
void require_collection_id(std::string_view id);

// What its reports spend from, in the ledger: the data set it names, or itself.
std::string dataset_of(const Collection& collection);

}  // namespace sourdine
