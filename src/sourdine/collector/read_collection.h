// A collection as a release takes it (release/from_reports.h): read from a collector over HTTP with a reader's token,
// or from its store.
#pragma once

#include "sourdine/base/stop.h"
#include "sourdine/collector/collection.h"
#include "sourdine/collector/store/store.h"
#include "sourdine/release/from_reports.h"

namespace sourdine {

// Throws Error(bad_input): no such store, collection or token, an answer that is none, a collection whose protocol is
// no oracle or that has no periods; Error(io) when store or collector cannot be reached. A store is only read, and not
// made where there is none; it may be open in a collector at the same time.
ReportedCollection read_collection(const CollectionSource& source, const StopToken& stop = {});

// The same of tallies that were read.
ReportedCollection reported_collection(const Collection& collection, std::span<const StoredTally> tallies);

}  // namespace sourdine
