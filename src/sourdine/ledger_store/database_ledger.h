// Ledgers in databases. Internal to ledger_store/; open_ledger_store() decides which.
//
// Two tables: sourdine_ledger (number, line), one row for each line, whose number is unique: two cannot append after
// the same head; and sourdine_ledger_head with one row. Both are written in one transaction, which is on the disk when
// append() returns. The tables are made by the first spending.
#pragma once

#include <memory>
#include <string>

#include "sourdine/privacy/ledger/store.h"

namespace sourdine {

std::unique_ptr<LedgerStore> sqlite_ledger_store(const std::string& path);

// The password of the URL appears in no message.
std::unique_ptr<LedgerStore> postgresql_ledger_store(const std::string& url);

}  // namespace sourdine
