#include "sourdine/estimate/smooth.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"
#include "sourdine/estimate/normal.h"
#include "sourdine/estimate/smooth_fit.h"
#include "sourdine/estimate/smooth_interval.h"
#include "sourdine/estimate/smooth_panel.h"
#include "sourdine/estimate/whole_interval.h"

namespace sourdine {
namespace {

constexpr std::size_t periods_at_once = 16;

void check(const SmoothQuestion& question) {
  const auto is_finite = [](double x) { return std::isfinite(x); };
  if (question.values == 0 || question.totals.size() != question.periods ||
      question.estimates.size() != question.periods * question.values) {
    fail_input(fmt::format("smoothing {} periods of {} values needs as many totals and estimates; got {} and {}",
                           question.periods, question.values, question.totals.size(), question.estimates.size()));
  }
  if (!std::ranges::all_of(question.totals, is_finite) || !std::ranges::all_of(question.estimates, is_finite) ||
      std::ranges::any_of(question.totals, [](double total) { return total < 0; })) {
    fail_input("smoothing needs finite estimates and totals that are not negative");
  }
  const MeasurementNoise& noise = question.noise;
  if (!(noise.per_report >= 0) || !(noise.per_report + noise.per_holder >= 0) || !is_finite(noise.per_report) ||
      !is_finite(noise.per_holder)) {
    fail_input("the measurement noise to smooth away is a variance and cannot be negative");
  }
  if (!std::ranges::all_of(question.seasons, [](double length) { return length > 1 && std::isfinite(length); })) {
    fail_input("a season must be longer than one period");
  }
  if (!(question.confidence > 0 && question.confidence < 1)) {
    fail_input(fmt::format("confidence must lie between 0 and 1, not {}", question.confidence));
  }
}

std::size_t periods_with_events(std::span<const double> totals) {
  return static_cast<std::size_t>(std::ranges::count_if(totals, [](double total) { return total > 0; }));
}

class Smoother {
 public:
  explicit Smoother(const SmoothQuestion& question)
      : question_(question), has_data_(periods_with_events(question.totals) >= 3) {}

  Smoothed run() {
    SmoothPanel panel(question_);
    parameters_.assign(question_.values, SmoothParameters::start(panel.design()));
    if (has_data_) fit(panel);
    Smoothed result = empty_result();
    tbb::parallel_for(std::size_t{0}, question_.values, [&](std::size_t v) { write_fit(panel, v, result.fits[v]); });
    const std::size_t groups = (question_.periods + periods_at_once - 1) / periods_at_once;
    tbb::parallel_for(std::size_t{0}, groups, [&](std::size_t group) { write_periods(panel, group, result); });
    return result;
  }

 private:
  Smoothed empty_result() const {
    const std::vector<double> zeros(question_.periods * question_.values);
    return {.value = zeros,
            .std_error = zeros,
            .lower = zeros,
            .upper = zeros,
            .rate = zeros,
            .fits = std::vector<SmoothFit>(question_.values)};
  }

  // Three rounds: variances need shares, shares need variances, and both need the bursts out of the way.
  void fit(SmoothPanel& panel) {
    for (int round = 0; round < 2; ++round) {
      parameters_.assign(question_.values, fit_common(panel, parameters_[0], round == 0 ? 1 : 0.3));
      learn(panel);
    }
    const SmoothParameters common = fit_common(panel, parameters_[0], 0.3);
    tbb::parallel_for(std::size_t{0}, question_.values,
                      [&](std::size_t v) { parameters_[v] = fit_value(panel, v, common); });
    smooth_all(panel);
  }

  void learn(SmoothPanel& panel) {
    smooth_all(panel);
    std::vector<double> dispersions;
    for (const SmoothParameters& parameters : parameters_) dispersions.push_back(parameters.dispersion);
    panel.learn(posteriors_, dispersions);
  }

  void smooth_all(const SmoothPanel& panel) {
    posteriors_.resize(question_.values);
    tbb::parallel_for(std::size_t{0}, question_.values, [&](std::size_t v) {
      const NoisyShare noisy = panel.noisy_share(v);
      posteriors_[v] =
          share_posterior(observed_shares(panel, v, noisy, parameters_[v]), share_prior(panel, v, parameters_[v]));
    });
  }

