#include "sourdine/privacy/ledger/ledger.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sourdine/base/error.h"
#include "sourdine/privacy/ledger/stated_total.h"

namespace sourdine {
namespace {

// `text_after(i, hash)`: the i-th line, after one of that hash.
template <class TextAfter>
NewLines lines_after(const LedgerHead& head, std::size_t count, const TextAfter& text_after) {
  NewLines lines{.texts = {}, .before = head, .after = head};
  for (std::size_t i = 0; i < count; ++i) {
    lines.texts.push_back(text_after(i, lines.after.hash));
    lines.after = {.count = lines.after.count + 1,
                   .hash = hash_after(lines.after.hash, lines.texts.back(), /*is_old=*/false)};
  }
  return lines;
}

}  // namespace

void Reservation::close(Closing how) {
  if (!store_) fail_internal("a reservation is closed twice");
  const auto next = [&](const StoredLines& stored) {
    return lines_after(read_chain(stored, store_->name()).head, lines_.size(), [&](std::size_t i, const auto& before) {
      return line_text(ClosingLine{.of = lines_[i], .how = how, .time = utc_now()}, before);
    });
  };
  try {
    store_->append(next, StopToken::never());
  } catch (const Error& error) {
    throw Error(error.code(), error.what(),
                fmt::format("What line {} of the ledger {} reserved counts all the same: it stays open.",
                            fmt::join(lines_, ", "), store_->name()));
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

void Ledger::ask(std::span<const LedgerEntry> entries, const StopToken& stop) const {
  require_within(policies_, read(stop), entries, store_->name());
}

Reservation Ledger::reserve(std::span<const LedgerEntry> entries, const StopToken& stop) const {
  return append(entries, Asking::limits, stop);
}

Reservation Ledger::record(std::span<const LedgerEntry> entries, const StopToken& stop) const {
  Reservation recorded = append(entries, Asking::nobody, stop);
  recorded.commit();
  return recorded;
}

Reservation Ledger::append(std::span<const LedgerEntry> entries, Asking asking, const StopToken& stop) const {
  Reservation reservation(store_, entries);
  LedgerContents after;
  const auto next = [&](const StoredLines& stored) {
    LedgerContents contents = read_chain(stored, store_->name());
    if (asking == Asking::limits) require_within(policies_, contents, entries, store_->name());
    NewLines lines = lines_after(contents.head, entries.size(), [&](std::size_t i, const std::string& before) {
      return line_text(entries[i], before);
    });
    reservation.head_ = lines.after;
    reservation.lines_.clear();
    for (const LedgerEntry& entry : entries) {
      reservation.lines_.push_back(lines.before.count + reservation.lines_.size() + 1);
      contents.records.push_back({.entry = entry, .line = reservation.lines_.back(), .state = RecordState::open});
    }
    after = std::move(contents);
    return lines;
  };
  store_->append(next, stop);
  const LedgerEntry& last = entries.back();
  reservation.total_ = total_of(after, last.dataset);
  if (reservation.total_.other_losses != 0) {  // takes a while: not while others wait for the store
    reservation.total_.at_delta = total_at_delta(counted_entries(after, last.dataset), last, policies_);
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
