// Hierarchy: how the values of one attribute are made coarser, level by level. Level 0 has the values themselves; a
// group of a level lies whole in one group of the next. The last level need not be one group ("*"), but mostly is.
//
// Values and groups are numbered from 0 in the order in which they were given, so that results do not depend on
// anything else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/domain.h"
#include "sourdine/base/stream.h"

namespace sourdine {

enum class DateStep { week, month, quarter, year };
inline constexpr DateStep default_date_steps[] = {DateStep::month, DateStep::year};

class Hierarchy {
 public:
  static constexpr std::size_t max_levels = 32;

  // One line per value: its label, then that of its group at each further level. Throws Error(bad_input), naming the
  // attribute and the value, when lines differ in length, a value is there twice, a group is in two groups of the next
  // level, there is no value, or there are more than max_levels levels.
  Hierarchy(std::string attribute, const std::vector<std::vector<std::string>>& lines);

  // Lines "value;group;group of groups;…", as the established tools write them: no header, fields in double quotes may
  // hold the separator. Errors name file and line.
  static Hierarchy from_csv(std::string attribute, Input& input, char separator = ';');

  // Values that are only kept or suppressed: levels "value" and "*".
  static Hierarchy flat(std::string attribute, std::span<const std::string> values);
  // Text whose last characters are masked one by one, as postcodes are: 25000, 2500*, 250**, … , *****. Values must
  // have one length, in characters.
  static Hierarchy masked(std::string attribute, std::span<const std::string> values);
  // Numbers in intervals [a, b[ of these widths, each a multiple of the one before, that begin at `origin`; then "*".
  // Throws Error(bad_input) for a value that is no number. Values are then in the order of their numbers.
  static Hierarchy intervals(std::string attribute, std::span<const std::string> values,
                             std::span<const std::int64_t> widths, std::int64_t origin = 0);
  // Widths for it where nobody chose them: at most 20 intervals of a round width over the values, then twice as wide
  // each, while that is less than everything. They depend on the values' range alone.
  static std::vector<std::int64_t> automatic_widths(const std::string& attribute, std::span<const std::string> values);
  // Numbers cut at chosen bounds, finest level first: "< 18", "[18;25[", ">= 65"; then "*". The bounds of a level are
  // among those of the one before.
  static Hierarchy cut(std::string attribute, std::span<const std::string> values,
                       std::span<const std::vector<double>> levels);
  // Dates 2018-07-14 by the steps, finest first, and "*". Weeks (from Monday) lie whole in no month.
  static Hierarchy dates(std::string attribute, std::span<const std::string> values,
                         std::span<const DateStep> steps = default_date_steps);

  // The same with one more value, the last, that stands for itself at every level but a last one of one group: a value
  // that is not known, in a hierarchy of those that are.
  Hierarchy with_own_category(const std::string& value) const;

  const std::string& attribute() const { return attribute_; }
  std::size_t levels() const { return levels_.size(); }
  Value size(std::size_t level = 0) const { return static_cast<Value>(levels_[level].labels.size()); }
  // The group at `level` of value `value` of level 0.
  Value group(std::size_t level, Value value) const { return levels_[level].groups[value]; }
  std::span<const Value> groups(std::size_t level) const { return levels_[level].groups; }
  const std::string& label(std::size_t level, Value group) const { return levels_[level].labels[group]; }
  const std::vector<std::string>& values() const { return levels_[0].labels; }
  // How many values a group holds.
  std::uint32_t leaves(std::size_t level, Value group) const { return levels_[level].leaves[group]; }
  // The group of level + 1 that a group of `level` lies in; level + 1 < levels().
  Value parent(std::size_t level, Value group) const { return levels_[level].parents[group]; }

 private:
  struct Level {
    std::vector<Value> groups;          // by value
    std::vector<std::string> labels;    // by group
    std::vector<std::uint32_t> leaves;  // by group
    std::vector<Value> parents;         // by group; empty for the last level
  };

  std::string attribute_;
  std::vector<Level> levels_;
};

}  // namespace sourdine
