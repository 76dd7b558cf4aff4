#include "sourdine/anonymity/hierarchy.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "sourdine/base/error.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/base/text.h"
#include "sourdine/base/utf8.h"

namespace sourdine {
namespace {

using Lines = std::vector<std::vector<std::string>>;

std::string hierarchy_of(const std::string& attribute) {
  return fmt::format("the hierarchy of '{}'", shown(attribute));
}

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
  if (lines.empty()) fail_input(fmt::format("{} has no value", hierarchy_of(attribute_)));
  const std::size_t depth = lines.front().size();
  if (depth == 0 || depth > max_levels) {
    fail_input(fmt::format("{} has {} levels, and may have from 1 to {}", hierarchy_of(attribute_), depth, max_levels));
  }
  levels_.resize(depth);
  std::vector<std::unordered_map<std::string, Value>> numbers(depth);
  for (const std::vector<std::string>& line : lines) {
    if (line.size() != depth) {
      fail_input(fmt::format("{}: '{}' has {} levels, and '{}' has {}", hierarchy_of(attribute_), shown(line.front()),
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
        fail_input(fmt::format("{} has '{}' twice", hierarchy_of(attribute_), shown(line.front())));
      }
      ++here.leaves[place->second];
      here.groups.push_back(place->second);
      if (level > 0) {
        std::vector<Value>& parents = levels_[level - 1].parents;
        if (below == parents.size()) parents.push_back(place->second);
        if (parents[below] != place->second) {
          fail_input(
              fmt::format("{}: '{}' of level {} lies in '{}' and in '{}'", hierarchy_of(attribute_),
                          shown(line[level - 1]), level - 1, shown(here.labels[parents[below]]), shown(line[level])),
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

}  // namespace sourdine