  void write_fit(const SmoothPanel& panel, std::size_t v, SmoothFit& fit) const {
    fit = {.drift = parameters_[v].drift,
           .dispersion = parameters_[v].dispersion,
           .seasons = parameters_[v].seasons,
           .own_weight = 0,
           .bursts = 0};
    for (std::size_t t = 0; t < question_.periods; ++t) {
      if (panel.total(t) <= 0) continue;
      fit.bursts += panel.is_burst(t, v) ? 1U : 0U;
      fit.own_weight += has_prediction(panel, t, v) ? 1 - panel.share_noise(t, v) * posteriors_[v].precision[t] : 1;
    }
    fit.own_weight /= std::max(1.0, static_cast<double>(periods_with_events(question_.totals)));
  }

  // Value, standard error, interval and rate before the values of a period are made to add up. Value after value in
  // each group of periods: what is read lies together by value, and what is written fits into the cache.
  void write_periods(const SmoothPanel& panel, std::size_t group, Smoothed& result) const {
    StopToken().check();
    const double z = normal_upper_quantile((1 - question_.confidence) / 2);
    const std::size_t end = std::min(question_.periods, (group + 1) * periods_at_once);
    for (std::size_t v = 0; v < question_.values; ++v) {
      for (std::size_t t = group * periods_at_once; t < end; ++t) {
        if (panel.total(t) <= 0) continue;
        const CountKnowledge known = knowledge(panel, t, v);
        const auto [lower, upper] = count_interval(known, question_.confidence, z);
        const std::size_t cell = t * question_.values + v;
        result.value[cell] = known.mean;
        result.std_error[cell] = known.std_error;
        result.lower[cell] = lower;
        result.upper[cell] = upper;
        result.rate[cell] = has_data_ ? panel.total(t) * std::clamp(posteriors_[v].mean[t], 0.0, 1.0) : known.mean;
      }
    }
    for (std::size_t t = group * periods_at_once; t < end; ++t) add_up(t, result);
  }

  bool has_prediction(const SmoothPanel& panel, std::size_t t, std::size_t v) const {
    return has_data_ && !panel.is_burst(t, v);
  }

  // In units of counts: share units times the base total.
  CountKnowledge knowledge(const SmoothPanel& panel, std::size_t t, std::size_t v) const {
    CountKnowledge known;
    known.total = panel.total(t);
    known.estimate = panel.estimate(t, v);
    known.noise = question_.noise;
    if (!has_prediction(panel, t, v)) {
      known.mean = known.estimate;
      known.std_error = std::sqrt(panel.measurement_variance(t, known.estimate));
      return known;
    }
    const double base = panel.base(t);
    const double pull = posteriors_[v].pull[t];
    const double precision = posteriors_[v].precision[t];
    const double noise = panel.share_noise(t, v);
    const double irregular = parameters_[v].dispersion * panel.binomial_variance(t, v);
    known.mean = known.estimate - base * noise * pull;
    known.std_error = base * std::sqrt(std::max(0.0, noise - noise * noise * precision));
    known.has_prediction = true;
    known.dispersion = parameters_[v].dispersion;
    known.rate = known.estimate - base * pull / precision;
    known.rate_variance = base * base * std::max(1 / precision - noise - irregular, 0.0);
    return known;
  }

  void add_up(std::size_t t, Smoothed& result) const {
    const std::size_t first = t * question_.values;
    std::vector<double> variances(question_.values);
    for (std::size_t v = 0; v < variances.size(); ++v) {
      variances[v] = result.std_error[first + v] * result.std_error[first + v];
    }
    const std::vector<double> values =
        reconcile(std::span(result.value).subspan(first, question_.values), variances, question_.totals[t]);
    const bool is_whole = question_.totals[t] == std::floor(question_.totals[t]);
    for (std::size_t v = 0; v < values.size(); ++v) {
      result.value[first + v] = values[v];
      if (is_whole) {
        reach_point(result.lower[first + v], result.upper[first + v], values[v]);
      } else {
        result.lower[first + v] = std::min(result.lower[first + v], values[v]);
        result.upper[first + v] = std::max(result.upper[first + v], values[v]);
      }
    }
  }

  SmoothQuestion question_;
  bool has_data_;
  std::vector<SmoothParameters> parameters_;  // per value
  std::vector<SharePosterior> posteriors_;    // per value; empty without data
};

Smoothed only_value(const SmoothQuestion& question) {
  const std::vector<double> totals(question.totals.begin(), question.totals.end());
  const std::vector<double> zeros(totals.size());
  return {.value = totals, .std_error = zeros, .lower = totals, .upper = totals, .rate = totals, .fits = {SmoothFit{}}};
}

}  // namespace

Smoothed smooth(const SmoothQuestion& question) {
  check(question);
  if (question.values == 1) return only_value(question);
  return Smoother(question).run();
}

}  // namespace sourdine
