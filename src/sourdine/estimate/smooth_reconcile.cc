#include <algorithm>
#include <cmath>

#include "sourdine/estimate/consistency.h"
#include "sourdine/estimate/smooth.h"

namespace sourdine {

// λ of the values left positive only falls when others are set to 0, so those stay 0: at most k rounds.
std::vector<double> reconcile(std::span<const double> values, std::span<const double> variances, double total) {
  std::vector<double> result(values.begin(), values.end());
  std::vector<bool> is_positive(values.size(), true);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    double missing = total;
    double variance = 0;
    for (std::size_t v = 0; v < values.size(); ++v) {
      if (!is_positive[v]) continue;
      missing -= values[v];
      variance += variances[v];
    }
    if (!(variance > 0)) {
      const bool is_sum = std::abs(missing) <= 1e-9 * std::max(1.0, total);
      return is_sum ? result : norm_sub(values, total).counts;
    }
    for (std::size_t v = 0; v < values.size(); ++v) {
      if (!is_positive[v]) continue;
      result[v] = values[v] + missing / variance * variances[v];
      if (result[v] >= 0) continue;
      result[v] = 0;
      is_positive[v] = false;
      has_changed = true;
    }
  }
  return result;
}

}  // namespace sourdine
