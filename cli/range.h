// The verbs of `sourdine range`, one file each.
#pragma once

#include "app.h"

namespace sourdine::cli {

void add_range_build(CLI::App& range, Context& context);
void add_range_query(CLI::App& range, Context& context);
void add_range_stream(CLI::App& range, Context& context);
void add_range_plan(CLI::App& range, Context& context);

}  // namespace sourdine::cli
