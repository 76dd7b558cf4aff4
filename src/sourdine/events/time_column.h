// The format of a column of times, found from its first rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sourdine/events/row_source.h"
#include "sourdine/events/time_format.h"

namespace sourdine {

inline constexpr std::size_t no_column = SIZE_MAX;

// The text of a row's time: that of its column, or, when the time of day has a column of its own, "date clock". Points
// into the row or into `joined`.
std::string_view time_text(std::span<const std::string_view> row, std::size_t time, std::size_t clock,
                           std::string& joined);

// `source` becomes one that gives all rows again from the first on. Throws Error(bad_input) when no format fits, or
// two.
TimeFormat guess_time_format(std::unique_ptr<RowSource>& source, std::size_t column, std::size_t clock = no_column,
                             const std::shared_ptr<const TimeZone>& zone = nullptr);

}  // namespace sourdine
