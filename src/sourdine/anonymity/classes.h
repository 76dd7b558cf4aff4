// Classes: the rows of a table that look alike by their quasi-identifiers, and the histograms of a sensitive attribute
// in them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/base/domain.h"

namespace sourdine {

// One attribute of a table: the value of every row, as a number below `size`.
struct CodedColumn {
  std::vector<Value> codes;
  Value size = 0;
};

// A partition of n rows: classes are numbered by their first row.
struct Classes {
  std::vector<std::uint32_t> class_of;  // by row
  std::vector<std::uint32_t> sizes;     // by class

  std::size_t rows() const { return class_of.size(); }
  std::size_t count() const { return sizes.size(); }
  std::uint32_t smallest() const;  // 0 when there is none
};

// The rows that agree in all columns. At least one column; all of one length.
Classes group_rows(std::span<const CodedColumn> columns);

// How often each value of one attribute occurs in each class; and among all rows.
class ClassHistograms {
 public:
  ClassHistograms(const Classes& classes, const CodedColumn& attribute);

  struct Count {
    Value value;
    std::uint32_t rows;
  };
  // Of the values that occur, in their order.
  std::span<const Count> in_class(std::size_t number) const {
    return std::span(counts_).subspan(begins_[number], begins_[number + 1] - begins_[number]);
  }
  std::span<const std::uint32_t> all() const { return all_; }  // by value

 private:
  // The same, where few values are (a table of all pairs), and where many are.
  void count_in_table(const Classes& classes, const CodedColumn& attribute);
  void count_in_order(const Classes& classes, const CodedColumn& attribute);

  std::vector<Count> counts_;
  std::vector<std::size_t> begins_;
  std::vector<std::uint32_t> all_;
};

}  // namespace sourdine
