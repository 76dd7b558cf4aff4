// The page of range answers: the series with its intervals, the answers, and the nodes that each is made of. The shape
// of the JSON is RangeData in web/src/range.ts.
#pragma once

#include <span>
#include <string>

#include "sourdine/range/range_structure.h"
#include "sourdine/release/ordered_domain.h"
#include "sourdine/release/range_query.h"

namespace sourdine {

// A page can show so many answers; those after them are left out, and it says so. A series of more than
// max_points_on_page values is shown in blocks of equal length, each with its own estimate and interval: whole days of
// hours, whole weeks of days.
inline constexpr std::size_t max_answers_on_page = 100;
inline constexpr std::uint64_t max_points_on_page = 750;

std::string range_page_data(const RangeStructure& structure, const OrderedDomain& domain,
                            std::span<const RangeAnswer> answers, const std::string& title,
                            const Confidence& confidence);

}  // namespace sourdine
