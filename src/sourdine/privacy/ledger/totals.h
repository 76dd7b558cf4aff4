// What the entries of a ledger come to together, for a unit and against a change.
//
// An entry counts for a unit when a theorem of claim.h leads there: from a report to its event, from add/remove to
// replace (a group of two), from an event to a person with at most so many of them, and from a person to any one event.
// What no theorem reaches is refused, never left out.
//
// Entries on disjoint periods compose in parallel where that is claimed and holds: for units that lie in one period,
// and stay there whatever they are replaced by (LedgerPeriod::is_fixed). A person may be in every period.
//
// Entries of one draw (LedgerEntry::draw) that claim the same count once: who has the outcome of the first can compute
// the others.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/privacy/accountants.h"
#include "sourdine/privacy/ledger/chain.h"

namespace sourdine {

// Whom a total is about.
struct LedgerTarget {
  Unit unit = Unit::event;
  Neighbours neighbours = Neighbours::replace;
  std::optional<std::uint64_t> max_units = {};  // of one person, where an entry does not say
  std::optional<double> within = {};            // metres between places, under 'nearby'
  friend bool operator==(const LedgerTarget&, const LedgerTarget&) = default;
};

// "one event under 'replace'", "one place under 'nearby' within 200 m".
std::string target_text(const LedgerTarget& target);

// The entry's loss for the target. Throws Error(bad_input), one sentence, where no theorem leads there.
LedgerLoss loss_for(const LedgerEntry& entry, const LedgerTarget& target);

// Whether only units of the entry's period count it, so that entries about other days do not add to it.
bool is_of_one_period(const LedgerEntry& entry, const LedgerTarget& target);

struct Spent {
  ExactEpsilon epsilon = {};
  ExactDecimal delta = {};                    // that goes with ε
  Accountant accountant = Accountant::basic;  // whose theorem it is
  std::optional<double> lower = {};           // of PLD
  bool is_exact_sum = false;                  // ε and δ as they are written, added up
};

// The entries that a total counts: those of the data set that were not cancelled.
std::vector<const LedgerEntry*> counted_entries(const LedgerContents& contents, const std::string& dataset);

// Of each draw the first entry, where others claim the same: those that add up. What is below sees to it.
std::vector<const LedgerEntry*> distinct_draws(std::span<const LedgerEntry* const> entries);

// By basic composition, exactly: sums of ε and of δ, the worst over time where periods are disjoint. Nothing when an
// entry has no ε of its own (zCDP, RDP, PLD). Throws where loss_for() does.
std::optional<Spent> spent_exactly(std::span<const LedgerEntry* const> entries, const LedgerTarget& target);

// The least ε at 0 ≤ δ < 1 of all accountants, the exact sums included; nothing when δ does not suffice.
std::optional<Spent> spent_at(std::span<const LedgerEntry* const> entries, const LedgerTarget& target,
                              ExactDecimal delta);

// Under 'nearby', whatever the distance: ε per metre and offsets, added up as they are written.
struct SpentPerMetre {
  ExactDecimal per_metre = {};
  ExactDecimal offset = {};
};
// Throws Error(bad_input), one sentence, when an entry is about something else than where one unit is.
SpentPerMetre spent_per_metre(std::span<const LedgerEntry* const> entries, Unit unit);

// "basic composition (Dwork, McSherry, Nissim, Smith 2006)", …
std::string_view theorem_of(Accountant accountant);

// A total where losses have no ε of their own: at a δ, by the theorem that gives the least.
struct TotalAtDelta {
  LedgerTarget target;  // whom it is about
  ExactDecimal delta;   // at which it was asked for
  Spent spent;
};

// Sums over a data set as they are written, whatever they are about: for the line after a release.
struct LedgerTotal {
  std::uint64_t entries = 0;
  ExactEpsilon epsilon = {};
  ExactDecimal delta = {};
  std::uint64_t not_private = 0;    // entries without a guarantee
  std::uint64_t repeated = 0;       // entries of a draw that counts already
  std::uint64_t other_losses = 0;   // entries whose loss has no ε of its own: not in the sums
  std::uint64_t metric_losses = 0;  // of these, those per metre: in the sum below
  SpentPerMetre per_metre = {};
  std::set<std::string> units = {};  // what they protect, in words
  std::optional<ExactEpsilon> budget = {};
  std::optional<TotalAtDelta> at_delta = {};  // all of them; where there are other losses (stated_total.h)
};
// Without at_delta, which takes longer. `asked`: entries about the data set that are not there yet.
LedgerTotal total_of(const LedgerContents& contents, const std::string& dataset,
                     std::span<const LedgerEntry> asked = {});

// The data sets of a ledger.
std::set<std::string> datasets_of(const LedgerContents& contents);

}  // namespace sourdine
