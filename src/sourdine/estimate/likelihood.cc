#include "sourdine/estimate/likelihood.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string_view>

#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"
#include "sourdine/base/stream.h"
#include "sourdine/estimate/consistency.h"

namespace sourdine {
namespace {

constexpr std::size_t most_stored_numbers = std::size_t{1} << 25;

// Different reports, how often each came, and what each says about the values.
class Sample {
 public:
  explicit Sample(const Oracle& oracle) : oracle_(oracle), scratch_(oracle.k()) {}

  void add(std::span<const std::uint8_t> report, std::uint64_t times) {
    bytes_.insert(bytes_.end(), report.begin(), report.end());
    times_.push_back(static_cast<double>(times));
  }

  // To be called once, after the last add().
  void finish() {
    const double n = std::accumulate(times_.begin(), times_.end(), 0.0);
    for (double& times : times_) times /= n;
    if (times_.size() > most_stored_numbers / oracle_.k()) return;
    std::vector<double> rows(times_.size() * oracle_.k());
    for (std::size_t i = 0; i < times_.size(); ++i) {
      std::ranges::copy(row(i), rows.begin() + static_cast<std::ptrdiff_t>(i * oracle_.k()));
    }
    rows_ = std::move(rows);
  }

  std::size_t size() const { return times_.size(); }
  double share(std::size_t i) const { return times_[i]; }

  // Pr[report i | v] for every v, scaled to a largest one of 1. Valid until the next call.
  std::span<const double> row(std::size_t i) const {
    const std::size_t k = oracle_.k();
    if (!rows_.empty()) return std::span(rows_).subspan(i * k, k);
    const std::size_t size = oracle_.report_bytes();
    oracle_.likelihood(std::span(bytes_).subspan(i * size, size), scratch_);
    const double largest = *std::max_element(scratch_.begin(), scratch_.end());
    // All zero: e^−ε underflowed in a report that supports no value. It says the same about all of them.
    for (double& number : scratch_) number = largest > 0 ? number / largest : 1.0;
    return scratch_;
  }

 private:
  const Oracle& oracle_;
  std::vector<std::uint8_t> bytes_;
  std::vector<double> times_;
  std::vector<double> rows_;
  mutable std::vector<double> scratch_;
};

struct Point {
  std::vector<double> shares;
  double log_likelihood = 0;
  std::vector<double> gradient;

  double gap() const { return *std::max_element(gradient.begin(), gradient.end()) - 1; }
};

Point evaluate(const Sample& sample, std::vector<double> shares) {
  Point point{std::move(shares), 0, {}};
  point.gradient.assign(point.shares.size(), 0.0);
  const StopToken stop;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    stop.check();
    const std::span<const double> row = sample.row(i);
    const double mixed = std::inner_product(row.begin(), row.end(), point.shares.begin(), 0.0);
    point.log_likelihood += sample.share(i) * std::log(mixed);
    const double weight = sample.share(i) / mixed;
    for (std::size_t v = 0; v < row.size(); ++v) point.gradient[v] += weight * row[v];
  }
  return point;
}

// The posterior shares of all reports, averaged. The sum is 1 up to rounding, which is taken out so it cannot build up.
std::vector<double> expectation_maximisation(const Point& point) {
  std::vector<double> next(point.shares.size());
  std::ranges::transform(point.shares, point.gradient, next.begin(), std::multiplies<>());
  const double sum = std::accumulate(next.begin(), next.end(), 0.0);
  for (double& share : next) share /= sum;
  return next;
}

// The step length 1/curvature along the last move (Barzilai & Borwein): s·s / s·y with y the fall of the gradient.
double step_length(const Point& from, const Point& to) {
  double moved = 0;
  double fallen = 0;
  for (std::size_t v = 0; v < to.shares.size(); ++v) {
    const double s = to.shares[v] - from.shares[v];
    moved += s * s;
    fallen += s * (from.gradient[v] - to.gradient[v]);
  }
  return fallen > 0 ? moved / fallen : 1.0;
}

// One projected gradient step from `start`, shortened until ℓ rises as a concave function should. ℓ is a mean of
// logarithms of order one: differences below `rounding` say nothing, and there the gap decides. (Taking every step that
// ℓ cannot tell from a rise went round in circles: near the maximum ℓ is flat where the gap is not.) Returns `start`
// itself when no length helps.
Point climb(const Sample& sample, const Point& start, double length, std::size_t& steps) {
  constexpr double rounding = 1e-14;
  constexpr int most_halvings = 6;
  std::vector<double> target(start.shares);
  for (std::size_t v = 0; v < target.size(); ++v) target[v] += length * start.gradient[v];
  target = norm_sub(target, 1).counts;
  double slope = 0;
  for (std::size_t v = 0; v < target.size(); ++v) slope += start.gradient[v] * (target[v] - start.shares[v]);
  for (int halvings = 0; halvings < most_halvings; ++halvings) {
    const double part = std::ldexp(1.0, -halvings);
    std::vector<double> shares(target.size());
    for (std::size_t v = 0; v < shares.size(); ++v) shares[v] = (1 - part) * start.shares[v] + part * target[v];
    Point next = evaluate(sample, std::move(shares));
    ++steps;
    const double rise = next.log_likelihood - start.log_likelihood;
    if (rise >= std::max(1e-4 * part * slope, rounding)) return next;
    if (rise >= -rounding && next.gap() <= start.gap()) return next;
  }
  return start;
}

LikelihoodEstimate maximise(const Sample& sample, Value k, const LikelihoodOptions& options) {
  Point best = evaluate(sample, std::vector<double>(k, 1.0 / k));
  std::size_t steps = 1;
  while (best.gap() > options.tolerance && steps < options.max_steps) {
    const Point expected = evaluate(sample, expectation_maximisation(best));
    ++steps;
    best = climb(sample, expected, step_length(best, expected), steps);
  }
  const double gap = std::max(0.0, best.gap());
  return {.shares = std::move(best.shares),
          .log_likelihood = best.log_likelihood,
          .gap = gap,
          .steps = steps,
          .has_converged = gap <= options.tolerance};
}

LikelihoodEstimate without_noise(bool has_reports) {
  return {.shares = has_reports ? std::vector<double>{1.0} : std::vector<double>{},
          .log_likelihood = 0,
          .gap = 0,
          .steps = 0,
          .has_converged = true};
}

}  // namespace

