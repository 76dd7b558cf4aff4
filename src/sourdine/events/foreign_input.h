// What is no CSV, told by its first bytes: spreadsheets, Parquet, archives, databases, UTF-16. Internal to events/ and
// release/.
#pragma once

#include <string>
#include <string_view>

namespace sourdine {

// Throws Error(bad_input) that says what the input is, with the one line that makes CSV of it. `name` is the input's,
// as Input::name() has it.
void refuse_foreign(std::string_view head, const std::string& name);

// The hint for text in another encoding than UTF-8.
std::string convert_hint(const std::string& name);

}  // namespace sourdine
