// What `inspect` says of a directory, by its manifest: KindRow::read of each kind that is one. Internal to kinds/.
#pragma once

#include "sourdine/kinds/open.h"

namespace sourdine {

void read_counts(const OpenedKind& opened, Inspection& into);
void read_blur(const OpenedKind& opened, Inspection& into);
void read_survey(const OpenedKind& opened, Inspection& into);
void read_published_ranges(const OpenedKind& opened, Inspection& into);
void read_answers(const OpenedKind& opened, Inspection& into);
void read_tables(const OpenedKind& opened, Inspection& into);

}  // namespace sourdine
