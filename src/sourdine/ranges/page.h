// What a page of ranges shows beside head and promise: the series with its intervals, the answers, the nodes that each
// is made of, and the structure itself, as published, so that the reader can ask any other range. The shape of the JSON
// is RangeData in web/src/range-types.ts.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "sourdine/base/language.h"
#include "sourdine/ranges/open_range.h"

namespace sourdine {

// A page can show so many answers; those after them are left out, and it says so. A series of more than
// max_points_on_page values is shown in blocks of equal length, each with its own estimate and interval: whole days of
// hours, whole weeks of days.
inline constexpr std::size_t max_answers_on_page = 100;
inline constexpr std::uint64_t max_points_on_page = 750;
// A tree of more values than this, of a grid over all places, is on the page by nodes of one level: ranges of whole
// nodes can be asked. A flat tree and a stream that are larger have their answers only.
inline constexpr std::uint64_t max_values_on_page = 100'000;

nlohmann::ordered_json range_page_facts(const OpenRange& range, std::span<const RangeAnswer> answers,
                                        const Confidence& confidence);
// Where nobody has asked anything: all values.
std::vector<RangeAnswer> first_answers(const OpenRange& range);

// A page of answers that is no part of a publication: of a file that was.
std::string lone_range_page(const OpenRange& range, std::span<const RangeAnswer> answers, const Confidence& confidence,
                            const std::string& title, Language language);

}  // namespace sourdine
