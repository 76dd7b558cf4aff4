#include "sourdine/central/outlook.h"

#include "sourdine/base/error.h"
#include "sourdine/central/estimates.h"

namespace sourdine {

CentralOutlook::CentralOutlook(const ReleaseConfig& config, std::size_t regions, std::uint64_t max_events) {
  const CentralDesign design = design_central(config, regions);
  const PeriodTree tree = design.tree(config.events);
  const std::vector<CentralLevelNoise> noises = level_noises(design, CentralBudget(config.privacy), max_events);
  // The measurements do not matter for the variances.
  std::vector<CentralMeasurement> nothing;
  for (std::size_t level = 0; level < tree.height(); ++level) {
    nothing.push_back({.regions = std::vector<std::int64_t>(noises[level].regions ? tree.size(level) * regions : 0),
                       .totals = std::vector<std::int64_t>(noises[level].totals ? tree.size(level) : 0)});
  }
  const CentralEstimates estimates(tree, regions, noises, nothing);
  for (const Period period : config.publish.periods) {
    half_widths_[period] = estimates.region_half_width(period, config.publish.confidence);
  }
}

double CentralOutlook::half_width(Period period) const {
  const auto found = half_widths_.find(period);
  if (found == half_widths_.end()) throw Error(ErrorCode::internal, "no such period is published");
  return found->second;
}

}  // namespace sourdine
