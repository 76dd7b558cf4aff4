// page.json: the data of a publication's page, beside it. The page, index.html, is made from it, and others can be.
#pragma once

#include <string>
#include <string_view>

namespace sourdine {

inline constexpr std::string_view page_data_name = "page.json", index_name = "index.html";

// The text of page.json, whatever it says. Throws Error(bad_input) when there is none, or one that is longer than a
// page can be.
std::string read_page_text(const std::string& directory);

}  // namespace sourdine
