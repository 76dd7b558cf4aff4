#include "sourdine/ledger_store/open_ledger.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/database/postgresql_url.h"
#include "sourdine/ledger_store/budget_file.h"
#include "sourdine/ledger_store/database_ledger.h"
#include "sourdine/privacy/ledger/file_store.h"

namespace sourdine {
namespace {

constexpr std::string_view sqlite_prefix = "sqlite:";

bool is_postgresql(const std::string& ledger) {
  return ledger.starts_with("postgresql://") || ledger.starts_with("postgres://");
}

// SQLite keeps "" and ":memory:" in no file, and may keep what a URI "file:…" names in none: what is spent would be
// forgotten when the program ends.
std::string sqlite_path(const std::string& ledger) {
  std::string path = ledger.substr(sqlite_prefix.size());
  if (path.empty() || path.ends_with('/') || path.starts_with(':') || path.starts_with("file:")) {
    fail_input(fmt::format("the ledger '{}' needs a path: what is spent is to be kept in a file", shown(ledger)),
               "Give sqlite:PATH, like sqlite:spent.db; where a file's name begins so, sqlite:./NAME.");
  }
  return path;
}

}  // namespace

bool is_database(const std::string& ledger) { return ledger.starts_with(sqlite_prefix) || is_postgresql(ledger); }

std::string shown_ledger(const std::string& ledger) {
  return is_postgresql(ledger) ? PostgresqlUrl(ledger).shown() : ledger;
}

std::shared_ptr<LedgerStore> open_ledger_store(const std::string& ledger) {
  if (ledger.empty() || ledger == "-") {
    fail_input("a ledger needs a file", "Give a ledger: DATASET.ledger.jsonl, sqlite:PATH or postgresql://….");
  }
  if (ledger.starts_with(sqlite_prefix)) return sqlite_ledger_store(sqlite_path(ledger));
  if (is_postgresql(ledger)) return postgresql_ledger_store(ledger);
  return file_ledger_store(ledger);
}

Ledger open_ledger(const std::string& ledger, const std::string& budget_file) {
  std::vector<BudgetPolicy> policies;
  if (!budget_file.empty()) {
    policies.push_back(read_budget(budget_file));
    policies.back().is_named = true;
  } else if (const auto beside = budget_beside(ledger)) {
    policies.push_back(read_budget(*beside));
  }
  return Ledger(open_ledger_store(ledger), std::move(policies));
}

std::vector<std::string> other_budget_notes(const Ledger& ledger, const std::string& dataset) {
  std::vector<std::string> notes;
  for (const BudgetPolicy& policy : ledger.policies()) {
    if (policy.is_for(dataset)) continue;
    notes.push_back(fmt::format("the budget in '{}' is for data set '{}' and does not hold for '{}'", policy.source,
                                shown(policy.dataset), shown(dataset)));
  }
  return notes;
}

}  // namespace sourdine
