// Views: records, reports and tallies in memory that someone else owns (numpy, Arrow, a socket's buffer, a mapped
// file).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sourdine/base/domain.h"

namespace sourdine {

// The values of several people, `width` of each, person after person.
struct RecordsView {
  std::span<const Value> values;
  std::size_t width = 1;

  std::size_t size() const { return values.size() / width; }
  std::span<const Value> operator[](std::size_t i) const { return values.subspan(i * width, width); }
  RecordsView subview(std::size_t first, std::size_t count) const {
    return {values.subspan(first * width, count * width), width};
  }
};

// Packed reports of one size. The count is kept apart: a domain of one value has reports of no bytes.
struct ReportsView {
  std::span<const std::uint8_t> bytes;
  std::size_t report_bytes = 0;
  std::size_t count = 0;

  std::size_t size() const { return count; }
  // True when the bytes are `count` reports of this size: to be asked of views that come from elsewhere.
  bool is_whole(std::size_t bytes_each) const {
    if (report_bytes != bytes_each) return false;
    return bytes_each == 0 ? bytes.empty() : bytes.size() % bytes_each == 0 && bytes.size() / bytes_each == count;
  }
  std::span<const std::uint8_t> operator[](std::size_t i) const {
    return bytes.subspan(i * report_bytes, report_bytes);
  }
  ReportsView subview(std::size_t first, std::size_t size) const {
    return {bytes.subspan(first * report_bytes, size * report_bytes), report_bytes, size};
  }
};

// A number of reports and the cells they add up to: to read, and to add to.
struct TallyView {
  std::uint64_t reports = 0;
  std::span<const std::uint64_t> cells;
};
struct TallySpan {
  std::uint64_t& reports;
  std::span<std::uint64_t> cells;

  operator TallyView() const { return {reports, cells}; }
};

}  // namespace sourdine