void DistinctReports::add(ReportsView reports) {
  if (!reports.is_whole(oracle_.report_bytes())) fail_input("the reports are those of another oracle");
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (!oracle_.is_possible(reports[i])) {
      fail_input(fmt::format("report {} is not one that oracle '{}' makes", reports_ + i + 1, oracle_.name()));
    }
  }
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const std::string_view text(reinterpret_cast<const char*>(reports[i].data()), reports.report_bytes);
    const auto found = counts_.lower_bound(text);
    if (found != counts_.end() && found->first == text) {
      ++found->second;
    } else {
      counts_.emplace_hint(found, text, 1);
    }
  }
  reports_ += reports.size();
}

LikelihoodEstimate maximum_likelihood(const Oracle& oracle, ReportsView reports, const LikelihoodOptions& options) {
  DistinctReports distinct(oracle);
  distinct.add(reports);
  return maximum_likelihood(oracle, distinct, options);
}

LikelihoodEstimate maximum_likelihood(const Oracle& oracle, const DistinctReports& reports,
                                      const LikelihoodOptions& options) {
  if (reports.reports() == 0 || oracle.k() == 1) return without_noise(reports.reports() > 0);
  Sample sample(oracle);
  for (const auto& [report, times] : reports.counts()) sample.add(as_bytes(report), times);
  sample.finish();
  return maximise(sample, oracle.k(), options);
}

LikelihoodEstimate maximum_likelihood(const Oracle& oracle, TallyView tally, const LikelihoodOptions& options) {
  if (tally.reports == 0 || oracle.k() == 1) return without_noise(tally.reports > 0);
  if (!oracle.cell_is_report()) {
    fail_input(fmt::format("the maximum likelihood estimate for '{}' needs the reports themselves, not their tally",
                           oracle.name()),
               "Estimate from the report file, or choose norm-sub.");
  }
  if (oracle.report_names_value()) {
    return direct_maximum_likelihood(oracle.supports(tally), oracle.support());
  }
  Sample sample(oracle);
  std::vector<std::uint8_t> report(oracle.report_bytes());
  for (std::size_t cell = 0; cell < tally.cells.size(); ++cell) {
    if (tally.cells[cell] == 0) continue;
    std::ranges::fill(report, std::uint8_t{0});
    oracle.report_of_cell(cell, report);
    sample.add(report, tally.cells[cell]);
  }
  sample.finish();
  return maximise(sample, oracle.k(), options);
}

LikelihoodEstimate direct_maximum_likelihood(std::span<const double> counts, const Support& support) {
  const double n = std::accumulate(counts.begin(), counts.end(), 0.0);
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t v) { return counts[v]; });
  double rest = 1;
  double scale = 1;  // (1 − j·no)/s
  for (std::size_t dropped = 0; dropped < order.size(); ++dropped) {
    scale = (1 - static_cast<double>(dropped) * support.no) / rest;
    const double smallest = counts[order[dropped]] / n;
    if (smallest * scale >= support.no) break;
    rest -= smallest;
  }
  LikelihoodEstimate result{
      .shares = std::vector<double>(counts.size()), .log_likelihood = 0, .gap = 0, .steps = 1, .has_converged = true};
  double others = 0;  // what the reports of other values add to every component of the gradient
  double largest = 0;
  for (std::size_t v = 0; v < counts.size(); ++v) {
    const double share = counts[v] / n;
    result.shares[v] = std::max(0.0, (share * scale - support.no) / support.gap);
    const double mixed = support.no + support.gap * result.shares[v];
    if (share > 0) result.log_likelihood += share * std::log(mixed / support.yes);
    others += share * support.no / mixed;
    largest = std::max(largest, share * support.gap / mixed);
  }
  result.gap = std::max(0.0, others + largest - 1);
  return result;
}

}  // namespace sourdine
