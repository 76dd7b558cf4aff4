// What could be predicted at each moment: smooth()'s model with given parameters, using no later period.
#pragma once

#include <vector>

#include "sourdine/estimate/smooth_fit.h"

namespace sourdine {

struct NextShares {
  std::vector<double> mean, std_error;  // T·k: of the share in period t + 1, from periods 0 … t
};

// `parameters` has one entry per value; all seasons of the question are in the panel's design. A period in which some
// value has a burst, judged by its past alone, teaches nothing about any share; what lasts longer than a burst is believed.
NextShares next_shares(const SmoothPanel& panel, const std::vector<double>& seasons,
                       const std::vector<SmoothParameters>& parameters);

}  // namespace sourdine
