#include "ledger_text.h"

#include <fmt/format.h>

namespace sourdine::cli {

std::string limit_text(const BudgetLimit& limit) {
  if (limit.delta.units == 0) return "epsilon " + limit.epsilon.text();
  return fmt::format("epsilon {} at delta {}", limit.epsilon.text(), limit.delta.text());
}

std::string spent_text(const Spent& spent) {
  return fmt::format("{}, by {}", limit_text({.epsilon = spent.epsilon, .delta = spent.delta}),
                     theorem_of(spent.accountant));
}

nlohmann::json spent_json(const Spent& spent) {
  nlohmann::json json = {{"epsilon", spent.epsilon.text()},
                         {"delta", spent.delta.text()},
                         {"accountant", word_of(spent.accountant)},
                         {"theorem", theorem_of(spent.accountant)}};
  if (spent.lower) json["lower"] = *spent.lower;
  return json;
}

std::string stand_text(const BudgetStand& stand) {
  const std::string spent = stand.spent ? spent_text(*stand.spent) : "more than can be bounded at that delta";
  return fmt::format("budget ({}): {} for one {} ({}{}); spent: {}; left: {}{}", stand.name, limit_text(stand.limit),
                     word_of(stand.target.unit), word_of(stand.target.neighbours),
                     stand.target.within ? fmt::format(", within {:g} m", *stand.target.within) : "", spent,
                     limit_text(left_of(stand)),
                     stand.renews.empty() ? "" : fmt::format("; renews on {} (UTC)", stand.renews));
}

nlohmann::json stand_json(const BudgetStand& stand) {
  const BudgetLimit left = left_of(stand);
  nlohmann::json json = {{"name", stand.name},
                         {"unit", word_of(stand.target.unit)},
                         {"neighbours", word_of(stand.target.neighbours)},
                         {"limit", {{"epsilon", stand.limit.epsilon.text()}, {"delta", stand.limit.delta.text()}}},
                         {"left", {{"epsilon", left.epsilon.text()}, {"delta", left.delta.text()}}},
                         {"fits", stand.fits}};
  json["spent"] = stand.spent ? spent_json(*stand.spent) : nlohmann::json();
  json["after"] = stand.after ? spent_json(*stand.after) : nlohmann::json();
  if (stand.target.within) json["within_metres"] = *stand.target.within;
  if (!stand.renews.empty()) json["renews"] = stand.renews;
  return json;
}

}  // namespace sourdine::cli
