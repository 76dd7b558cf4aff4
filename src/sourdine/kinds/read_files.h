// What `inspect` says of a file, or of a directory of report files: KindRow::read of each kind that is one. The whole
// file is read. Internal to kinds/.
#pragma once

#include <string>

#include "sourdine/kinds/open.h"

namespace sourdine {

void read_reports(const OpenedKind& opened, Inspection& into);
void read_tally(const OpenedKind& opened, Inspection& into);
void read_ranges(const OpenedKind& opened, Inspection& into);
void read_stream(const OpenedKind& opened, Inspection& into);

// KindRow::file_page of ranges and grids.
std::string page_of_range_file(const std::string& path, const std::string& title, Language language);

}  // namespace sourdine
