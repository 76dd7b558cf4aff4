#include "sourdine/privacy/ledger/policy.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

// The first day of the month after that of a time.
std::string next_month(const std::string& time) {
  int year = std::stoi(time.substr(0, 4));
  int month = std::stoi(time.substr(5, 2)) + 1;
  if (month > 12) {
    month = 1;
    ++year;
  }
  return fmt::format("{:04}-{:02}-01", year, month);
}

std::string month_of(const std::string& time) { return time.substr(0, 7); }

std::string limit_text(const BudgetLimit& limit) {
  return limit.delta.units == 0 ? "epsilon " + limit.epsilon.text()
                                : fmt::format("epsilon {} at delta {}", limit.epsilon.text(), limit.delta.text());
}

std::string spent_text(const std::optional<Spent>& spent) {
  if (!spent) return "what is spent has no bound at that delta";
  if (spent->epsilon.nano == 0 && spent->delta.units == 0) return "nothing is spent";
  return fmt::format("{}{} is spent", limit_text({.epsilon = spent->epsilon, .delta = spent->delta}),
                     spent->accountant == Accountant::basic ? "" : fmt::format(" (by {})", word_of(spent->accountant)));
}

bool is_within_limit(const std::optional<Spent>& spent, const BudgetLimit& limit) {
  return spent && spent->epsilon <= limit.epsilon && spent->delta <= limit.delta;
}

BudgetStand stand_of(std::string name, const LedgerTarget& target, const BudgetLimit& limit,
                     std::vector<const LedgerEntry*> entries, std::span<const LedgerEntry> asked) {
  BudgetStand stand{.name = std::move(name), .target = target, .limit = limit};
  stand.spent = spent_within(entries, target, limit);
  for (const LedgerEntry& entry : asked) entries.push_back(&entry);
  stand.after = asked.empty() ? stand.spent : spent_within(entries, target, limit);
  stand.fits = is_within_limit(stand.after, limit);
  return stand;
}

// "At most epsilon 0.1", "Nothing".
std::string left_text(const BudgetStand& stand) {
  const BudgetLimit left = left_of(stand);
  const bool is_delta_left = stand.limit.delta.units == 0 || left.delta.units != 0;
  if (left.epsilon.nano == 0 || !is_delta_left) return "Nothing";
  return "At most " + limit_text(left);
}

// Whether the limit has no δ and the losses need one: no ε would do. The loss that needs it, in words; else empty.
std::string loss_that_needs_delta(const BudgetStand& stand, const LedgerEntry& entry) {
  if (stand.limit.delta.units != 0) return "";
  if (entry.loss.kind != LossKind::pure && entry.loss.kind != LossKind::metric)
    return fmt::format("this loss ({}) needs one", loss_text(entry.loss));
  if (!stand.spent || stand.spent->delta.units != 0) return "what is spent already needs one";
  return "";
}

// "epsilon 2", "3 times epsilon 2", "epsilon 6 in 3 entries".
std::string cost_text(std::span<const LedgerEntry> entries) {
  const LedgerEntry& first = entries.front();
  if (entries.size() == 1) return loss_text(first.loss);
  const auto is_equal = [&](const LedgerEntry& entry) { return loss_text(entry.loss) == loss_text(first.loss); };
  if (std::all_of(entries.begin(), entries.end(), is_equal)) {
    return fmt::format("{} times {}", entries.size(), loss_text(first.loss));
  }
  return fmt::format("{} to {} in {} entries", loss_text(first.loss), loss_text(entries.back().loss), entries.size());
}

[[noreturn]] void refuse(const BudgetPolicy& policy, const BudgetStand& stand, std::span<const LedgerEntry> entries,
                         const std::string& ledger) {
  const LedgerEntry& entry = entries.front();
  const std::string budget = fmt::format("the budget ({}) of data set '{}' is {} for {}", stand.name,
                                         shown(entry.dataset), limit_text(stand.limit), target_text(stand.target));
  if (const std::string needs = loss_that_needs_delta(stand, entry); !needs.empty()) {
    throw Error(
        ErrorCode::budget_refused, fmt::format("{}; it has no delta, and {}", budget, needs),
        fmt::format("Give the limit a delta in '{}', like delta = 1e-6, or spend pure epsilon, as Laplace noise "
                    "does. The ledger is {}.",
                    policy.source, ledger));
  }
  const std::string counted = entries.size() == 1 ? counted_text(entry, stand) : "";
  throw Error(
      ErrorCode::budget_refused,
      fmt::format("{}; {} and this would cost {}{}", budget, spent_text(stand.spent), cost_text(entries),
                  counted.empty() ? "" : ", which counts as " + counted),
      fmt::format("{} is left; {}. The budget is in '{}', the ledger is {}.", left_text(stand),
                  stand.renews.empty() ? "it does not renew" : fmt::format("it renews on {} (UTC)", stand.renews),
                  policy.source, ledger));
}

