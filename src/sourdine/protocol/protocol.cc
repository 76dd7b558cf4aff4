#include "sourdine/protocol/protocol.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

[[noreturn]] void fail_value(Value value, std::size_t attribute, std::size_t width, std::uint64_t number, Value size) {
  const std::string place =
      width == 1 ? fmt::format("number {}", number) : fmt::format("record {}, attribute {}", number, attribute + 1);
  fail_input(fmt::format("value {} ({}) is outside the domain 0 … {}", value, place, size - 1));
}

}  // namespace

void Protocol::require_valid(RecordsView records, std::uint64_t before) const {
  if (records.width != width()) {
    fail_input(fmt::format("a record of this protocol has {} values, not {}", width(), records.width));
  }
  if (records.values.size() % records.width != 0) fail_input("the last record is incomplete");
  for (std::size_t attribute = 0; attribute < records.width; ++attribute) {
    const Value size = domain_size(attribute);
    Value largest = 0;
    if (records.width == 1) {
      for (const Value value : records.values) largest = std::max(largest, value);  // one vector at a time
    } else {
      for (std::size_t i = attribute; i < records.values.size(); i += records.width) {
        largest = std::max(largest, records.values[i]);
      }
    }
    if (largest < size) continue;
    for (std::size_t i = attribute; i < records.values.size(); i += records.width) {
      const Value value = records.values[i];
      if (value >= size) fail_value(value, attribute, records.width, before + i / records.width + 1, size);
    }
  }
}

void Protocol::randomize_into(RecordsView records, Random& random, std::span<std::uint8_t> reports,
                              std::uint64_t before) const {
  require_valid(records, before);
  if (reports.size() != records.size() * report_bytes()) {
    fail_input(
        fmt::format("{} reports of {} bytes do not fit into {} bytes", records.size(), report_bytes(), reports.size()));
  }
  std::fill(reports.begin(), reports.end(), std::uint8_t{0});
  randomize_valid(records, random, reports);
}

void Protocol::randomize(RecordsView records, Random& random, Reports& out, std::uint64_t before) const {
  require_valid(records, before);
  if (out.report_bytes() != report_bytes()) fail_input("the reports to be added to are those of another protocol");
  const std::size_t before_size = out.size();
  try {
    randomize_valid(records, random, out.append(records.size()));
  } catch (...) {
    out.shrink(before_size);  // what was not made must not be taken for reports
    throw;
  }
}

void Protocol::randomize_valid_rows(RecordsView records, RowBits& rows, std::span<std::uint8_t> reports) const {
  const std::size_t size = report_bytes();
  for (std::size_t i = 0; i < records.size(); ++i) {
    rows.next_row();
    randomize_valid({records[i], records.width}, rows, reports.subspan(i * size, size));
  }
}

void Protocol::require_tally(const Tally& tally) const {
  if (is_same(spec_, tally.spec) && tally.cells.size() == cells()) return;
  const std::string field = first_difference(spec_, tally.spec);
  fail_input(
      fmt::format("the tally is another protocol's: it differs in '{}'", field.empty() ? "cells" : field.c_str()));
}

void Protocol::tally(ReportsView reports, Tally& into, std::uint64_t before) const {
  require_tally(into);
  tally(reports, into.span(), before);
}

void Protocol::tally(ReportsView reports, TallySpan into, std::uint64_t before) const {
  if (!reports.is_whole(report_bytes())) fail_input("the reports are those of another protocol");
  if (into.reports > Tally::max_reports || reports.size() > Tally::max_reports - into.reports) {
    fail_input("a tally holds at most 2^62 reports");
  }
  if (const std::size_t i = first_impossible(reports); i < reports.size()) {
    fail_input(fmt::format("report {} is not one that {} makes", before + i + 1, title()),
               "The file was made with other software or other parameters, or was tampered with.");
  }
  tally_possible(reports, into.cells);
  into.reports += reports.size();
}

std::size_t Protocol::first_impossible(ReportsView reports) const {
  std::size_t i = 0;
  while (i < reports.size() && is_possible(reports[i])) ++i;
  return i;
}

bool Protocol::is_consistent(TallyView tally) const {
  if (tally.reports > Tally::max_reports || tally.cells.size() != cells()) return false;
  return std::all_of(tally.cells.begin(), tally.cells.end(),
                     [&tally](std::uint64_t cell) { return cell <= tally.reports; });
}

}  // namespace sourdine
