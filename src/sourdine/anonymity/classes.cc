#include "sourdine/anonymity/classes.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "sourdine/base/error.h"

namespace sourdine {

std::uint32_t Classes::smallest() const { return sizes.empty() ? 0 : *std::min_element(sizes.begin(), sizes.end()); }

// Column by column: the pair (class so far, value) is a new class. Numbers stay those of first rows.
Classes group_rows(std::span<const CodedColumn> columns) {
  if (columns.empty()) fail_internal("rows cannot be grouped by no column");
  const std::size_t rows = columns.front().codes.size();
  Classes made;
  made.class_of.assign(rows, 0);
  std::uint32_t classes = rows > 0 ? 1 : 0;
  for (const CodedColumn& column : columns) {
    if (column.codes.size() != rows) fail_internal("columns of one table differ in length");
    const std::uint64_t pairs = static_cast<std::uint64_t>(classes) * std::max<Value>(column.size, 1);
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t next = 0;
    if (pairs <= 8 * std::uint64_t{rows} + 1024) {
      std::vector<std::uint32_t> number(pairs, none);
      for (std::size_t row = 0; row < rows; ++row) {
        std::uint32_t& found = number[static_cast<std::uint64_t>(made.class_of[row]) * column.size + column.codes[row]];
        if (found == none) found = next++;
        made.class_of[row] = found;
      }
    } else {
      std::unordered_map<std::uint64_t, std::uint32_t> number;
      number.reserve(rows);
      for (std::size_t row = 0; row < rows; ++row) {
        const std::uint64_t pair = static_cast<std::uint64_t>(made.class_of[row]) * column.size + column.codes[row];
        const auto [found, is_new] = number.try_emplace(pair, next);
        if (is_new) ++next;
        made.class_of[row] = found->second;
      }
    }
    classes = next;
  }
  made.sizes.assign(classes, 0);
  for (const std::uint32_t number : made.class_of) ++made.sizes[number];
  return made;
}

ClassHistograms::ClassHistograms(const Classes& classes, const CodedColumn& attribute)
    : begins_(classes.count() + 1), all_(attribute.size) {
  for (std::size_t row = 0; row < classes.rows(); ++row) ++all_[attribute.codes[row]];
  if (classes.count() * std::uint64_t{attribute.size} <= 4 * classes.rows() + 1024) {
    count_in_table(classes, attribute);
  } else {
    count_in_order(classes, attribute);
  }
  begins_[classes.count()] = counts_.size();
}

void ClassHistograms::count_in_table(const Classes& classes, const CodedColumn& attribute) {
  std::vector<std::uint32_t> rows(classes.count() * attribute.size);
  for (std::size_t row = 0; row < classes.rows(); ++row) {
    ++rows[std::size_t{classes.class_of[row]} * attribute.size + attribute.codes[row]];
  }
  for (std::size_t i = 0; i < classes.count(); ++i) {
    begins_[i] = counts_.size();
    for (Value value = 0; value < attribute.size; ++value) {
      if (const std::uint32_t count = rows[i * attribute.size + value]) counts_.push_back({value, count});
    }
  }
}

// Rows in the order of their classes, then the values of each class in order.
void ClassHistograms::count_in_order(const Classes& classes, const CodedColumn& attribute) {
  std::vector<std::size_t> place(classes.count() + 1);
  for (std::size_t i = 0; i < classes.count(); ++i) place[i + 1] = place[i] + classes.sizes[i];
  std::vector<std::size_t> next(place.begin(), place.end());
  std::vector<Value> values(classes.rows());
  for (std::size_t row = 0; row < classes.rows(); ++row) {
    values[next[classes.class_of[row]]++] = attribute.codes[row];
  }
  for (std::size_t i = 0; i < classes.count(); ++i) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(place[i]);
    const auto end = values.begin() + static_cast<std::ptrdiff_t>(place[i + 1]);
    std::sort(begin, end);
    begins_[i] = counts_.size();
    for (auto at = begin; at != end;) {
      const auto after = std::upper_bound(at, end, *at);
      counts_.push_back({*at, static_cast<std::uint32_t>(after - at)});
      at = after;
    }
  }
}

}  // namespace sourdine
