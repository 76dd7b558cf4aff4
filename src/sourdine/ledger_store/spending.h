// Spending: what something costs, and whose it is. A Payment (payment.h) pays it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

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

}  // namespace sourdine
