// Table: rows of a publication, visited when they are written: a synthetic table may have 10⁸ of them. A file of CSV is
// made from it, and what is shown of it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/base/stream.h"
#include "sourdine/estimate/estimate.h"

namespace sourdine {

// One row, cell by cell.
class TableRow {
 public:
  // As it is; quoted where CSV asks for it.
  TableRow& text(std::string_view text);
  // The same of a label, which a spreadsheet must not take for a formula.
  TableRow& label(std::string_view label);
  // With so many decimals, or as many digits as it has.
  TableRow& number(double value, std::optional<int> decimals = {});
  TableRow& whole(std::uint64_t value);
  // Four cells: value, standard error, lower and upper end.
  TableRow& estimate(const Estimate& estimate, std::optional<int> decimals = {});

  std::span<const std::string> cells() const { return cells_; }

 private:
  std::vector<std::string> cells_;
};

// The names of the four.
std::vector<std::string> with_estimate_columns(std::vector<std::string> columns,
                                               const std::string& estimate = "estimate",
                                               const std::vector<std::string>& more = {});

struct Table {
  using Add = std::function<void(const TableRow&)>;

  std::string name;  // "estimates.csv"
  // Writes all of it as CSV, header first.
  std::function<void(Output& output, const StopToken& stop)> write;

  // Of rows that are visited one by one.
  static Table of_rows(std::string name, std::vector<std::string> columns, std::function<void(const Add& add)> visit);
};

}  // namespace sourdine
