// The secret of the memo, in a file of 64 hexadecimal digits that only its owner can read.
#pragma once

#include <optional>
#include <string>

#include "sourdine/random/row_secret.h"

namespace sourdine {

struct FoundMemoKey {
  enum class What { nothing, key, something_else };
  What what = What::nothing;
  std::optional<RowSecret> secret = {};  // of a key
  bool is_short = false;                 // something else, with fewer digits than a key has
};

// Makes no file. Throws Error(bad_input) for one that others can read.
FoundMemoKey look_for_memo_key(const std::string& path);

// The key in the file, and nothing where there is none yet. Throws Error(bad_input) likewise, and for another kind of
// file.
std::optional<RowSecret> find_memo_key(const std::string& path);
// The same; where there is none yet, a fresh one is drawn and kept there.
RowSecret open_memo_key(const std::string& path);

// Keeps it in a new file; false: there is one already, of whatever kind.
bool keep_memo_key(const std::string& path, const RowSecret& secret);

}  // namespace sourdine
