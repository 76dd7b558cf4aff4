#include "sourdine/ledger_store/spending.h"

#include <fmt/format.h>

#include "sourdine/base/version.h"

namespace sourdine {

LedgerEntry entry_of(const Spending& spending) {
  const Guarantee& guarantee = spending.guarantee;
  const bool has_no_loss = spending.is_seeded || !spending.syntactic.empty();
  LedgerEntry entry{.time = utc_now(),
                    .dataset = spending.dataset,
                    .purpose = spending.purpose,
                    .mechanism = spending.mechanism,
                    .version = std::string(version()),
                    .unit_text = fmt::format("{} ({})", guarantee.unit_text, guarantee.neighbours_text),
                    .unit = guarantee.unit,
                    .neighbours = guarantee.neighbours,
                    .model = guarantee.model,
                    .loss = has_no_loss ? LedgerLoss() : LedgerLoss::of(loss_of(guarantee)),
                    .is_private = spending.is_private && !has_no_loss,
                    .period = spending.period,
                    .max_units = spending.max_units,
                    .syntactic = spending.syntactic,
                    .draw = has_no_loss ? std::string() : spending.draw};
  if (spending.budget) entry.budget = ExactEpsilon::charged(*spending.budget);
  return entry;
}

}  // namespace sourdine
