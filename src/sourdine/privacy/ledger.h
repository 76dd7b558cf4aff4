// Ledger: an append-only file that remembers what was spent on a data set, and refuses overspending.
//
// One JSON object per line: date, dataset, purpose, epsilon (as the exact decimal that is added up), unit, private, and
// budget when there was one. A data set keeps its last budget until another is given.
// Budgets are whole billionths of ε, so that ten times 0.1 is 1; what is charged is rounded up to the next billionth.
// Charges for one data set add up (sequential composition): the sum bounds what all its releases together tell about
// one unit, if they protect the same unit against the same change. Where units differ, LedgerTotal says which there
// are: an ε for adding or removing a record, for one, counts twice for replacing it. A charge is on the disk before
// charge() returns; who publishes afterwards and crashes in between has paid for nothing, never published for free: the
// sum is never less than what was published. A sum that does not fit 64 bits stays at the largest number there is,
// which no budget allows. Two processes that charge at once wait for each other, until stop is asked.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/privacy/exact_epsilon.h"

namespace sourdine {

struct LedgerEntry {
  std::string date;     // "2026-11-15"
  std::string dataset;  // what the spending is about
  std::string purpose;  // e.g. the release directory
  ExactEpsilon epsilon = {};
  std::string unit;        // what one guarantee protects
  bool is_private = true;  // false: a step of it has no guarantee; what its other steps cost counts all the same
  std::optional<ExactEpsilon> budget = {};  // of all entries of the data set together
};

struct LedgerTotal {
  std::uint64_t entries = 0;
  ExactEpsilon epsilon = {};
  std::uint64_t not_private = 0;     // entries without a guarantee
  std::set<std::string> units = {};  // of its entries
  std::optional<ExactEpsilon> budget = {};
};

// A ledger is named after its data set: "doubs" of "data/doubs.ledger.jsonl" and of "doubs.jsonl".
inline constexpr std::string_view ledger_ending = ".ledger.jsonl";
std::string dataset_of_ledger(const std::string& path);

LedgerTotal total_of(const std::vector<LedgerEntry>& entries, const std::string& dataset);

// All entries; none when there is no file. The file may be read-only. Throws Error(bad_input) naming the line that is
// damaged: cut short, longer than 64 KiB, or not what charge() writes.
std::vector<LedgerEntry> read_ledger(const std::string& path, const StopToken& stop = {});

// What charge() would throw, spending nothing and making no file: for whoever asks before there is anything to pay for.
// Another process may spend meanwhile; charge() has the last word.
void require_budget(const std::string& path, const LedgerEntry& entry, const StopToken& stop = {});

// Appends the entry and returns the data set's new total. Throws Error(budget_refused), writing nothing and making no
// file, when it would bring the total above the budget, the entry's or the one before; Error (bad_input or io, see
// base/system_failure.h) when the file cannot be read or written.
LedgerTotal charge(const std::string& path, const LedgerEntry& entry, const StopToken& stop = {});

}  // namespace sourdine
