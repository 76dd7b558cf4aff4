// Numbers in the cells of tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sourdine {

// All of the text, with a decimal point; nothing where it is no finite number.
std::optional<double> cell_number(std::string_view text);
// The same with a decimal point or comma.
std::optional<double> cell_number_or_comma(std::string text);

}  // namespace sourdine
