// The secret of a client that reports again and again: 32 bytes, as 64 hexadecimal digits in a file of its owner's.
// Whoever loses it gives other permanent responses from then on, and spends again; whoever has it can undo them.
#pragma once

#include <string>

#include "sourdine/protocol/memoised.h"

namespace sourdine {

// The secret in the file; where there is none, a fresh one is drawn, and on the disk before it is used. Throws
// Error(bad_input): another kind of file, or one that others can read.
MemoClient::Secret open_memo_secret(const std::string& path);

}  // namespace sourdine
