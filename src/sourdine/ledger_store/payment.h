// Payment: what something costs, paid whole or not at all. Whoever publishes pays through it (publish/publish.h), and
// whoever pays without publishing: a new collection, a new stream, a blur in memory.
//
//   payment.ask()       before anything is drawn: what would be refused is refused now, and nothing is spent
//   payment.reserve()   on the disk: it counts
//   … publish, with payment.head() in what is published …
//   payment.commit()
//
// Going without commit() or cancel() leaves what was reserved open: it counts. What was paid elsewhere is recorded.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/ledger_store/spending.h"

namespace sourdine {

class Payment {
 public:
  // Of nothing: no ledger is asked.
  Payment() = default;
  // All of one ledger, budget and data set.
  explicit Payment(std::vector<Spending> spendings);
  // Of an entry as it is.
  Payment(const Ledger& ledger, const LedgerEntry& entry) : ledger_(ledger), entry_(entry) {}

  bool is_free() const { return spendings_.empty() && !entry_; }
  const std::vector<Spending>& spendings() const { return spendings_; }

  // Throws what reserve() would, spending nothing and making no file.
  void ask(const StopToken& stop = {}) const;
  // Throws Error(budget_refused), writing nothing, when a limit does not allow all of them together.
  void reserve(const StopToken& stop = {});
  // In place of reserve(): no limit refuses what has happened.
  void record(const StopToken& stop = {});
  // Returns when it is on the disk.
  void commit();
  // Only when nothing was published, not even a part.
  void cancel();

  // What was reserved or recorded; nothing where it is free, or before that.
  const std::optional<Reservation>& receipt() const { return receipt_; }
  // "epsilon 0.5 is charged to 'doubs.ledger.jsonl'": for whoever paid and got nothing.
  std::string charge_text() const;

 private:
  Ledger ledger() const;
  std::vector<LedgerEntry> entries() const;

  std::vector<Spending> spendings_;
  std::optional<Ledger> ledger_;  // of an entry as it is
  std::optional<LedgerEntry> entry_;
  std::optional<Reservation> receipt_;
};

}  // namespace sourdine
