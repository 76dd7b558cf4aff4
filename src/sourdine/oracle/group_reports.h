// Reports that begin with the number of a row or cohort, brought together by that number (a counting sort), so that
// each group is tallied as one packed array.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sourdine/protocol/reports.h"

namespace sourdine {

// Calls body(g, the bytes of all reports with group_of(report) = g) for every g < groups that occurs.
template <class GroupOf, class Body>
void for_each_group(ReportsView reports, std::size_t groups, GroupOf group_of, Body body) {
  const std::size_t size = reports.report_bytes;
  std::vector<std::uint32_t> group(reports.size());
  std::vector<std::size_t> end(groups + 1);  // of the group before, until its reports are placed
  for (std::size_t i = 0; i < reports.size(); ++i) {
    group[i] = static_cast<std::uint32_t>(group_of(reports[i]));
    ++end[group[i] + 1];
  }
  for (std::size_t g = 0; g < groups; ++g) end[g + 1] += end[g];
  const auto placed = std::make_unique_for_overwrite<std::uint8_t[]>(reports.bytes.size());
  for (std::size_t i = 0; i < reports.size(); ++i) {
    std::copy_n(reports.bytes.data() + i * size, size, placed.get() + end[group[i]]++ * size);
  }
  for (std::size_t g = 0, first = 0; g < groups; first = end[g++]) {
    if (end[g] > first) body(g, std::span<const std::uint8_t>(placed.get() + first * size, (end[g] - first) * size));
  }
}

}  // namespace sourdine
