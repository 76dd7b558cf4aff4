// What `inspect` says of a file, or of a directory of report files: KindRow::read of each kind that is one. The whole
// file is read. Internal to kinds/.
#pragma once

#include "sourdine/kinds/open.h"

namespace sourdine {

void read_reports(const OpenedKind& opened, Inspection& into);
void read_tally(const OpenedKind& opened, Inspection& into);
void read_ranges(const OpenedKind& opened, Inspection& into);
void read_stream(const OpenedKind& opened, Inspection& into);

}  // namespace sourdine
