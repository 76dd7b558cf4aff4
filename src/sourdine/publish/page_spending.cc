#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/publish/manifest.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

// Where a loss has no ε of its own and no budget says at which δ it is to be stated.
constexpr std::string_view usual_delta = "1e-6";

struct ShownTotal {
  LedgerTarget target;
  std::optional<BudgetLimit> limit;
};

ShownTotal shown_total(const Ledger& ledger, const Spending& spending) {
  for (const BudgetPolicy& policy : ledger.policies()) {
    if (!policy.dataset.empty() && policy.dataset != spending.dataset) continue;
    if (!policy.total && !policy.person) continue;
    return {.target = {.unit = policy.total ? policy.unit : Unit::person,
                       .neighbours = policy.neighbours,
                       .max_units = policy.max_units,
                       .within = policy.within},
            .limit = policy.total ? policy.total : policy.person};
  }
  const Guarantee& guarantee = spending.guarantee;
  const bool is_local_report = guarantee.unit == Unit::report_value && guarantee.model == PrivacyModel::local;
  return {.target = {.unit = is_local_report ? Unit::event : guarantee.unit,
                     .neighbours = guarantee.neighbours,
                     .within = guarantee.within},
          .limit = {}};
}

Json spending_of(const LedgerContents& contents, const ShownTotal& shown, const Spending& spending,
                 const std::vector<std::uint64_t>& lines) {
  const std::vector<const LedgerEntry*> entries = counted_entries(contents, spending.dataset);
  // With a budget, what the ledger says of it; a page that says otherwise would be taken for an error.
  std::optional<Spent> spent =
      shown.limit ? spent_within(entries, shown.target, *shown.limit) : spent_at(entries, shown.target, ExactDecimal());
  if (!spent && !shown.limit) spent = spent_at(entries, shown.target, ExactDecimal::parse(usual_delta));
  if (!spent) fail_input("the losses have no epsilon at this delta");
  const double delta = spent->delta.value_up();
  Json publications = Json::array();
  std::uint64_t unprotected = 0;
  for (const LedgerRecord& record : contents.records) {
    const LedgerEntry& entry = record.entry;
    if (record.state == RecordState::cancelled || entry.dataset != spending.dataset) continue;
    if (!entry.is_private) ++unprotected;
    const LedgerLoss loss = loss_for(entry, shown.target);
    const double alone =
        loss.has_epsilon() ? loss.epsilon.value() : approximate_at(loss.loss(), std::max(delta, 1e-12)).epsilon;
    publications.push_back({{"date", entry.time.substr(0, 10)},
                            {"mechanism", entry.mechanism},
                            {"epsilon", alone},
                            {"is_this", std::ranges::find(lines, record.line) != lines.end()}});
  }
  Json page = {
      {"unit", word_of(shown.target.unit)},    {"epsilon", spent->epsilon.value()},       {"delta", delta},
      {"theorem", word_of(spent->accountant)}, {"publications", std::move(publications)}, {"unprotected", unprotected}};
  if (shown.target.within) page["within"] = *shown.target.within;
  if (shown.limit) {
    page["budget"] = shown.limit->epsilon.value();
    page["delta_budget"] = shown.limit->delta.value_down();
  } else if (const LedgerTotal total = total_of(contents, spending.dataset);
             total.budget && total.epsilon == spent->epsilon) {
    page["budget"] = total.budget->value();
  }
  return page;
}

}  // namespace

std::optional<nlohmann::ordered_json> page_spending(const Spending& spending, const std::vector<std::uint64_t>& lines,
                                                    const StopToken& stop) {
  const Ledger ledger = open_ledger(spending.ledger, spending.budget_file);
  try {
    return spending_of(ledger.read(stop), shown_total(ledger, spending), spending, lines);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_input) throw;
    return std::nullopt;
  }
}

}  // namespace sourdine
