#include "sourdine/estimate/smooth.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"
#include "sourdine/estimate/smooth_causal.h"
#include "sourdine/estimate/smooth_fit.h"
#include "sourdine/estimate/smooth_interval.h"
#include "sourdine/estimate/smooth_panel.h"

namespace sourdine {
namespace {

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
  if (question.fit_periods > question.periods) {
    fail_input(fmt::format("variances cannot be fitted to {} periods when there are {}", question.fit_periods,
                           question.periods));
  }
}

std::size_t periods_with_events(std::span<const double> totals) {
  return static_cast<std::size_t>(std::ranges::count_if(totals, [](double total) { return total > 0; }));
}

class Smoother {
 public:
  explicit Smoother(const SmoothQuestion& question)
      : question_(question),
        fitted_periods_(question.fit_periods > 0 ? question.fit_periods : question.periods),
        has_data_(periods_with_events(question.totals.first(fitted_periods_)) >= 3) {
    // The seasons are those the fitted part can tell, also for the periods after it.
    std::erase_if(question_.seasons, [&](double length) { return static_cast<double>(fitted_periods_) < 2 * length; });
  }

  Smoothed run() {
    SmoothPanel panel(question_, question_.periods, has_data_ ? fitted_periods_ : question_.periods);
    parameters_.assign(question_.values, SmoothParameters::start(panel.design()));
    if (has_data_) {
      fit(panel);
    }
    Smoothed result = empty_result();
    tbb::parallel_for(std::size_t{0}, question_.values, [&](std::size_t v) { write_value(panel, v, result); });
    tbb::parallel_for(std::size_t{0}, question_.periods, [&](std::size_t t) { add_up(t, result); });
    NextShares next = next_shares(panel, question_.seasons, parameters_);
    result.next_share = std::move(next.mean);
    result.next_share_std_error = std::move(next.std_error);
    return result;
  }

 private:
  Smoothed empty_result() const {
    const std::vector<double> zeros(question_.periods * question_.values);
    return {zeros, zeros, zeros, zeros, zeros, {}, {}, std::vector<SmoothFit>(question_.values)};
  }

  // Three rounds: variances need shares, shares need variances, and both need the bursts out of the way.
  void fit(SmoothPanel& panel) {
    if (fitted_periods_ == question_.periods) {
      fit_rounds(panel);
      return;
    }
    SmoothPanel known(question_, fitted_periods_, fitted_periods_);
    fit_rounds(known);
    for (int round = 0; round < 2; ++round) learn(panel);
    smooth_all(panel);
  }

  void fit_rounds(SmoothPanel& panel) {
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
      const NoisyShare series = panel.series(v);
      const std::vector<double> variance = series.variance(parameters_[v].dispersion);
      posteriors_[v] = share_posterior({panel.design(), series.share, variance},
                                       drift_variance(panel, v, parameters_[v]), share_prior(panel, v, parameters_[v]));
    });
  }

  // Value, standard error, interval and rate of one value before the values are made to add up.
  void write_value(const SmoothPanel& panel, std::size_t v, Smoothed& result) const {
    StopToken().check();
    const NoisyShare series = panel.series(v);
    SmoothFit& fit = result.fits[v];
    fit = {parameters_[v].drift, parameters_[v].dispersion, parameters_[v].seasons, 0, 0};
    double weight = 0;
    for (std::size_t t = 0; t < question_.periods; ++t) {
      if (panel.total(t) <= 0) continue;
      const CountKnowledge known = knowledge(panel, series, t, v);
      const auto [lower, upper] = count_interval(known, question_.confidence);
      const std::size_t cell = t * question_.values + v;
      result.value[cell] = known.mean;
      result.std_error[cell] = known.std_error;
      result.lower[cell] = lower;
      result.upper[cell] = upper;
      result.rate[cell] = has_data_ ? panel.total(t) * std::clamp(posteriors_[v].mean[t], 0.0, 1.0) : known.mean;
      weight += known.has_prediction ? 1 - series.measurement[t] * posteriors_[v].precision[t] : 1;
      fit.bursts += panel.is_burst(t, v) ? 1U : 0U;
    }
    fit.own_weight = weight / std::max(1.0, static_cast<double>(periods_with_events(question_.totals)));
  }

  // In units of counts: share units times the base total.
  CountKnowledge knowledge(const SmoothPanel& panel, const NoisyShare& series, std::size_t t, std::size_t v) const {
    CountKnowledge known;
    known.total = panel.total(t);
    known.estimate = panel.estimate(t, v);
    known.noise = question_.noise;
    if (!has_data_ || panel.is_burst(t, v)) {
      known.mean = known.estimate;
      known.std_error = std::sqrt(panel.measurement_variance(t, known.estimate));
      return known;
    }
    const double base = panel.base(t);
    const double pull = posteriors_[v].pull[t];
    const double precision = posteriors_[v].precision[t];
    const double noise = series.measurement[t];
    known.mean = known.estimate - base * noise * pull;
    known.std_error = base * std::sqrt(std::max(0.0, noise - noise * noise * precision));
    known.has_prediction = true;
    known.dispersion = parameters_[v].dispersion;
    known.rate = known.estimate - base * pull / precision;
    known.rate_variance = base * base * std::max(1 / precision - noise - known.dispersion * series.binomial[t], 0.0);
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
    for (std::size_t v = 0; v < values.size(); ++v) {
      result.value[first + v] = values[v];
      result.lower[first + v] = std::min(result.lower[first + v], values[v]);
      result.upper[first + v] = std::max(result.upper[first + v], values[v]);
    }
  }

  SmoothQuestion question_;
  std::size_t fitted_periods_;
  bool has_data_;
  std::vector<SmoothParameters> parameters_;  // per value
  std::vector<SharePosterior> posteriors_;    // per value; empty without data
};

Smoothed only_value(const SmoothQuestion& question) {
  const std::vector<double> totals(question.totals.begin(), question.totals.end());
  const std::vector<double> zeros(totals.size());
  return {totals, zeros, totals, totals, totals, std::vector<double>(totals.size(), 1), zeros, {SmoothFit{}}};
}

}  // namespace

Smoothed smooth(const SmoothQuestion& question) {
  check(question);
  if (question.values == 1) return only_value(question);
  return Smoother(question).run();
}

}  // namespace sourdine
