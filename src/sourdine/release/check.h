// ReleaseCheck: what a release would do, told without doing it. All events are read, as a release reads them; nothing
// is randomised, written or charged.
//
// Where a release would stop at the first unknown place or bad row, the check reads on, so that whoever holds the
// events sees all of them at once. What is told about errors follows from the totals of the periods, which are public,
// and from the oracle: the counts of the regions are not looked at.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sourdine/privacy/ledger/totals.h"
#include "sourdine/release/release.h"

namespace sourdine {

// What to expect of the periods of one length.
struct PeriodOutlook {
  Period period = Period::day;
  std::size_t periods = 0;                         // from the first to the last, empty ones included, gaps not
  std::uint64_t fewest = 0, median = 0, most = 0;  // events of a period
  // Events of the median period; where that one is empty, the mean of those that are not.
  double typical = 0;
  // Half the width of the interval, at the configuration's confidence, around the count of a region that has an even
  // share of the events of a typical period, before smoothing.
  double half_width = 0;
  bool is_below_error = false;  // half_width exceeds that even share
};

// What bounding would do. Raw data: for the officer's eyes only.
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
  Domain regions;
  std::unique_ptr<const Oracle> oracle;  // none in the central model
  std::string method;                    // the oracle's name, or that of the noise
  std::optional<PeopleOutlook> people;   // where the configuration has persons
  Guarantee guarantee;
  std::vector<std::string> not_private_because;  // as the release's statement would say it; empty: the guarantee holds
  std::vector<PeriodOutlook> periods;            // in the order of the configuration
  double confidence = 0.95;

  // All of them, most frequent first. Raw data: for the officer's eyes only.
  std::vector<std::pair<std::string, std::uint64_t>> unknown_places;
  std::uint64_t unknown_rows = 0;  // of these, and of those too many or too long to be listed
  std::uint64_t unlisted_rows = 0;

  std::string ledger;
  LedgerTotal spent;  // before
  ExactEpsilon cost = {};
  ExactEpsilon after = {};
  std::optional<ExactEpsilon> budget;  // that holds for this release
  bool is_within_budget = true;
  std::string refusal;       // why not, in the ledger's words
  std::string refusal_hint;  // what is left, or what to do
  // What it counts for a limit of the budget, where that differs from the cost: "budget (total): epsilon 2.0 for …".
  std::vector<std::string> counts_as;
  std::optional<TotalAtDelta> total_before, total_cost, total_after;  // where a loss has no ε of its own

  bool counts_nothing = false;     // a central release that would be made and charged, and has no event to count
  std::vector<std::string> notes;  // what to look at although the release would be made: a sentence each
  // Why the release would be refused, but for the budget, or would count nothing: a sentence each.
  std::vector<std::string> problems;
};

// Throws Error where a release would for another reason than its rows or its budget: a configuration, a table or a
// column that is wrong, a source that cannot be read, what options.before_noise refuses.
ReleaseCheck check_release(const ReleaseConfig& config, const BuildOptions& options = {});

}  // namespace sourdine
