// A head that somebody else knows, to compare a ledger with: from a release's manifest, or as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sourdine/privacy/ledger/chain.h"

namespace sourdine {

struct KnownHead {
  std::string hash;
  std::optional<std::uint64_t> count = {};  // nothing: any line may have it
  std::string source;                       // for messages
};

// 64 letters of a SHA-256, or the directory of a release whose manifest has it. Throws Error(bad_input) for anything
// else, and for releases of versions that did not write it.
KnownHead known_head(const std::string& text);

// The number of the line that the head was, when the ledger holds it: everything up to it is as it was then. Throws
// Error(bad_input) when it does not: the ledger was rewritten, cut off, or is another one.
std::uint64_t require_head(const LedgerContents& contents, const KnownHead& known, const std::string& ledger);

}  // namespace sourdine
