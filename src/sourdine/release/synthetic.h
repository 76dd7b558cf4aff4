// Synthetic rows: one row per event, with the event's public time and a region drawn so that the regions of every base
// period (day or hour) add up to its published estimates. Post-processing of published numbers: no cost of privacy.
//
// Columns are those of the input. The time is that of an event; the place is a region; the id column, if named, is
// numbered anew; columns the configuration calls public are kept; all others are empty, since they may tell the place
// (a station, coordinates) or link to other files. Rows come in the order of time; which event of a period got which
// region is drawn at random.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sourdine/base/stream.h"
#include "sourdine/random/random.h"
#include "sourdine/release/collect.h"

namespace sourdine {

// Whole numbers ≥ 0 that add up to `total`, each within 1 of its share of the total (largest remainders; ties go to the
// first). `values` are ≥ 0; when all are 0 the total is shared equally.
std::vector<std::uint64_t> whole_counts(std::span<const double> values, std::uint64_t total);

struct SyntheticColumns {
  std::vector<std::string> names;
  std::size_t time = 0;
  std::size_t place = 0;
  std::size_t id = SIZE_MAX;      // SIZE_MAX: none
  std::vector<std::size_t> keep;  // public columns
};

// Writes the header and one row per event. `shares` holds base periods × k numbers ≥ 0; `kept` one text per event and
// kept column, in the order of collection.times.
void write_synthetic(const Collection& collection, std::span<const double> shares,
                     const std::vector<std::string>& regions, const SyntheticColumns& columns,
                     const std::vector<std::string>& kept, Random& random, Output& output);

}  // namespace sourdine
