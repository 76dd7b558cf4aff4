#include "sourdine/anonymize/hierarchies.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"
#include "sourdine/events/places.h"

namespace sourdine {
namespace {

using Texts = std::vector<std::string>;

// Town, its region by the table of places, "*".
Hierarchy hierarchy_of_places(const QuasiConfig& config, const Texts& values) {
  const PlaceTable table{.path = config.file, .place_column = config.place, .region_column = config.region};
  const Places places = Places::from_tables({&table, 1});
  std::vector<Texts> lines;
  for (const std::string& value : values) {
    const Places::Found found = places.find(value);
    if (found.kind != Places::Found::Kind::region) fail_input(places.why_not(value), places.hint(value));
    lines.push_back({value, places.regions().label(found.region), "*"});
  }
  return {config.column, lines};
}

Hierarchy built(const QuasiConfig& config, const Texts& values) {
  switch (config.kind) {
    case HierarchyKind::intervals:
      return Hierarchy::intervals(config.column, values, config.widths, config.origin);
    case HierarchyKind::automatic:
      return Hierarchy::intervals(config.column, values, Hierarchy::automatic_widths(config.column, values),
                                  config.origin);
    case HierarchyKind::cuts:
      return Hierarchy::cut(config.column, values, config.cuts);
    case HierarchyKind::dates:
      return Hierarchy::dates(config.column, values, config.steps);
    case HierarchyKind::masked:
      return Hierarchy::masked(config.column, values);
    case HierarchyKind::places:
      return hierarchy_of_places(config, values);
    case HierarchyKind::flat:
      return Hierarchy::flat(config.column, values);
    case HierarchyKind::file:
      break;
  }
  return read_hierarchy_file(config.column, config.file, config.separator);
}

struct Placed {
  const std::string* text;
  const std::string* place;
};

// What is wrong with one value beside the first, or with the first alone, is wrong there. Where texts must have one
// length, the first is one of the commonest: among five digits the odd one has four.
[[noreturn]] void fail_at_value(const QuasiConfig& config, std::vector<Placed> values, const Error& all) {
  const bool is_numeric = config.kind == HierarchyKind::intervals || config.kind == HierarchyKind::cuts;
  if (is_numeric) built(config, {"0"});  // no number could be placed: the configuration is at fault, not the table
  if (config.kind == HierarchyKind::masked) {
    std::map<std::size_t, std::size_t> by_length;
    for (const Placed& value : values) ++by_length[value.text->size()];
    const auto common = std::max_element(by_length.begin(), by_length.end(),
                                         [](const auto& a, const auto& b) { return a.second < b.second; });
    std::stable_partition(values.begin(), values.end(),
                          [&](const Placed& value) { return value.text->size() == common->first; });
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    Texts texts = {*values[0].text};
    if (i > 0) texts.push_back(*values[i].text);
    try {
      built(config, texts);
    } catch (const Error& error) {
      fail_input(fmt::format("{}, column '{}': {}", *values[i].place, shown(config.column), error.what()),
                 error.hint());
    }
  }
  throw all;
}

}  // namespace

Hierarchy read_hierarchy_file(const std::string& attribute, const std::string& path, char separator) {
  InputFile file(path);
  return Hierarchy::from_csv(attribute, file, separator);
}

std::shared_ptr<const Hierarchy> make_hierarchy(const QuasiConfig& config,
                                                const std::vector<const TextColumn*>& columns,
                                                const std::vector<std::string>& missing) {
  std::vector<Placed> values;
  std::unordered_set<std::string> seen;
  bool has_missing = false;
  for (const TextColumn* column : columns) {
    for (std::size_t i = 0; i < column->texts.size(); ++i) {
      if (!missing.empty() && column->texts[i] == missing.front()) {
        has_missing = true;
      } else if (seen.insert(column->texts[i]).second) {
        values.push_back({&column->texts[i], &column->places[i]});
      }
    }
  }
  if (values.empty()) {
    fail_input(fmt::format("column '{}' has no value: all are missing", shown(config.column)), "Leave it out.");
  }
  // Numbers of values must not tell in which order the rows came.
  std::sort(values.begin(), values.end(), [](const Placed& a, const Placed& b) { return *a.text < *b.text; });
  Texts texts;
  for (const Placed& value : values) texts.push_back(*value.text);
  try {
    Hierarchy hierarchy = built(config, texts);
    const bool is_there = has_missing && std::find(hierarchy.values().begin(), hierarchy.values().end(),
                                                   missing.front()) != hierarchy.values().end();
    if (has_missing && !is_there) hierarchy = hierarchy.with_own_category(missing.front());
    return std::make_shared<const Hierarchy>(std::move(hierarchy));
  } catch (const Error& error) {
    if (config.kind == HierarchyKind::file) throw;
    fail_at_value(config, std::move(values), error);
  }
}

CodedColumn coded_by(const Hierarchy& hierarchy, const TextColumn& column) {
  std::unordered_map<std::string_view, Value> numbers;
  for (Value v = 0; v < hierarchy.size(); ++v) numbers.emplace(hierarchy.values()[v], v);
  std::vector<Value> by_text;
  for (std::size_t i = 0; i < column.texts.size(); ++i) {
    const auto found = numbers.find(column.texts[i]);
    if (found == numbers.end()) {
      const std::vector<std::string_view> known(hierarchy.values().begin(), hierarchy.values().end());
      const auto near = nearest(column.texts[i], known);
      fail_input(fmt::format("{}, column '{}': '{}' has no place in the hierarchy", column.places[i],
                             shown(column.name), shown(column.texts[i])),
                 fmt::format("{}Add a line for it to the file, or say that it means missing.",
                             near ? fmt::format("Did you mean '{}'? ", shown(*near)) : ""));
    }
    by_text.push_back(found->second);
  }
  CodedColumn coded{{}, hierarchy.size()};
  coded.codes.reserve(column.codes.size());
  for (const std::uint32_t code : column.codes) coded.codes.push_back(by_text[code]);
  return coded;
}

}  // namespace sourdine
