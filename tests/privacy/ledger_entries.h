// Entries and ledgers for tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sourdine/privacy/ledger/file_store.h"
#include "sourdine/privacy/ledger/ledger.h"

namespace sourdine::testing {

inline LedgerEntry entry_of_loss(const PrivacyLoss& loss, const std::string& purpose = "release") {
  return {.time = "2026-11-15T08:30:00Z",
          .dataset = "doubs",
          .purpose = purpose,
          .mechanism = "oue",
          .version = "0.1.0",
          .unit_text = "the region of one event",
          .unit = Unit::event,
          .neighbours = Neighbours::replace,
          .model = PrivacyModel::local,
          .loss = LedgerLoss::of(loss)};
}

inline LedgerEntry pure_entry(double epsilon, const std::string& dataset = "doubs") {
  LedgerEntry entry = entry_of_loss(PureEpsilon{epsilon});
  entry.dataset = dataset;
  return entry;
}

inline LedgerEntry pure_entry_within(double epsilon, double budget) {
  LedgerEntry entry = pure_entry(epsilon);
  entry.budget = ExactEpsilon::charged(budget);
  return entry;
}

inline Ledger file_ledger(const std::string& path, std::vector<BudgetPolicy> policies = {}) {
  return Ledger(file_ledger_store(path), std::move(policies));
}

// Reserved and committed at once; the data set's sums.
inline LedgerTotal spend(const Ledger& ledger, const LedgerEntry& entry) {
  Reservation reservation = ledger.reserve(entry);
  reservation.commit();
  return reservation.total();
}

inline BudgetPolicy event_policy(double epsilon, double delta = 0) {
  BudgetPolicy policy{.source = "budget.toml", .dataset = {}};
  policy.total = BudgetLimit{.epsilon = ExactEpsilon::spendable(epsilon), .delta = ExactDecimal::spendable(delta)};
  return policy;
}

}  // namespace sourdine::testing
