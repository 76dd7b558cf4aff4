// FileLedgerStore: a ledger in a file, one line each, and its head in the file X.head beside it.
//
// The file is locked while lines are read or appended. A line is written and flushed to the disk before the head is;
// the head is replaced as a whole and flushed, with its directory. Who is killed in between leaves a head that is
// behind, or an unfinished line after it, which the next reader understands (chain.h). A ledger that is only read may
// be read-only.
#pragma once

#include <memory>

#include "sourdine/privacy/ledger/store.h"

namespace sourdine {

std::unique_ptr<LedgerStore> file_ledger_store(const std::string& path);

// "doubs.ledger.jsonl.head", beside the file that a symbolic link leads to.
std::string head_path(const std::string& path);

}  // namespace sourdine
