// From report and tally files to estimates, without loading more of them than the method needs: counts come from the
// sum, and maximum likelihood, where a tally does not tell the reports, reads these block by block and keeps the
// different ones.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sourdine/estimate/estimate.h"
#include "sourdine/protocol/pipeline.h"

namespace sourdine {

struct FileEstimates {
  Estimates estimates;
  Aggregate sum;
  const Oracle& oracle() const { return require_oracle(*sum.protocol); }
};

// Throws Error(bad_input) as aggregate_files() and estimate() do, when the files hold reports of a protocol that is no
// oracle, and when reports would have to be read twice from the standard input.
FileEstimates estimate_files(const std::vector<std::string>& paths, const EstimateOptions& options,
                             const AggregateOptions& reading = {});

}  // namespace sourdine
