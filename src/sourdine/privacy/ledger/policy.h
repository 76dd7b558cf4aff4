// BudgetPolicy: how much may be spent on a data set, in all and in a month, about one unit and about one person.
//
// What is compared is the smaller of two valid bounds: the exact sums of basic composition, and, where the policy has a
// δ, the least ε at that δ of all accountants (totals.h). A spending that fits by either is allowed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/privacy/ledger/totals.h"

namespace sourdine {

struct BudgetLimit {
  ExactEpsilon epsilon = {};
  ExactDecimal delta = {};
};

struct BudgetPolicy {
  std::string source;     // for messages: the file's name
  bool is_named = false;  // somebody named the file: then it must be about the data set
  std::string dataset;    // empty: every data set of the ledger
  Unit unit = Unit::event;
  Neighbours neighbours = Neighbours::replace;
  std::optional<BudgetLimit> total = {};
  std::optional<BudgetLimit> month = {};        // of a calendar month in UTC, by the time of the spending
  std::optional<BudgetLimit> person = {};       // in all, about one person
  std::optional<std::uint64_t> max_units = {};  // of a person, where an entry does not say
  std::optional<double> within = {};            // metres: how near places are, under 'nearby'

  bool is_for(const std::string& name) const { return dataset.empty() || dataset == name; }
  // Whom its limits are about: the unit, a person.
  std::vector<LedgerTarget> targets() const;
};

// One limit of a policy and how it stands.
struct BudgetStand {
  std::string name;  // "total", "month 2026-11", "person"
  LedgerTarget target;
  BudgetLimit limit;
  std::optional<Spent> spent = {};  // before; nothing: what was spent has no bound at the limit's δ
  std::optional<Spent> after = {};  // with what is asked
  bool fits = true;
  std::string renews = {};  // the day it is whole again, "2026-12-01"; empty: never
};

// How every limit of the policy stands for the data set, at a time in UTC, before and after the entries that are asked
// for. Throws Error(bad_input), one sentence, when no theorem leads from an entry to the policy's unit.
std::vector<BudgetStand> budget_stands(const BudgetPolicy& policy, const LedgerContents& contents,
                                       const std::string& dataset, const std::string& time,
                                       std::span<const LedgerEntry> asked = {});

// What is spent of a limit: the exact sums where they fit, which is soon known; else the least of all accountants.
std::optional<Spent> spent_within(std::span<const LedgerEntry* const> entries, const LedgerTarget& target,
                                  const BudgetLimit& limit);

// What is left of a limit: of the sums, or of ε at the limit's δ by another theorem.
BudgetLimit left_of(const BudgetStand& stand);

// Throws Error(budget_refused), with what is spent, asked, left and when it renews, when a limit of one of the
// policies, or the number that the ledger remembers as the data set's budget, does not allow the entries together. They
// are about one data set.
void require_within(std::span<const BudgetPolicy> policies, const LedgerContents& contents,
                    std::span<const LedgerEntry> entries, const std::string& ledger);

// What the entry alone counts for a limit, in the limit's unit: "epsilon 2.000000000 for one event under 'replace'",
// and at the limit's δ where the loss has no ε of its own. Empty where that is what loss_text() says, or has no bound
// there.
std::string counted_text(const LedgerEntry& entry, const BudgetStand& stand);

// "epsilon 0.500000000", "epsilon 0.500000000 at delta 1e-6", "rho 0.05", "an RDP curve", "epsilon 0.00687 per metre
// and 0.00972", "the law of Gaussian (rho 0.05)".
std::string loss_text(const LedgerLoss& loss);

}  // namespace sourdine
