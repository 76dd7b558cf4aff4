#include "sourdine/anonymity/separation.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace sourdine {

Separation::Separation(const AnonymityProblem& problem, const Recoding& recoding) : recoding_(recoding) {
  for (std::size_t a = 0; a < problem.quasi.size(); ++a) {
    const Hierarchy& hierarchy = *problem.hierarchies[a];
    Column& column = columns_.emplace_back();
    std::map<std::tuple<std::size_t, Value, Value>, std::uint32_t> numbers;
    std::vector<std::vector<bool>> covered;  // by range, by value
    for (const std::vector<PublishedRange>& published : recoding.published) {
      const PublishedRange& range = published[a];
      const auto next = static_cast<std::uint32_t>(numbers.size());
      const auto [found, is_new] = numbers.try_emplace({range.level, range.first, range.last}, next);
      column.range_of.push_back(found->second);
      if (!is_new) continue;
      std::vector<bool>& values = covered.emplace_back(hierarchy.size());
      for (Value value = 0; value < hierarchy.size(); ++value) values[value] = covers(hierarchy, range, value);
    }
    column.ranges = covered.size();
    if (column.ranges > max_combinations) continue;
    column.overlap.resize(column.ranges * column.ranges);
    for (Value value = 0; value < hierarchy.size(); ++value) {
      std::vector<std::size_t> with_value;
      for (std::size_t i = 0; i < column.ranges; ++i) {
        if (covered[i][value]) with_value.push_back(i);
      }
      for (const std::size_t i : with_value) {
        for (const std::size_t j : with_value) column.overlap[i * column.ranges + j] = true;
      }
    }
  }
}

std::optional<double> Separation::of_columns(std::span<const std::size_t> columns) const {
  std::map<std::vector<std::uint32_t>, double> rows_of;
  double rows = 0;
  for (std::size_t i = 0; i < recoding_.classes.count(); ++i) {
    if (!recoding_.is_published[i]) continue;
    std::vector<std::uint32_t> ranges;
    for (const std::size_t column : columns) ranges.push_back(columns_[column].range_of[i]);
    rows_of[ranges] += recoding_.classes.sizes[i];
    rows += recoding_.classes.sizes[i];
  }
  if (rows_of.size() > max_combinations) return std::nullopt;
  if (rows < 2) return 0;
  double apart = 0;  // ordered pairs
  for (auto one = rows_of.begin(); one != rows_of.end(); ++one) {
    for (auto other = std::next(one); other != rows_of.end(); ++other) {
      bool is_apart = false;
      for (std::size_t c = 0; c < columns.size() && !is_apart; ++c) {
        const Column& column = columns_[columns[c]];
        is_apart = !column.overlap[one->first[c] * column.ranges + other->first[c]];
      }
      if (is_apart) apart += 2 * one->second * other->second;
    }
  }
  return apart / (rows * (rows - 1));
}

}  // namespace sourdine
