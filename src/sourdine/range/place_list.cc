#include "sourdine/range/place_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/fold_name.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/base/text.h"
#include "sourdine/base/utf8.h"

namespace sourdine {

std::vector<std::string> read_place_names(const std::string& path) {
  InputFile file(path);
  std::vector<std::string> names;
  for (LineReader lines(file); lines.next();) names.emplace_back(trimmed(lines.text()));
  if (names.empty()) fail_input(fmt::format("there is no place in {}", file.name()), "Write one place on each line.");
  return names;
}

PlaceList::PlaceList(std::vector<std::string> names, bool is_from_data)
    : names_(std::move(names)), is_from_data_(is_from_data) {
  if (names_.empty()) fail_input("the list of places is empty");
  for (std::uint64_t row = 0; row < names_.size(); ++row) {
    const std::string& name = names_[row];
    if (trimmed(name).empty()) fail_input(fmt::format("the list of places has an empty name, number {}", row + 1));
    if (!is_utf8(name)) fail_input(fmt::format("the name of a place is not UTF-8: '{}'", shown(name)));
    if (!rows_.emplace(name, row).second) {
      fail_input(fmt::format("the place '{}' is in the list twice", shown(name)));
    }
  }
}

PlaceList PlaceList::numbered(std::uint64_t size) {
  std::vector<std::string> names;
  for (std::uint64_t row = 0; row < size; ++row) names.push_back(fmt::format("{}", row));
  return {std::move(names), false};
}

std::optional<std::uint64_t> PlaceList::find(std::string_view name) const {
  const auto found = rows_.find(std::string(name));
  if (found == rows_.end()) return std::nullopt;
  return found->second;
}

std::uint64_t PlaceList::require(std::string_view name) const {
  if (const auto row = find(name)) return *row;
  const std::vector<std::string_view> known(names_.begin(), names_.end());
  const auto near = nearest(name, known);
  fail_input(fmt::format("there is no place '{}'{}", shown(name),
                         near ? fmt::format("; did you mean '{}'?", shown(*near)) : ""),
             "Write a name of the list, a range A..B of it, or several of these with commas between.");
}

std::string PlaceList::label(const Range& range) const {
  if (range.length() == 1) return names_[range.first];
  return fmt::format("{}..{}", names_[range.first], names_[range.last]);
}

Range PlaceList::parse_part(std::string_view text) const {
  if (const auto row = find(text)) return {*row, *row};
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    const std::uint64_t row = require(text);
    return {row, row};
  }
  const std::string_view first = trimmed(text.substr(0, dots)), last = trimmed(text.substr(dots + 2));
  const Range range{first.empty() ? 0 : require(first), last.empty() ? size() - 1 : require(last)};
  if (range.last < range.first) {
    fail_input(fmt::format("the places '{}' end before they begin", shown(text)), "Write them in the list's order.");
  }
  return range;
}

std::vector<Range> PlaceList::parse(std::string_view text) const {
  text = trimmed(text);
  if (const auto row = find(text)) return {{*row, *row}};
  std::vector<Range> ranges;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    ranges.push_back(parse_part(trimmed(text.substr(start, comma - start))));
    start = comma + 1;
  }
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.first < b.first; });
  // A place that is named twice counts once.
  std::vector<Range> joined;
  for (const Range& range : ranges) {
    if (joined.empty() || range.first > joined.back().last + 1) {
      joined.push_back(range);
    } else {
      joined.back().last = std::max(joined.back().last, range.last);
    }
  }
  return joined;
}

}  // namespace sourdine
