// Numbers as text, many of them.
#pragma once

#include <string>

namespace sourdine {

// Appends what fmt::format("{:.4f}", value) gives, several times faster for numbers of everyday size.
void append_four_decimals(double value, std::string& into);

}  // namespace sourdine
