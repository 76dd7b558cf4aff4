// The format of a column of times, found from its first rows.
#pragma once

#include <cstddef>
#include <memory>

#include "sourdine/events/row_source.h"
#include "sourdine/events/time_format.h"

namespace sourdine {

// `source` becomes one that gives all rows again from the first on. Throws Error(bad_input) when no format fits, or
// two.
TimeFormat guess_time_format(std::unique_ptr<RowSource>& source, std::size_t column);

}  // namespace sourdine
