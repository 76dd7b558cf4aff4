// The verbs of `sourdine range`, one file each.
#pragma once

#include "app.h"

namespace sourdine::cli {

void add_range_build(Command& range, Context& context);
void add_range_query(Command& range, Context& context);
void add_range_stream(Command& range, Context& context);
void add_range_plan(Command& range, Context& context);

}  // namespace sourdine::cli
