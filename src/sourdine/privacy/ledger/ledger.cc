#include "sourdine/privacy/ledger/ledger.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"
#include "sourdine/privacy/ledger/stated_total.h"

namespace sourdine {
namespace {

NewLine line_after(const LedgerContents& contents, std::string text) {
  NewLine line{.text = std::move(text), .before = contents.head, .after = {}};
  line.after = {.count = contents.head.count + 1, .hash = hash_after(contents.head.hash, line.text, false)};
  return line;
}

}  // namespace

void Reservation::close(Closing how) {
  if (!store_) fail_internal("a reservation is closed twice");
  const auto next = [&](const StoredLines& stored) {
    const LedgerContents contents = read_chain(stored, store_->name());
    return line_after(contents, line_text(ClosingLine{.of = line_, .how = how, .time = utc_now()}, contents.head.hash));
  };
  try {
    store_->append(next, StopToken::never());
  } catch (const Error& error) {
    throw Error(error.code(), error.what(),
                fmt::format("What line {} of the ledger {} reserved counts all the same: it stays open.", line_,
                            store_->name()));
  }
  store_.reset();
}

LedgerContents Ledger::read(const StopToken& stop) const { return read_chain(store_->read(stop), store_->name()); }

LedgerContents Ledger::read_existing(const StopToken& stop) const {
  LedgerContents contents = read(stop);
  if (!contents.is_there) {
    fail_input(fmt::format("there is no ledger {}", store_->name()),
               "Is the name right? The first spending makes a ledger.");
  }
  return contents;
}

void Ledger::ask(const LedgerEntry& entry, const StopToken& stop) const {
  require_within(policies_, read(stop), entry, store_->name());
}

Reservation Ledger::reserve(const LedgerEntry& entry, const StopToken& stop) const {
  return append(entry, Asking::limits, stop);
}

LedgerTotal Ledger::record(const LedgerEntry& entry, const StopToken& stop) const {
  Reservation recorded = append(entry, Asking::nobody, stop);
  recorded.commit();
  return recorded.total();
}

Reservation Ledger::append(const LedgerEntry& entry, Asking asking, const StopToken& stop) const {
  Reservation reservation(store_, entry);
  LedgerContents after;
  const auto next = [&](const StoredLines& stored) {
    LedgerContents contents = read_chain(stored, store_->name());
    if (asking == Asking::limits) require_within(policies_, contents, entry, store_->name());
    NewLine line = line_after(contents, line_text(entry, contents.head.hash));
    reservation.head_ = line.after;
    reservation.line_ = line.after.count;
    contents.records.push_back({.entry = entry, .line = line.after.count, .state = RecordState::open});
    after = std::move(contents);
    return line;
  };
  store_->append(next, stop);
  reservation.total_ = total_of(after, entry.dataset);
  if (reservation.total_.other_losses != 0) {  // takes a while: not while others wait for the store
    reservation.total_.at_delta = total_at_delta(counted_entries(after, entry.dataset), entry, policies_);
  }
  return reservation;
}

LedgerHead Ledger::restore_head(const std::function<void(const LedgerContents&)>& look, const StopToken& stop) const {
  LedgerHead head;
  const auto next = [&](StoredLines stored) {
    if (!stored.head) stored.head = LedgerHead();  // counts nothing: the lines are checked alone
    const LedgerContents contents = read_chain(stored, store_->name());
    look(contents);
    head = contents.head;
    return head;
  };
  store_->restore_head(next, stop);
  return head;
}

}  // namespace sourdine
