// What a page says of the ledger: what all publications about the data set come to, and what a budget leaves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/ledger_store/spending.h"

namespace sourdine {

// One publication of the ledger.
struct PageSpent {
  std::string date;       // "2026-11-16"
  std::string mechanism;  // "oue", "tree" …
  double epsilon = 0;     // what it costs by itself
  bool is_this = false;   // this publication
};

// What the ledger says of the data set, this publication included.
struct PageSpending {
  std::string unit;                   // the ledger's word: "event", "person" …
  std::optional<double> within = {};  // metres: of places, which are protected against others that near
  double epsilon = 0, delta = 0;
  std::string theorem;  // by which the publications come to that: "basic", "PLD" …
  std::optional<double> budget = {}, delta_budget = {};
  std::vector<PageSpent> publications;
  std::uint64_t unprotected = 0;  // of them, without a guarantee: then nothing is promised for all together
};

// For a spending that was reserved, now or earlier, by these lines of the ledger. The unit is that of the budget file's
// total, or a person where it limits only that, or else the publication's own; a budget that is a number is shown where
// the sum that it bounds is the total. Nothing when no theorem leads from the entries to one total.
std::optional<PageSpending> page_spending(const Spending& spending, const std::vector<std::uint64_t>& lines,
                                          const StopToken& stop = {});

}  // namespace sourdine
