// Spending: the one call for everything that spends: releases, ranges, grids, streams, and private choices.
//
//   ask_for(spending)                 before anything is drawn: what would be refused is refused now
//   … draw …
//   reserve_for(spending) → reservation   on the disk: it counts
//   … write, with reservation.head() in the manifest …
//   reservation.commit()
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sourdine/base/stop.h"
#include "sourdine/ledger_store/open_ledger.h"
#include "sourdine/privacy/guarantee.h"

namespace sourdine {

struct Spending {
  std::string ledger;                 // its name (open_ledger.h)
  std::string budget_file = {};       // empty: the one beside the ledger, if there is one
  std::optional<double> budget = {};  // of all entries of the data set; the ledger remembers it
  std::string dataset;
  std::string purpose;    // what is published: the directory, or the file
  std::string mechanism;  // "oue", "tree", …
  Guarantee guarantee;
  bool is_seeded = false;  // it must not be published: recorded, at no cost
  bool is_private = true;  // false: a step of it has no guarantee
  std::optional<LedgerPeriod> period = {};
  std::optional<std::uint64_t> max_units = {};  // of one person
  std::string draw = {};                        // of randomness that is kept (LedgerEntry)
  std::string syntactic = {};                   // in place of differential privacy (LedgerEntry): recorded, at no cost
};

// The entry of a spending, at this moment.
LedgerEntry entry_of(const Spending& spending);

// Throws what reserve_for() would, spending nothing and making no file.
void ask_for(const Spending& spending, const StopToken& stop = {});
Reservation reserve_for(const Spending& spending, const StopToken& stop = {});

}  // namespace sourdine
