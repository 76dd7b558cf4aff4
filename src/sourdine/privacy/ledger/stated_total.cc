#include "sourdine/privacy/ledger/stated_total.h"

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

constexpr std::string_view delta_without_budget = "1e-6";

// The first δ that a budget of the data set has.
ExactDecimal stated_delta(const std::string& dataset, std::span<const BudgetPolicy> policies) {
  for (const BudgetPolicy& policy : policies) {
    if (!policy.is_for(dataset)) continue;
    for (const auto& limit : {policy.total, policy.month, policy.person}) {
      if (limit && limit->delta.units != 0) return limit->delta;
    }
  }
  return ExactDecimal::parse(delta_without_budget);
}

}  // namespace

std::optional<TotalAtDelta> total_at_delta(std::span<const LedgerEntry* const> entries, const LedgerEntry& newest,
                                           std::span<const BudgetPolicy> policies) {
  if (!newest.unit) return std::nullopt;
  const bool is_local_report = newest.unit == Unit::report_value && newest.model == PrivacyModel::local;
  TotalAtDelta total{.target = {.unit = is_local_report ? Unit::event : *newest.unit, .neighbours = newest.neighbours},
                     .delta = stated_delta(newest.dataset, policies),
                     .spent = {}};
  for (const BudgetPolicy& policy : policies) {
    if (policy.is_for(newest.dataset) && !total.target.max_units) total.target.max_units = policy.max_units;
  }
  for (const Neighbours neighbours : {newest.neighbours, Neighbours::replace}) {
    total.target.neighbours = neighbours;
    try {
      const std::optional<Spent> spent = spent_at(entries, total.target, total.delta);
      if (!spent) return std::nullopt;
      total.spent = *spent;
      return total;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::bad_input) throw;  // else no theorem leads to this target
    }
  }
  return std::nullopt;
}

}  // namespace sourdine
