// `sourdine anonymize TABLE …` and its verb `check`. The command itself takes a table: one that is called "check" is
// given as ./check.
#pragma once

#include "app.h"

namespace sourdine::cli {

void add_anonymize_check(Command& anonymize, Context& context);

}  // namespace sourdine::cli
