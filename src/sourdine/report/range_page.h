// The page of range answers: the series with its intervals, the answers, the nodes that each is made of, and the
// structure itself, as published, so that the reader can ask any other range. The shape of the JSON is RangeData in
// web/src/range-types.ts.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "sourdine/counts/config.h"
#include "sourdine/range/range_structure.h"
#include "sourdine/release/ordered_domain.h"
#include "sourdine/release/range_query.h"

namespace sourdine {

// A page can show so many answers; those after them are left out, and it says so. A series of more than
// max_points_on_page values is shown in blocks of equal length, each with its own estimate and interval: whole days of
// hours, whole weeks of days.
inline constexpr std::size_t max_answers_on_page = 100;
inline constexpr std::uint64_t max_points_on_page = 750;
// A tree of more values than this is on the page by nodes of one level: ranges of whole nodes can be asked. A flat
// tree and a stream that are larger have their answers only.
inline constexpr std::uint64_t max_values_on_page = 100'000;

struct RangePageHead {
  std::string title;
  Language language = Language::en;  // that the page opens in; it has both
};

std::string range_page_data(const RangeStructure& structure, const OrderedDomain& domain,
                            std::span<const RangeAnswer> answers, const RangePageHead& head,
                            const Confidence& confidence);

}  // namespace sourdine
