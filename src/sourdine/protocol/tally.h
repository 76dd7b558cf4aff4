// Tally: mergeable server state. A number of reports and integer cells; what a cell counts is the protocol's business.
// Adding is exact and commutative, so any split of the reports over threads, files or machines gives the same tally.
#pragma once

#include <cstdint>
#include <vector>

#include "sourdine/protocol/spec.h"
#include "sourdine/protocol/view.h"

namespace sourdine {

struct Tally {
  // Sums of ± counts must fit 64 bits with a sign.
  static constexpr std::uint64_t max_reports = std::uint64_t{1} << 62;

  Spec spec;
  std::uint64_t reports = 0;
  std::vector<std::uint64_t> cells;

  operator TallyView() const { return {reports, cells}; }
  TallySpan span() { return {reports, cells}; }
  friend bool operator==(const Tally& a, const Tally& b) {
    return is_same(a.spec, b.spec) && a.reports == b.reports && a.cells == b.cells;
  }
};

// into += from. Throws Error(bad_input) naming the first field of the specs that differs, or beyond max_reports;
// `into` is unchanged then.
void merge(Tally& into, const Tally& from);

}  // namespace sourdine
