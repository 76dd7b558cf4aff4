#include "sourdine/estimate/smooth_causal.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace sourdine {
namespace {

class Tracker {  // of one value
 public:
  Tracker(const SmoothPanel& panel, std::size_t v, const SmoothParameters& parameters)
      : panel_(panel),
        v_(v),
        dispersion_(parameters.dispersion),
        filter_(share_prior(panel, v, parameters), drift_variance(panel, v, parameters)) {}

  // Sign of the surplus when the count of period t is a burst, else 0.
  int judge(std::size_t t, std::span<const double> x) {
    const double total = panel_.total(t);
    const auto [mean, variance] = filter_.predict(x);
    const double share = std::clamp(mean, panel_.least_share(v_), 1 - panel_.least_share(v_));
    const double irregular = dispersion_ * total * share * (1 - share);
    noise_ = irregular + panel_.measurement_variance(t, total * share);
    const double distance = panel_.estimate(t, v_) - total * mean;
    const double limit = burst_distance(total * total * variance + noise_, irregular, distance > 0);
    const int sign = std::abs(distance) <= limit ? 0 : distance > 0 ? 1 : -1;
    run_ = sign == 0 ? 0 : std::abs(run_) * run_sign(sign) + sign;
    return std::abs(run_) > static_cast<int>(longest_burst) ? 0 : sign;
  }

  void observe(std::size_t t, std::span<const double> x) {
    const double total = panel_.total(t);
    filter_.observe(x, panel_.estimate(t, v_) / total, noise_ / (total * total));
  }

  ShareFilter::Prediction next(std::span<const double> x) {
    filter_.step();
    return filter_.predict(x);
  }

 private:
  int run_sign(int sign) const { return run_ * sign > 0 ? sign : 0; }  // 0 ends a run of the other sign

  const SmoothPanel& panel_;
  std::size_t v_;
  double dispersion_;
  ShareFilter filter_;
  double noise_ = 0;  // of the count judged last
  int run_ = 0;       // length of the run of bursts, with its sign
};

}  // namespace

NextShares next_shares(const SmoothPanel& panel, const std::vector<double>& seasons,
                       const std::vector<SmoothParameters>& parameters) {
  const SeasonDesign design = season_design(panel.periods() + 1, seasons);
  std::vector<Tracker> trackers;
  for (std::size_t v = 0; v < panel.values(); ++v) trackers.emplace_back(panel, v, parameters[v]);
  NextShares result;
  std::vector<int> bursts(panel.values());
  for (std::size_t t = 0; t < panel.periods(); ++t) {
    if (panel.total(t) > 0) {
      for (std::size_t v = 0; v < panel.values(); ++v) bursts[v] = trackers[v].judge(t, design.row(t));
      const bool has_surplus = std::any_of(bursts.begin(), bursts.end(), [](int sign) { return sign > 0; });
      for (std::size_t v = 0; v < panel.values() && !has_surplus; ++v) {
        if (bursts[v] == 0) trackers[v].observe(t, design.row(t));
      }
    }
    for (Tracker& tracker : trackers) {
      const auto [mean, variance] = tracker.next(design.row(t + 1));
      result.mean.push_back(std::clamp(mean, 0.0, 1.0));
      result.std_error.push_back(std::sqrt(variance));
    }
  }
  return result;
}

}  // namespace sourdine
