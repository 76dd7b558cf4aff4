#include "sourdine/random/threshold_table.h"

#include <utility>

namespace sourdine {

ThresholdTable::ThresholdTable(std::vector<std::uint64_t> thresholds)
    : thresholds_(std::move(thresholds)), guide_(std::size_t{1} << guide_bits) {
  thresholds_.push_back(0);
  std::size_t above = length();
  for (std::size_t leading = 0; leading < guide_.size(); ++leading) {
    const std::uint64_t last = (std::uint64_t{leading} << (64 - guide_bits)) | (~std::uint64_t{0} >> guide_bits);
    while (above > 0 && thresholds_[above - 1] <= last) --above;
    guide_[leading] = static_cast<std::uint16_t>(above);
  }
}

}  // namespace sourdine
