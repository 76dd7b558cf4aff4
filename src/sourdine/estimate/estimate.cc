#include "sourdine/estimate/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>

#include "sourdine/base/error.h"
#include "sourdine/estimate/consistent_error.h"
#include "sourdine/estimate/count_variance.h"
#include "sourdine/estimate/exact_interval.h"
#include "sourdine/estimate/likelihood.h"
#include "sourdine/estimate/normal.h"
#include "sourdine/estimate/tail_interval.h"
#include "sourdine/estimate/whole_interval.h"

namespace sourdine {
namespace {

// The most likely counts, from whatever the caller has (tally or reports); asked for only when needed.
using MostLikely = std::function<std::vector<double>()>;

void require_confidence(double confidence) {
  if (!(confidence > 0 && confidence < 1)) {
    fail_input(fmt::format("the confidence must lie between 0 and 1 (both excluded), not {}", confidence),
               "0.95 is customary.");
  }
}

void require_cells(const Oracle& oracle, TallyView tally) {
  if (tally.cells.size() != oracle.cells()) {
    fail_input(fmt::format("the tally has {} cells, but oracle '{}' fills {}", tally.cells.size(), oracle.name(),
                           oracle.cells()));
  }
}

void include_point(Estimate& estimate, double point, double n) {
  const double clipped = std::clamp(point, 0.0, n);
  estimate.lower = std::min(estimate.lower, clipped);
  estimate.upper = std::max(estimate.upper, clipped);
}

// All x ∈ [0, n] with (value − x)² ≤ z²·V(x). With V's coefficients (c0, c1, c2) and a = 1 − z²·c2 the solutions are
// centre ± half, centre = (value + z²·c1/2)/a, half = z·√(V(value) + z²·(c1²/4 − c0·c2))/a.
Estimate score_estimate(double value, const VarianceCurve& variance, double n, double z) {
  const double std_error = std::sqrt(std::max(0.0, variance.at(std::clamp(value, 0.0, n))));
  Estimate result{value, std_error, 0, n};
  const double a = 1 - z * z * variance.square;
  if (a <= 0) return result;  // the error grows as fast as the count: no x is contradicted
  const double centre = (value + z * z * variance.linear / 2) / a;
  const double under_root = variance.at(value) + z * z *
                                                     (variance.linear * variance.linear / 4 -  //
                                                      variance.constant * variance.square);
  const double half = z * std::sqrt(std::max(0.0, under_root)) / a;
  result.lower = std::clamp(centre - half, 0.0, n);
  result.upper = std::clamp(centre + half, 0.0, n);
  if (under_root < 0) result.lower = result.upper = std::clamp(value, 0.0, n);  // every x is contradicted
  include_point(result, value, n);
  return result;
}

Consistent made_consistent(const Oracle& oracle, const std::vector<double>& counts, double n,
                           const EstimateOptions& options, const MostLikely& most_likely) {
  switch (options.consistency) {
    case Consistency::none:
      return {counts};
    case Consistency::base_pos:
      return base_pos(counts);
    case Consistency::base_cut: {
      const double sigma0 = std::sqrt(rare_value_variance(oracle, n));
      return base_cut(counts, base_cut_threshold(counts.size(), sigma0, 1 - options.confidence));
    }
    case Consistency::norm:
      return norm(counts, n);
    case Consistency::norm_mul:
      return norm_mul(counts, n);
    case Consistency::norm_sub:
      return norm_sub(counts, n);
    case Consistency::norm_cut:
      return norm_cut(counts, n);
    case Consistency::mle:
      return {most_likely()};
  }
  throw Error(ErrorCode::internal, "unknown consistency method");
}

// 1 − confidence of one interval.
double interval_error(const EstimateOptions& options, Value k) {
  return (1 - options.confidence) / (options.coverage == Coverage::simultaneous ? k : 1);
}

bool adds_up_to(const std::vector<double>& counts, double n) {
  return std::abs(std::accumulate(counts.begin(), counts.end(), 0.0) - n) <= 1e-6;
}

std::vector<double> likely_counts(const LikelihoodEstimate& fitted, std::uint64_t reports) {
  if (!fitted.has_converged) {
    throw Error(ErrorCode::internal,
                fmt::format("the maximum likelihood estimate did not converge in {} steps", fitted.steps),
                "Choose norm-sub instead.");
  }
  std::vector<double> counts = fitted.shares;
  for (double& count : counts) count *= static_cast<double>(reports);
  return counts;
}

}  // namespace

class Estimator::Parts {
 public:
  Parts(const Oracle& oracle, const EstimateOptions& options)
      : oracle_(oracle), options_(options), error_(interval_error(options, oracle.k())) {
    require_confidence(options.confidence);
    z_ = normal_upper_quantile(error_ / 2);
    if (options.intervals == IntervalMethod::exact && oracle.k() > 1 && oracle.is_pure() &&
        error_ >= ExactIntervals::min_error) {
      exact_.emplace(oracle.support(), error_);
      if (options.population == Population::fixed) half_step_ = 0.5 / oracle.support().gap;
    }
  }

