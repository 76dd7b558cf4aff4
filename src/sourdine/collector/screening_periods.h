// Screening of several periods of a collection.
//
// A test's law is that of people who answer once each. In a period that holds; over several periods it holds where
// every report is drawn afresh. People who answer again by a memoised protocol (protocol/memoised.h) repeat themselves:
// their cohort, hash function or permanent bits are counted in every period. Their periods are tested one by one, and
// each check is that of the oddest period, its p multiplied by their number (Bonferroni, which holds whatever the
// dependence).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sourdine/collector/collection.h"
#include "sourdine/collector/store/store.h"

namespace sourdine {

// True when reports of one person in different periods depend on each other.
bool reports_repeat(const Protocol& protocol);

// What the periods add up to. Throws Error(bad_input) when a tally is not one of the protocol's.
StoredTally sum_of(const Protocol& protocol, const Screen& screen, std::span<const StoredTally> periods);

std::vector<ScreenCheck> screen_periods(const Collection& collection, std::span<const StoredTally> periods);

// {"checks":[…],"reports":n}
std::string screening_json(const Collection& collection, std::span<const StoredTally> periods);

}  // namespace sourdine
