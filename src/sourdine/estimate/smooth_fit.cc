#include "sourdine/estimate/smooth_fit.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sourdine/estimate/smooth_minimum.h"

namespace sourdine {
namespace {

constexpr double min_log_drift = -14, max_log_drift = 1;
constexpr double max_log_dispersion = 12;
constexpr double min_log_season = -9, max_log_season = 1;

double square(double x) { return x * x; }

// Drift and dispersion are searched outside, seasons inside (they cost no filter). A dispersion below 1 is reflected
// to above: the likelihood of the search then has no edge.
struct Outer {
  double log_drift, log_dispersion;
  explicit Outer(std::span<const double> at)
      : log_drift(std::clamp(at[0], min_log_drift, max_log_drift)),
        log_dispersion(std::min(std::abs(at[1]), max_log_dispersion)) {}
  explicit Outer(const SmoothParameters& parameters)
      : log_drift(std::log(parameters.drift)), log_dispersion(std::log(parameters.dispersion)) {}
};

std::vector<double> logs(std::span<const double> x) {
  std::vector<double> result(x.begin(), x.end());
  for (double& number : result) number = std::log(number);
  return result;
}

std::vector<double> exps(std::span<const double> x) {
  std::vector<double> result(x.begin(), x.end());
  for (double& number : result) number = std::exp(std::clamp(number, min_log_season, max_log_season));
  return result;
}

// The likelihood of some of the panel's values, for the search.
class Likelihood {
 public:
  Likelihood(const SmoothPanel& panel, std::vector<std::size_t> values)
      : panel_(panel), values_(std::move(values)), moments_(values_.size()) {
    for (const std::size_t v : values_) shares_.push_back(panel.noisy_share(v));
  }

  void filter(const Outer& outer) {
    const SmoothParameters parameters{std::exp(outer.log_drift), std::exp(outer.log_dispersion), {}};
    constexpr std::size_t together = 2;
    tbb::parallel_for(std::size_t{0}, (values_.size() + together - 1) / together, [&](std::size_t group) {
      const std::size_t first = group * together;
      std::vector<ObservedShares> observed;
      for (std::size_t i = first; i < std::min(values_.size(), first + together); ++i) {
        observed.push_back(observed_shares(panel_, values_[i], shares_[i], parameters));
      }
      std::ranges::move(share_moments(observed), moments_.begin() + static_cast<std::ptrdiff_t>(first));
    });
  }

  double at(std::vector<double> seasons) const {
    const SmoothParameters parameters{.seasons = std::move(seasons)};
    constexpr std::size_t worth_a_task = 16;  // so many take microseconds
    std::vector<double> each(values_.size());
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, values_.size(), worth_a_task), [&](const auto& range) {
      for (std::size_t i = range.begin(); i < range.end(); ++i) {
        each[i] = log_likelihood(moments_[i], share_prior(panel_, values_[i], parameters));
      }
    });
    return std::accumulate(each.begin(), each.end(), 0.0);
  }

 private:
  const SmoothPanel& panel_;
  std::vector<std::size_t> values_;
  std::vector<NoisyShare> shares_;
  std::vector<ShareMoments> moments_;
};

// Maximises likelihood + prior; the two priors are functions of logarithms.
template <class OuterPrior, class SeasonPrior>
SmoothParameters maximise(Likelihood likelihood, const SmoothParameters& start, double step, OuterPrior outer_prior,
                          SeasonPrior season_prior) {
  std::vector<double> log_seasons = logs(start.seasons);
  const auto best_seasons = [&] {
    const auto minus = [&](std::span<const double> x) { return -likelihood.at(exps(x)) - season_prior(x); };
    if (log_seasons.empty()) return minus({});
    Minimum best = minimise(minus, log_seasons, {.step = 0.5, .tolerance = 0.01, .size = 0.1, .max_evaluations = 40});
    log_seasons = std::move(best.at);
    return best.value;
  };
  const auto minus = [&](std::span<const double> x) {
    const Outer outer(x);
    likelihood.filter(outer);
    return best_seasons() - outer_prior(outer);
  };
  const Outer first(start);
  const std::vector<double> at = {first.log_drift, first.log_dispersion};
  const Minimum best = minimise(minus, at, {.step = step, .tolerance = 0.05, .size = 0.1, .max_evaluations = 60});
  const Outer found(best.at);
  likelihood.filter(found);
  best_seasons();
  return {std::exp(found.log_drift), std::exp(found.log_dispersion), exps(log_seasons)};
}

}  // namespace

// Changes of the logit become changes of the share: ds = s(1 − s)·d logit.
SharePrior share_prior(const SmoothPanel& panel, std::size_t v, const SmoothParameters& parameters) {
  const double scale = panel.mean_share(v) * (1 - panel.mean_share(v));
  SharePrior prior{std::vector<double>(panel.design().columns), std::vector<double>(panel.design().columns)};
  prior.mean[0] = 1 / static_cast<double>(panel.values());
  prior.variance[0] = 1;  // wider than any share
  for (std::size_t j = 1; j < prior.variance.size(); ++j) {
    prior.variance[j] = square(scale * parameters.seasons[panel.design().season_of_column[j - 1]]);
  }
  return prior;
}

ObservedShares observed_shares(const SmoothPanel& panel, std::size_t v, const NoisyShare& noisy,
                               const SmoothParameters& parameters) {
  return {.design = panel.design(),
          .share = noisy.share,
          .variance = noisy.noise,
          .irregular = noisy.binomial,
          .dispersion = parameters.dispersion,
          .drift = square(parameters.drift * panel.mean_share(v) * (1 - panel.mean_share(v)))};
}

SmoothParameters fit_common(const SmoothPanel& panel, const SmoothParameters& start, double step) {
  std::vector<std::size_t> all(panel.values());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return maximise(
      Likelihood(panel, std::move(all)), start, step,
      [](const Outer& outer) { return outer.log_drift - outer.log_dispersion; },
      [](std::span<const double>) { return 0.0; });
}

SmoothParameters fit_value(const SmoothPanel& panel, std::size_t v, const SmoothParameters& common) {
  const Outer centre(common);
  const std::vector<double> log_seasons = logs(common.seasons);
  return maximise(
      Likelihood(panel, {v}), common, 0.5,
      [&](const Outer& outer) {
        return -0.5 *
               (square(outer.log_drift - centre.log_drift) + square(outer.log_dispersion - centre.log_dispersion));
      },
      [&](std::span<const double> x) {
        double sum = 0;
        for (std::size_t i = 0; i < x.size(); ++i) sum += square(x[i] - log_seasons[i]);
        return -0.5 * sum;
      });
}

}  // namespace sourdine