  const Oracle& oracle() const { return oracle_; }

  Estimates estimates(TallyView tally, const MostLikely& most_likely) const {
    require_cells(oracle_, tally);
    Estimates result{tally.reports, {}, 0, options_};
    if (tally.reports == 0) return result;
    const auto n = static_cast<double>(tally.reports);
    const std::vector<double> counts = oracle_.invert(tally);
    const std::vector<VarianceCurve> variances = variance_curves(n, counts);
    result.values.reserve(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      result.values.push_back(score_estimate(counts[i], variances[i], n, z_));
      if (half_step_ > 0) {
        result.values[i].lower = score_estimate(counts[i] - half_step_, variances[i], n, z_).lower;
        result.values[i].upper = score_estimate(counts[i] + half_step_, variances[i], n, z_).upper;
      }
    }
    if (options_.population == Population::fixed) {
      for (Estimate& one : result.values) keep_whole_numbers(one.lower, one.upper, one.value, n);
    }
    if (exact_) make_exact(tally, result.values);
    if (options_.consistency != Consistency::none) {
      const Consistent points = made_consistent(oracle_, counts, n, options_, most_likely);
      result.is_degenerate = points.is_degenerate;
      move_points(points.counts, n, result.values);
      result.has_moved_errors = has_expected_error(options_.consistency);
      if (result.has_moved_errors) replace_errors(variances, n, adds_up_to(counts, n), result.values);
    }
    for (const Estimate& one : result.values) result.total += one.value;
    return result;
  }

 private:
  std::vector<VarianceCurve> variance_curves(double n, const std::vector<double>& counts) const {
    std::vector<VarianceCurve> variances = count_variance_curves(oracle_, n, counts);
    if (options_.population == Population::sampled && oracle_.k() > 1) {
      for (VarianceCurve& variance : variances) {  // + x(n − x)/n
        variance.linear += 1;
        variance.square -= 1 / n;
      }
    }
    return variances;
  }