// " (rho 0.05)": as far as it is good to read; the ledger has all digits.
struct PairParameters {
  std::string operator()(const ResponsePair& pair) const {
    return pair.delta == 0 ? fmt::format(" (epsilon {:.6g})", pair.epsilon)
                           : fmt::format(" (epsilon {:.6g} at delta {:.6g})", pair.epsilon, pair.delta);
  }
  std::string operator()(const LaplacePair& pair) const { return fmt::format(" (epsilon {:.6g})", pair.epsilon); }
  std::string operator()(const GaussianPair& pair) const {
    return fmt::format(" (rho {:.6g})", pair.shift * pair.shift / 2);
  }
  std::string operator()(const SampledGaussianPair& pair) const {
    return fmt::format(" (rate {:.6g}, sigma {:.6g})", pair.rate, pair.noise);
  }
  std::string operator()(const FinitePair& pair) const { return fmt::format(" ({} outcomes)", pair.p.size()); }
};

// "the law of Gaussian (rho 0.05)", "the law of Laplace (epsilon 1), 62 times Gaussian (rho 0.05)".
std::string law_text(const PrivacyLossDistribution& law) {
  if (law.alternatives().size() != 1) return "the worst of several laws";
  std::string names;
  for (const PairTimes& each : law.alternatives().front()) {
    names +=
        fmt::format("{}{}{}{}", names.empty() ? "" : ", ", each.times == 1 ? "" : fmt::format("{} times ", each.times),
                    name_of(each.pair), std::visit(PairParameters{}, each.pair));
  }
  return "the law of " + (names.empty() ? "nothing" : names);
}

// [privacy] budget = NUMBER, remembered by the ledger: sums as they are written, whatever they are about.
void require_number(const LedgerContents& contents, std::span<const LedgerEntry> entries, const std::string& ledger) {
  const std::string& dataset = entries.front().dataset;
  const LedgerTotal spent = total_of(contents, dataset), after = total_of(contents, dataset, entries);
  const auto budget = after.budget;
  if (!budget) return;
  if (after.other_losses != 0) {
    const auto other = std::find_if(entries.begin(), entries.end(),
                                    [](const LedgerEntry& entry) { return !entry.loss.has_epsilon(); });
    const bool is_asked = other != entries.end();
    fail_input(fmt::format("the budget of data set '{}' is a number, epsilon {}, and a loss of it is stated as {}",
                           shown(dataset), budget->text(), is_asked ? loss_text(other->loss) : "another one"),
               is_asked && other->loss.kind == LossKind::metric
                   ? "Give a budget.toml with neighbours = \"nearby\" and within = METRES, in place of the number."
                   : "Such losses have an epsilon at a delta only: give a budget.toml with both.");
  }
  if (after.epsilon <= *budget) return;
  const ExactEpsilon left{budget->nano - std::min(*budget, spent.epsilon).nano};
  const ExactEpsilon cost{after.epsilon.nano - spent.epsilon.nano};
  throw Error(ErrorCode::budget_refused,
              fmt::format("the budget of data set '{}' is epsilon {}; {} is spent and this would cost {}",
                          shown(dataset), budget->text(), spent.epsilon.text(), cost.text()),
              fmt::format("{} is left; the ledger is {}, and who may raise the budget gives a new one.",
                          left.nano == 0 ? "Nothing" : "At most " + left.text(), ledger));
}

}  // namespace

std::vector<LedgerTarget> BudgetPolicy::targets() const {
  std::vector<LedgerTarget> targets;
  if (total || month) {
    targets.push_back({.unit = unit, .neighbours = neighbours, .max_units = max_units, .within = within});
  }
  if (person) targets.push_back({.unit = Unit::person, .neighbours = neighbours, .max_units = max_units});
  return targets;
}

std::optional<Spent> spent_within(std::span<const LedgerEntry* const> entries, const LedgerTarget& target,
                                  const BudgetLimit& limit) {
  const auto exact = spent_exactly(entries, target);
  if (is_within_limit(exact, limit)) return exact;
  const auto least = spent_at(entries, target, limit.delta);
  return least || !exact ? least : exact;
}

