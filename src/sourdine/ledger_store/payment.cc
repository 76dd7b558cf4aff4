#include "sourdine/ledger_store/payment.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"

namespace sourdine {

Payment::Payment(std::vector<Spending> spendings) : spendings_(std::move(spendings)) {
  for (const Spending& spending : spendings_) {
    const Spending& first = spendings_.front();
    if (spending.ledger != first.ledger || spending.budget_file != first.budget_file ||
        spending.dataset != first.dataset) {
      fail_internal("a payment to several ledgers");
    }
  }
}

Ledger Payment::ledger() const {
  return ledger_ ? *ledger_ : open_ledger(spendings_.front().ledger, spendings_.front().budget_file);
}

std::vector<LedgerEntry> Payment::entries() const {
  if (entry_) return {*entry_};
  std::vector<LedgerEntry> entries;
  for (const Spending& spending : spendings_) entries.push_back(entry_of(spending));
  return entries;
}

void Payment::ask(const StopToken& stop) const {
  if (is_free()) return;
  ledger().ask(entries(), stop);
}

void Payment::reserve(const StopToken& stop) {
  if (is_free()) return;
  receipt_ = ledger().reserve(entries(), stop);
}

void Payment::record(const StopToken& stop) {
  if (!is_free()) receipt_ = ledger().record(entries(), stop);
}

void Payment::commit() {
  if (receipt_) receipt_->commit();
}

void Payment::cancel() {
  if (receipt_) receipt_->cancel();
  receipt_.reset();
}

std::string Payment::charge_text() const {
  if (!receipt_) return "nothing is charged";
  const std::vector<LedgerEntry>& entries = receipt_->entries();
  const std::string loss = loss_text(entries.front().loss);
  return fmt::format("{} is charged to '{}'",
                     entries.size() == 1 ? loss : fmt::format("what {} collections cost", entries.size()),
                     ledger_ ? ledger_->name() : shown_ledger(spendings_.front().ledger));
}

}  // namespace sourdine