  // Exact intervals in the place of score intervals, where they can be had.
  void make_exact(TallyView tally, std::vector<Estimate>& values) const {
    const std::vector<double> supports = oracle_.supports(tally);
    // Cells that no reports could have made are not ours to judge here; they must not be read beyond a table.
    const auto supporting = [&](std::size_t i) {
      return static_cast<std::uint64_t>(std::llround(std::clamp(supports[i], 0.0, static_cast<double>(tally.reports))));
    };
    if (options_.population == Population::sampled) {
      for (std::size_t i = 0; i < values.size(); ++i) make_exact_share(tally.reports, supporting(i), values[i]);
    } else if (tally.reports <= ExactIntervals::max_reports) {
      const auto intervals = exact_->intervals(tally.reports);
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i].lower = intervals[supporting(i)].lower;
        values[i].upper = intervals[supporting(i)].upper;
      }
    } else {
      std::map<std::uint64_t, std::size_t> first_with;  // as many supporting reports: they share an interval
      for (std::size_t i = 0; i < values.size(); ++i) {
        const auto [same, is_new] = first_with.try_emplace(supporting(i), i);
        if (is_new) {
          make_exact_tails(tally.reports, supporting(i), values[i]);
        } else {
          values[i].lower = values[same->second].lower;
          values[i].upper = values[same->second].upper;
        }
      }
    }
  }

  void make_exact_share(std::uint64_t reports, std::uint64_t supporting, Estimate& one) const {
    const auto n = static_cast<double>(reports);
    const auto with = static_cast<double>(supporting);
    if (reports > ExactIntervals::max_reports && with * (n - with) > TailInterval::max_variance * n) return;
    const ShareInterval share = exact_share_interval(oracle_.support(), error_, reports, supporting);
    one.lower = n * share.lower;
    one.upper = n * share.upper;
    include_point(one, one.value, n);
  }

  void make_exact_tails(std::uint64_t reports, std::uint64_t supporting, Estimate& one) const {
    const TailInterval tails(oracle_.support(), error_, reports, supporting);
    if (tails.variance(one.lower) <= TailInterval::max_variance) {
      one.lower = static_cast<double>(tails.lower(static_cast<std::uint64_t>(one.lower)));
    }
    if (tails.variance(one.upper) <= TailInterval::max_variance) {
      one.upper = static_cast<double>(tails.upper(static_cast<std::uint64_t>(one.upper)));
    }
  }

  void move_points(const std::vector<double>& points, double n, std::vector<Estimate>& values) const {
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i].value = points[i];
      if (options_.population == Population::fixed) {
        reach_point(values[i].lower, values[i].upper, std::clamp(points[i], 0.0, n));
      } else {
        include_point(values[i], points[i], n);
      }
    }
  }

  // The standard errors of the points that consistency made, as if these were the truth.
  void replace_errors(const std::vector<VarianceCurve>& variances, double n, bool adds_up,
                      std::vector<Estimate>& values) const {
    std::vector<HeldCount> held;
    held.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double count = std::clamp(values[i].value, 0.0, n);
      held.push_back({.count = count, .variance = std::max(0.0, variances[i].at(count))});
    }
    const std::vector<ExpectedError> errors = expected_errors(options_.consistency, held, n, adds_up);
    for (std::size_t i = 0; i < values.size(); ++i) values[i].std_error = errors[i].root_mean_square;
  }

  const Oracle& oracle_;
  EstimateOptions options_;
  double error_;  // 1 − confidence of one interval
  double z_ = 0;
  double half_step_ = 0;  // half of what one supporting report more adds to an estimate
  std::optional<ExactIntervals> exact_;
};

Estimator::Estimator(const Oracle& oracle, const EstimateOptions& options)
    : parts_(std::make_unique<const Parts>(oracle, options)) {}

Estimator::~Estimator() = default;

Estimates Estimator::operator()(TallyView tally) const {
  return parts_->estimates(tally,
                           [&] { return likely_counts(maximum_likelihood(parts_->oracle(), tally), tally.reports); });
}

Estimates Estimator::operator()(ReportsView reports) const {
  Tally tally = parts_->oracle().empty_tally();
  parts_->oracle().tally(reports, tally);
  return parts_->estimates(tally,
                           [&] { return likely_counts(maximum_likelihood(parts_->oracle(), reports), tally.reports); });
}

Estimates Estimator::operator()(TallyView tally, const DistinctReports& reports) const {
  return parts_->estimates(tally,
                           [&] { return likely_counts(maximum_likelihood(parts_->oracle(), reports), tally.reports); });
}

Estimates estimate(const Oracle& oracle, const Tally& tally, const EstimateOptions& options) {
  if (const std::string field = first_difference(oracle.spec(), tally.spec); !field.empty()) {
    fail_input(fmt::format("the tally was made by another oracle: the specs differ in '{}'", field),
               "Use the oracle that the tally's own spec describes.");
  }
  return Estimator(oracle, options)(static_cast<TallyView>(tally));
}

Estimates estimate(const Oracle& oracle, TallyView tally, const EstimateOptions& options) {
  return Estimator(oracle, options)(tally);
}

Estimates estimate(const Oracle& oracle, ReportsView reports, const EstimateOptions& options) {
  return Estimator(oracle, options)(reports);
}

Estimates estimate(const Oracle& oracle, TallyView tally, const DistinctReports& reports,
                   const EstimateOptions& options) {
  return Estimator(oracle, options)(tally, reports);
}

Estimate frequency(const Estimate& count, std::uint64_t reports) {
  const auto n = static_cast<double>(reports);
  return {count.value / n, count.std_error / n, count.lower / n, count.upper / n};
}

}  // namespace sourdine
