// page.json and index.html in a directory, of kinds that write their directories themselves.
#pragma once

#include <string>

#include "sourdine/publish/page_files.h"

namespace sourdine {

// Throws Error(bad_input) naming the file when there is no page.json in the directory, or one of no page of this
// version.
std::string read_page_data(const std::string& directory);
// Writes page.json and index.html, each whole or not at all. `data` must be a page's (report/page.h).
void write_page_files(const std::string& directory, const std::string& data);

}  // namespace sourdine
