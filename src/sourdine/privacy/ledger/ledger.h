// Ledger: what was spent on data sets, remembered and enforced. Everything that spends goes through reserve().
//
// reserve() → publish → commit(). A reservation is on the disk, and counts, before anything is published; commit() says
// that it was, cancel() that nothing was and nothing will be. Who dies in between leaves a reservation that is open: it
// counts as spent and is shown as such, so that a crash neither spends silently nor forgets.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "sourdine/base/stop.h"
#include "sourdine/privacy/ledger/policy.h"
#include "sourdine/privacy/ledger/store.h"

namespace sourdine {

// What was reserved together: one entry or several. Going without commit() or cancel() leaves it open: it counts.
class Reservation {
 public:
  // The ledger's head after the reservation: for the manifest of what is published.
  const LedgerHead& head() const { return head_; }
  // In the ledger, from 1 on, of each entry.
  const std::vector<std::uint64_t>& lines() const { return lines_; }
  const std::vector<LedgerEntry>& entries() const { return entries_; }
  // Sums over the data set, the reservation included.
  const LedgerTotal& total() const { return total_; }

  // Returns when it is on the disk. Not stopped: what was published is to be known.
  void commit() { close(Closing::committed); }
  // Only when nothing was published, not even a part.
  void cancel() { close(Closing::cancelled); }

 private:
  friend class Ledger;
  Reservation(std::shared_ptr<LedgerStore> store, std::span<const LedgerEntry> entries)
      : store_(std::move(store)), entries_(entries.begin(), entries.end()) {}
  void close(Closing how);

  std::shared_ptr<LedgerStore> store_;
  std::vector<LedgerEntry> entries_;
  LedgerHead head_;
  std::vector<std::uint64_t> lines_;
  LedgerTotal total_;
};

class Ledger {
 public:
  explicit Ledger(std::shared_ptr<LedgerStore> store, std::vector<BudgetPolicy> policies = {})
      : store_(std::move(store)), policies_(std::move(policies)) {}

  const std::string& name() const { return store_->name(); }
  const std::vector<BudgetPolicy>& policies() const { return policies_; }

  // Everything, checked (chain.h). Empty when there is no ledger yet.
  LedgerContents read(const StopToken& stop = {}) const;
  // The same; throws Error(bad_input) when there is no ledger: for whoever looks at what was spent.
  LedgerContents read_existing(const StopToken& stop = {}) const;

  // What reserve() would throw, spending nothing and making no file: for whoever asks before there is anything to pay
  // for. Another process may spend meanwhile; reserve() has the last word.
  void ask(std::span<const LedgerEntry> entries, const StopToken& stop = {}) const;
  void ask(const LedgerEntry& entry, const StopToken& stop = {}) const { ask({&entry, 1}, stop); }

  // All of the entries, which are about one data set, or none. Throws Error(budget_refused), writing nothing and making
  // no file, when a limit does not allow them together; Error(bad_input) when the ledger is damaged or no theorem leads
  // to a limit's unit; io when it cannot be written. Who dies meanwhile may leave the first of them open.
  Reservation reserve(std::span<const LedgerEntry> entries, const StopToken& stop = {}) const;
  Reservation reserve(const LedgerEntry& entry, const StopToken& stop = {}) const { return reserve({&entry, 1}, stop); }

  // Remembers what was spent already, elsewhere: no limit refuses what has happened.
  Reservation record(std::span<const LedgerEntry> entries, const StopToken& stop = {}) const;

  // Makes a lost head again from the lines. `look` sees them before it is written, and throws to leave all as it is.
  // Throws Error(bad_input) when the lines do not chain, or when there is a head that does not fit them: lines were cut
  // off or changed, and the head is what shows it.
  LedgerHead restore_head(
      const std::function<void(const LedgerContents&)>& look = [](const LedgerContents&) {},
      const StopToken& stop = {}) const;

 private:
  enum class Asking { limits, nobody };
  Reservation append(std::span<const LedgerEntry> entries, Asking asking, const StopToken& stop) const;

  std::shared_ptr<LedgerStore> store_;
  std::vector<BudgetPolicy> policies_;
};

}  // namespace sourdine
