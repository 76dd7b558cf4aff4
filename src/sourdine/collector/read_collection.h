// A collection with its tallies, read from a collector over HTTP with a reader's token, or from its store; and as a
// release takes it (local/release.h).
#pragma once

#include <span>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/collector/collection.h"
#include "sourdine/collector/store/store.h"
#include "sourdine/local/release.h"

namespace sourdine {

struct CollectionTallies {
  // From a collector: id, protocol, and of the settings title, period, min_reports and accepts_seeded.
  Collection collection;
  // In order, one per period, of a collection without periods one at most. From a collector they have no screen, and
  // when one report was seeded, all of its period are taken for seeded.
  std::vector<StoredTally> tallies;
};

// Any protocol, with periods or without. Throws Error(bad_input): no such store, collection or token, an answer that is
// none; Error(io) when store or collector cannot be reached. A store is only read, and not made where there is none; it
// may be open in a collector at the same time.
CollectionTallies read_tallies(const CollectionSource& source, const StopToken& stop = {});

// The same for a release. Throws Error(bad_input), too, for a protocol that is no oracle and a collection without
// periods.
ReportedCollection read_collection(const CollectionSource& source, const StopToken& stop = {});
// The same of tallies that were read.
ReportedCollection reported_collection(const Collection& collection, std::span<const StoredTally> tallies);

}  // namespace sourdine
