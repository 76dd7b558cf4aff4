// A ledger by its name: a file (DATASET.ledger.jsonl), "sqlite:PATH" or "postgresql://…".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sourdine/privacy/ledger/ledger.h"

namespace sourdine {

bool is_database(const std::string& ledger);

// The name as it may be shown: a URL without its password and options.
std::string shown_ledger(const std::string& ledger);

// Opens nothing yet. Throws Error(bad_input) for a name that cannot be one: empty, "-", a URL that is none,
// "sqlite:" without a file ("sqlite::memory:").
std::shared_ptr<LedgerStore> open_ledger_store(const std::string& ledger);

// The ledger with its policies: the budget file that is given, or else the one beside it, if there is one.
Ledger open_ledger(const std::string& ledger, const std::string& budget_file = {});

// A sentence for each policy that is for another data set, which somebody may believe to hold for this one.
std::vector<std::string> other_budget_notes(const Ledger& ledger, const std::string& dataset);

}  // namespace sourdine
