// ReleaseCheck: what a release would do, told without doing it. All events are read, as a release reads them; nothing
// is randomised, written or charged.
//
// Where a release would stop at the first unknown place or bad row, the check reads on, so that whoever holds the
// events sees all of them at once. What is told about errors follows from the totals of the periods, which are public,
// and from the oracle: the counts of the regions are not looked at.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/counts/release.h"
#include "sourdine/ledger_store/spending.h"
#include "sourdine/publish/kind.h"
#include "sourdine/release/check_periods.h"

namespace sourdine {

// How many events people have, and what bounding them would do. Raw data: for the eyes of whoever holds the events.
struct PeopleOutlook {
  std::uint64_t people = 0;
  std::uint64_t max_events = 0;   // the configuration's; where that is "auto": about what would be chosen
  std::uint64_t with_more = 0;    // people
  std::uint64_t not_counted = 0;  // of their events
  std::uint64_t nameless = 0;     // events that name no person
  std::uint64_t respelled = 0;    // people whose name is another's but for spaces around it and the case of letters
  std::uint64_t events = 0;       // of all people
  std::string busiest;            // the name with most events
  std::uint64_t of_busiest = 0;   // its events
};

struct ReleaseCheck {
  EventCounts rows;
  std::uint64_t events = 0;   // that would be published
  std::uint64_t outside = 0;  // before 'from' or after 'to'
  std::uint64_t missing = 0;  // on days declared missing
  std::string first, last;    // days covered; empty when there are no events
  std::size_t regions = 0;
  std::string method;                   // the oracle's name, or that of the noise
  std::optional<PeopleOutlook> people;  // where the configuration has persons
  Guarantee guarantee;
  Statement statement;                 // in English: what would be promised, or why nothing would be
  std::vector<PeriodOutlook> periods;  // in the order of the configuration
  double confidence = 0.95;

  // All of them, most frequent first. Raw data: for the officer's eyes only.
  std::vector<std::pair<std::string, std::uint64_t>> unknown_places;
  std::uint64_t unknown_rows = 0;  // of these, and of those too many or too long to be listed
  std::uint64_t unlisted_rows = 0;

  std::vector<std::string> notes;     // what to look at although the release would be made: a sentence each
  std::vector<std::string> problems;  // why the release would be refused: a sentence each
  // A central release that has no event to count, though it would be made and charged: why. Empty: it has some.
  std::string counts_nothing;
};

// The configuration that a check prepares a release with: it stops at no row.
ReleaseConfig lenient_config(const ReleaseConfig& config);

// Reads the events of a release that was prepared so. `config` says what would be refused; `source`, where the first
// bad row is looked for, is what the release was prepared with. Throws Error where a release would for another reason
// than its rows: a source that cannot be read.
ReleaseCheck check_release(const ReleaseConfig& config, PreparedRelease prepared, const std::string& source = {},
                           const StopToken& stop = {});

// What of it is told; what the ledger says comes last.
Outlook release_outlook(const ReleaseConfig& config, const ReleaseCheck& check, const Outlook& ledger);

// What it would change in the ledger: a fact and sentences; notes are of budgets that do not hold.
Outlook ledger_outlook(const Spending& spending, const StopToken& stop);

}  // namespace sourdine
