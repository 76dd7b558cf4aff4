#include "sourdine/anonymity/hierarchy.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "sourdine/base/error.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/base/text.h"
#include "sourdine/base/utf8.h"

namespace sourdine {
namespace {

using Lines = std::vector<std::vector<std::string>>;

std::string quoted(const std::string& attribute) { return fmt::format("the hierarchy of '{}'", shown(attribute)); }

std::int64_t whole_number(const std::string& attribute, const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    fail_input(fmt::format("'{}' of '{}' is no whole number", shown(text), shown(attribute)),
               "Intervals are for whole numbers: give a hierarchy file, or leave such rows out.");
  }
  return number;
}

// a/b rounded towards minus infinity, b > 0.
std::int64_t floor_divided(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// "a;b;""c;d""" → fields; false when a quote is not paired.
bool split_fields(std::string_view line, char separator, std::vector<std::string>& fields) {
  fields.clear();
  for (std::size_t at = 0;;) {
    std::string field;
    if (at < line.size() && line[at] == '"') {
      for (++at;; ++at) {
        if (at >= line.size()) return false;
        if (line[at] != '"') {
          field += line[at];
        } else if (at + 1 < line.size() && line[at + 1] == '"') {
          field += line[at++];
        } else {
          ++at;
          break;
        }
      }
      if (at < line.size() && line[at] != separator) return false;
    } else {
      const std::size_t end = std::min(line.find(separator, at), line.size());
      field = line.substr(at, end - at);
      at = end;
    }
    fields.push_back(std::move(field));
    if (at >= line.size()) return true;
    ++at;
  }
}

}  // namespace

Hierarchy::Hierarchy(std::string attribute, const Lines& lines) : attribute_(std::move(attribute)) {
  if (lines.empty()) fail_input(fmt::format("{} has no value", quoted(attribute_)));
  const std::size_t depth = lines.front().size();
  if (depth == 0 || depth > max_levels) {
    fail_input(fmt::format("{} has {} levels, and may have from 1 to {}", quoted(attribute_), depth, max_levels));
  }
  levels_.resize(depth);
  std::vector<std::unordered_map<std::string, Value>> numbers(depth);
  for (const std::vector<std::string>& line : lines) {
    if (line.size() != depth) {
      fail_input(fmt::format("{}: '{}' has {} levels, and '{}' has {}", quoted(attribute_), shown(line.front()),
                             line.size(), shown(lines.front().front()), depth),
                 "Every value needs a group at every level.");
    }
    Value below = 0;
    for (std::size_t level = 0; level < depth; ++level) {
      Level& here = levels_[level];
      const auto [place, is_new] = numbers[level].try_emplace(line[level], static_cast<Value>(here.labels.size()));
      if (is_new) {
        here.labels.push_back(line[level]);
        here.leaves.push_back(0);
      } else if (level == 0) {
        fail_input(fmt::format("{} has '{}' twice", quoted(attribute_), shown(line.front())));
      }
      ++here.leaves[place->second];
      here.groups.push_back(place->second);
      if (level > 0) {
        std::vector<Value>& parents = levels_[level - 1].parents;
        if (below == parents.size()) parents.push_back(place->second);
        if (parents[below] != place->second) {
          fail_input(
              fmt::format("{}: '{}' of level {} lies in '{}' and in '{}'", quoted(attribute_), shown(line[level - 1]),
                          level - 1, shown(here.labels[parents[below]]), shown(line[level])),
              "Groups of one level must lie whole in groups of the next.");
        }
      }
      below = place->second;
    }
  }
}

Hierarchy Hierarchy::from_csv(std::string attribute, Input& input, char separator) {
  Lines lines;
  std::vector<std::string> fields;
  std::unordered_map<std::string, std::uint64_t> seen;
  LineReader reader(input);
  while (reader.next()) {
    const std::string_view line = reader.text();
    if (line.empty()) continue;
    const std::string where = fmt::format("{}, line {}", reader.name(), reader.line());
    if (!is_utf8(line)) fail_input(fmt::format("{} is not UTF-8 text", where));
    if (!split_fields(line, separator, fields)) fail_input(fmt::format("{} has a quote that is not paired", where));
    if (!lines.empty() && fields.size() != lines.front().size()) {
      fail_input(
          fmt::format("{} has {}, and the first has {}", where, counted(fields.size(), "level"), lines.front().size()),
          "Every value needs a group at every level; they are separated by ';'.");
    }
    const auto [before, is_new] = seen.try_emplace(fields.front(), reader.line());
    if (!is_new) {
      fail_input(fmt::format("{} has '{}' again, which is on line {}", where, shown(fields.front()), before->second));
    }
    lines.push_back(fields);
  }
  return Hierarchy(std::move(attribute), lines);
}

Hierarchy Hierarchy::flat(std::string attribute, std::span<const std::string> values) {
  Lines lines;
  for (const std::string& value : values) lines.push_back({value, "*"});
  return Hierarchy(std::move(attribute), lines);
}

Hierarchy Hierarchy::masked(std::string attribute, std::span<const std::string> values) {
  Lines lines;
  std::size_t length = 0;
  for (const std::string& value : values) {
    std::vector<std::size_t> starts;  // of its characters
    for (std::size_t i = 0; i < value.size(); ++i) {
      if ((static_cast<unsigned char>(value[i]) & 0xC0) != 0x80) starts.push_back(i);
    }
    if (lines.empty()) length = starts.size();
    if (starts.size() != length || length >= max_levels) {
      fail_input(fmt::format("'{}' of '{}' has {} and others have {}", shown(value), shown(attribute),
                             counted(starts.size(), "character"), length),
                 "Only text of one length can be masked from its end: give a hierarchy file.");
    }
    std::vector<std::string> line = {value};
    for (std::size_t masked = 1; masked <= length; ++masked) {
      line.push_back(value.substr(0, starts[length - masked]) + std::string(masked, '*'));
    }
    lines.push_back(std::move(line));
  }
  return Hierarchy(std::move(attribute), lines);
}

Hierarchy Hierarchy::intervals(std::string attribute, std::span<const std::string> values,
                               std::span<const std::int64_t> widths, std::int64_t origin) {
  std::int64_t before = 1;
  for (const std::int64_t width : widths) {
    if (width < 1 || width % before != 0) {
      fail_input(
          fmt::format("the intervals of '{}' are {} wide, which is no multiple of {}", shown(attribute), width, before),
          "Each width must be a multiple of the one before, so that intervals lie whole in wider ones.");
    }
    before = width;
  }
  std::vector<std::string> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end(), [&](const std::string& a, const std::string& b) {
    return whole_number(attribute, a) < whole_number(attribute, b);
  });
  Lines lines;
  for (const std::string& value : sorted) {
    const std::int64_t number = whole_number(attribute, value);
    std::vector<std::string> line = {value};
    for (const std::int64_t width : widths) {
      const std::int64_t begin = origin + floor_divided(number - origin, width) * width;
      line.push_back(fmt::format("[{};{}[", begin, begin + width));
    }
    line.emplace_back("*");
    lines.push_back(std::move(line));
  }
  return Hierarchy(std::move(attribute), lines);
}

Hierarchy Hierarchy::dates(std::string attribute, std::span<const std::string> values) {
  std::vector<std::string> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  Lines lines;
  for (const std::string& value : sorted) {
    const bool is_date = value.size() >= 10 && value[4] == '-' && value[7] == '-' &&
                         std::all_of(value.begin(), value.begin() + 4, [](char c) { return c >= '0' && c <= '9'; });
    if (!is_date) {
      fail_input(fmt::format("'{}' of '{}' is no date", shown(value), shown(attribute)), "Write dates as 2018-07-14.");
    }
    lines.push_back({value, value.substr(0, 7), value.substr(0, 4), "*"});
  }
  return Hierarchy(std::move(attribute), lines);
}

}  // namespace sourdine
