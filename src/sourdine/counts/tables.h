// The tables of a release:
//   estimates.csv   period, region, estimate, std_error, lower, upper, plain_estimate, plain_std_error
//   totals.csv      period, total: exact and public in a local release; covered: whole, part or none, by its days
//   synthetic.csv   one row per event, the input's columns, the place replaced by a region
// Internal to counts/.
#pragma once

#include <vector>

#include "sourdine/counts/release.h"
#include "sourdine/publish/table.h"
#include "sourdine/random/random_source.h"

namespace sourdine {

// The release and the source, which draws synthetic rows while they are written, must outlive the tables.
std::vector<Table> release_tables(const Release& release, const RandomSource& random);

}  // namespace sourdine
