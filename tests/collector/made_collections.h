// Collections and their stored tallies, made in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sourdine/collector/collection.h"
#include "sourdine/collector/store/store.h"
#include "sourdine/random/random.h"

namespace sourdine::testing {

inline Collection made_collection(std::shared_ptr<const Protocol> protocol, std::optional<Period> period,
                                  std::uint64_t min_reports = 100) {
  Collection collection;
  collection.id = "made";
  collection.settings.title = "Made";
  collection.settings.period = period;
  collection.settings.min_reports = min_reports;
  collection.screen = Screen::make(*protocol);
  collection.protocol = std::move(protocol);
  return collection;
}

// Of people who answer with the values of their records, each once.
inline StoredTally stored_tally(const Collection& collection, std::int64_t period, const std::vector<Value>& records,
                                Random& random, bool is_private = true) {
  Reports reports(collection.protocol->report_bytes());
  collection.protocol->randomize(records, random, reports);
  StoredTally stored;
  stored.period = period;
  stored.cells.resize(collection.protocol->cells());
  stored.screen.resize(collection.screen->cells());
  collection.protocol->tally(reports.view(), TallySpan{stored.reports, stored.cells});
  collection.screen->add(reports.view(), stored.screen);
  if (!is_private) stored.seeded = stored.reports;
  return stored;
}

}  // namespace sourdine::testing
