// LedgerStore: where the lines of a ledger and its head are kept. The file store is file_store.h; databases are in
// sourdine/ledger_store.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/privacy/ledger/chain.h"

namespace sourdine {

struct NewLines {
  std::vector<std::string> texts;  // without their line feeds
  LedgerHead before;               // of the lines that were read
  LedgerHead after;
};

class LedgerStore {
 public:
  virtual ~LedgerStore() = default;

  // In quotes, without a password: for messages.
  virtual const std::string& name() const = 0;

  // All lines; none where there is no ledger yet. Makes nothing. Throws Error (bad_input or io, see
  // base/system_failure.h).
  virtual StoredLines read(const StopToken& stop) = 0;

  // Appends the lines that `next` makes of what is there. Nobody else appends meanwhile, and when append() returns,
  // lines and head are on the disk. `next` may be called twice, and throws to append nothing; where there was no
  // ledger, there is none then. Who dies in between may leave the first of the lines. Waits for others until stop is
  // asked.
  virtual void append(const std::function<NewLines(const StoredLines&)>& next, const StopToken& stop) = 0;

  // Writes the head again, for a ledger that lost its own: `next` looks at the lines and says what it is.
  virtual void restore_head(const std::function<LedgerHead(const StoredLines&)>& next, const StopToken& stop) = 0;
};

}  // namespace sourdine
