#include "sourdine/publish/table.h"

#include <fmt/format.h>

#include "sourdine/base/csv.h"

namespace sourdine {

TableRow& TableRow::text(std::string_view text) {
  cells_.emplace_back(text);
  return *this;
}

TableRow& TableRow::label(std::string_view label) {
  cells_.push_back(harmless_cell(label));
  return *this;
}

TableRow& TableRow::number(double value, std::optional<int> decimals) {
  cells_.push_back(decimals ? fmt::format("{:.{}f}", value, *decimals) : fmt::format("{}", value));
  return *this;
}

TableRow& TableRow::whole(std::uint64_t value) {
  cells_.push_back(std::to_string(value));
  return *this;
}

TableRow& TableRow::estimate(const Estimate& estimate, std::optional<int> decimals) {
  for (const double value : {estimate.value, estimate.std_error, estimate.lower, estimate.upper}) {
    number(value, decimals);
  }
  return *this;
}

std::vector<std::string> with_estimate_columns(std::vector<std::string> columns, const std::string& estimate,
                                               const std::vector<std::string>& more) {
  columns.insert(columns.end(), {estimate, "std_error", "lower", "upper"});
  columns.insert(columns.end(), more.begin(), more.end());
  return columns;
}

Table Table::of_rows(std::string name, std::vector<std::string> columns, std::function<void(const Add& add)> visit) {
  auto write = [columns = std::move(columns), visit = std::move(visit)](Output& output, const StopToken& stop) {
    append_csv_row(output, std::vector<std::string_view>(columns.begin(), columns.end()));
    visit([&](const TableRow& row) {
      stop.check();
      append_csv_row(output, std::vector<std::string_view>(row.cells().begin(), row.cells().end()));
    });
  };
  return {.name = std::move(name), .write = std::move(write)};
}

}  // namespace sourdine
