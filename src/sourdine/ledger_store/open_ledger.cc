#include "sourdine/ledger_store/open_ledger.h"

#include "sourdine/base/error.h"
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

}  // namespace

bool is_database(const std::string& ledger) { return ledger.starts_with(sqlite_prefix) || is_postgresql(ledger); }

std::string shown_ledger(const std::string& ledger) {
  return is_postgresql(ledger) ? PostgresqlUrl(ledger).shown() : ledger;
}

std::shared_ptr<LedgerStore> open_ledger_store(const std::string& ledger) {
  if (ledger.empty() || ledger == "-") {
    fail_input("a ledger needs a file", "Give a ledger: DATASET.ledger.jsonl, sqlite:PATH or postgresql://….");
  }
  if (ledger.starts_with(sqlite_prefix)) return sqlite_ledger_store(ledger.substr(sqlite_prefix.size()));
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

}  // namespace sourdine
