#include "sourdine/estimate/estimate_files.h"

#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

bool needs_reports(const Oracle& oracle, TallyView tally, const EstimateOptions& options) {
  return options.consistency == Consistency::mle && !oracle.cell_is_report() && tally.reports != 0;
}

Estimates estimates_of(const Aggregate& sum, const std::vector<std::string>& paths, const EstimateOptions& options,
                       Torn torn) {
  const Oracle& oracle = require_oracle(*sum.protocol);
  if (!needs_reports(oracle, sum.result.tally, options)) return estimate(oracle, sum.result.tally, options);
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (path == "-" || !std::filesystem::is_regular_file(path, ignored)) {
      fail_input(fmt::format("maximum likelihood reads its reports twice, which {} cannot",
                             path == "-" ? std::string("the standard input") : "'" + path + "'"),
                 "Give a report file.");
    }
  }
  const SortedPaths sorted = sort_paths(paths);
  if (!sorted.tallies.empty()) return estimate(oracle, sum.result.tally, options);  // says that reports are needed
  DistinctReports distinct(oracle);
  for_each_block(sorted.reports, torn, [&distinct](ReportsView block) { distinct.add(block); });
  if (distinct.reports() != sum.result.tally.reports) {
    fail_input("the report files changed while they were read", "Estimate again when nobody appends to them.");
  }
  return estimate(oracle, sum.result.tally, distinct, options);
}

}  // namespace

FileEstimates estimate_files(const std::vector<std::string>& paths, const EstimateOptions& options,
                             const AggregateOptions& reading) {
  Aggregate sum = aggregate_files(paths, reading);
  Estimates estimates = estimates_of(sum, paths, options, reading.torn);
  return {std::move(estimates), std::move(sum)};
}

}  // namespace sourdine