std::string counted_text(const LedgerEntry& entry, const BudgetStand& stand) {
  const LedgerLoss counted = loss_for(entry, stand.target);
  std::string amount;
  if (counted.has_epsilon()) {
    amount = loss_text(counted);
  } else {
    const LedgerEntry* const alone[] = {&entry};
    const auto spent = spent_at(alone, stand.target, stand.limit.delta);
    if (spent) amount = limit_text({.epsilon = spent->epsilon, .delta = spent->delta});
  }
  if (amount.empty() || amount == loss_text(entry.loss)) return "";
  return fmt::format("{} for {}", amount, target_text(stand.target));
}

std::vector<BudgetStand> budget_stands(const BudgetPolicy& policy, const LedgerContents& contents,
                                       const std::string& dataset, const std::string& time,
                                       std::span<const LedgerEntry> asked) {
  std::vector<BudgetStand> stands;
  if (!policy.is_for(dataset)) return stands;
  const std::vector<const LedgerEntry*> all = counted_entries(contents, dataset);
  const LedgerTarget unit{
      .unit = policy.unit, .neighbours = policy.neighbours, .max_units = policy.max_units, .within = policy.within};
  if (policy.total) stands.push_back(stand_of("total", unit, *policy.total, all, asked));
  if (policy.month) {
    std::vector<const LedgerEntry*> recent;
    std::copy_if(all.begin(), all.end(), std::back_inserter(recent),
                 [&](const LedgerEntry* entry) { return month_of(entry->time) == month_of(time); });
    stands.push_back(stand_of("month " + month_of(time), unit, *policy.month, std::move(recent), asked));
    stands.back().renews = next_month(time);
  }
  if (policy.person) {
    const LedgerTarget person{.unit = Unit::person, .neighbours = policy.neighbours, .max_units = policy.max_units};
    stands.push_back(stand_of("person", person, *policy.person, all, asked));
  }
  return stands;
}

BudgetLimit left_of(const BudgetStand& stand) {
  if (!stand.spent) return {};
  return {.epsilon = {stand.limit.epsilon.nano - std::min(stand.limit.epsilon, stand.spent->epsilon).nano},
          .delta = stand.spent->is_exact_sum ? left_of(stand.limit.delta, stand.spent->delta) : stand.limit.delta};
}

void require_within(std::span<const BudgetPolicy> policies, const LedgerContents& contents,
                    std::span<const LedgerEntry> entries, const std::string& ledger) {
  if (entries.empty()) return;
  require_number(contents, entries, ledger);
  const LedgerEntry& entry = entries.front();
  const auto costs_without_guarantee = [](const LedgerEntry& asked) {
    return !asked.is_private && !(asked.loss.kind == LossKind::pure && asked.loss.epsilon.nano == 0);
  };
  const bool has_no_guarantee = std::any_of(entries.begin(), entries.end(), costs_without_guarantee);
  for (const BudgetPolicy& policy : policies) {
    const bool is_other = !policy.dataset.empty() && policy.dataset != entry.dataset;
    if (is_other && policy.is_named) {
      fail_input(fmt::format("the budget '{}' is for data set '{}', and this is about '{}'", policy.source,
                             shown(policy.dataset), shown(entry.dataset)),
                 "Name the budget of this data set, or correct 'dataset' in one of the two.");
    }
    if (!is_other && has_no_guarantee) {
      throw Error(
          ErrorCode::budget_refused,
          fmt::format("a step of this has no guarantee, which no budget of data set '{}' can hold",
                      shown(entry.dataset)),
          fmt::format("Make it private, or do without the budget in '{}'; the ledger is {}.", policy.source, ledger));
    }
    for (const BudgetStand& stand : budget_stands(policy, contents, entry.dataset, entry.time, entries)) {
      if (!stand.fits) refuse(policy, stand, entries, ledger);
    }
  }
}

std::string loss_text(const LedgerLoss& loss) {
  switch (loss.kind) {
    case LossKind::pure:
      return "epsilon " + loss.epsilon.text();
    case LossKind::approximate:
      return fmt::format("epsilon {} at delta {}", loss.epsilon.text(), loss.delta.text());
    case LossKind::zcdp:
      return "rho " + loss.rho.text();
    case LossKind::rdp:
      return "an RDP curve";
    case LossKind::metric:
      return fmt::format("epsilon {} per metre and {}", loss.per_metre.text(), loss.offset.text());
    case LossKind::distribution:
      return law_text(std::get<PrivacyLossDistribution>(loss.law));
  }
  fail_internal("a loss without words");
}

}  // namespace sourdine
