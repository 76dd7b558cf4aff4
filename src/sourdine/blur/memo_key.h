// The secret of the memo, in a file of 64 hexadecimal digits that only its owner can read.
#pragma once

#include <optional>
#include <string>

#include "sourdine/random/row_secret.h"

namespace sourdine {

// The key in the file; where there is none yet, a fresh one is drawn and kept there. Throws Error(bad_input): another
// kind of file, or one that others can read.
RowSecret open_memo_key(const std::string& path);
// The same, and nothing where there is none yet: makes no file.
std::optional<RowSecret> find_memo_key(const std::string& path);

}  // namespace sourdine
