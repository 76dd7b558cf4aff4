#include "sourdine/privacy/rdp.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sourdine/base/error.h"
#include "sourdine/privacy/rounding.h"

namespace sourdine {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
constexpr std::size_t largest_sampled_order = 4096;

std::vector<double> make_orders() {
  std::vector<double> orders{1.01, 1.02, 1.05, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9};
  for (int order = 2; order <= 1024; ++order) orders.push_back(order);
  while (orders.back() < 65536) orders.push_back(std::min(65536.0, std::ceil(orders.back() * 1.02)));
  return orders;
}

// A curve from ln E_Q (P/Q)^α = (α − 1) ε(α), given to a relative 10^−13.
template <typename LogMoment>
RdpCurve curve_of(const LogMoment& log_moment) {
  std::vector<RdpPoint> points;
  for (const double order : rdp_orders()) {
    const long double moment = log_moment(static_cast<long double>(order));
    const long double slack = std::isfinite(moment) ? std::abs(moment) * 1e-13L : 0;
    points.push_back({.order = order, .epsilon = rounded_up((moment + slack) / (order - 1.0L))});
  }
  return RdpCurve(std::move(points));
}

// ln(cosh((α − ½) ε) / cosh(ε / 2)), by a form without cancellation.
long double response_moment(long double epsilon, long double order) {
  if (order * epsilon > 1000) return (order - 1) * epsilon - std::log1p(std::exp(-epsilon));
  return std::log1p(2 * std::sinh(order * epsilon / 2) * std::sinh((order - 1) * epsilon / 2) / std::cosh(epsilon / 2));
}

long double laplace_moment(long double epsilon, long double order) {
  if (order * epsilon > 1000) return (order - 1) * epsilon + std::log(order / (2 * order - 1));
  if (order * epsilon < 1e-4L) {  // the second order of the series, and more than all that follows
    return order * (order - 1) * epsilon * epsilon / 2 * (1 + order * epsilon * order * epsilon);
  }
  const long double beyond =
      (order * std::expm1((order - 1) * epsilon) + (order - 1) * std::expm1(-order * epsilon)) / (2 * order - 1);
  const long double cancelled = order * (order - 1) / (2 * order - 1) * epsilon * formula_slack;
  return std::log1p(beyond + cancelled);
}

// ln Σ_j C(α, j) (1 − q)^{α − j} q^j e^{j (j − 1) / 2σ²} for whole α: one table for all orders. The sum is 1 with
// expm1 in place of the exponential, so nothing cancels.
class SampledMoments {
 public:
  explicit SampledMoments(const SampledGaussianPair& pair)
      : log_rate_(std::log(static_cast<long double>(pair.rate))),
        log_rest_(std::log1p(-static_cast<long double>(pair.rate))) {
    const long double variance = static_cast<long double>(pair.noise) * pair.noise;
    long double log_factorial = 0;
    for (std::size_t j = 0; j <= largest_sampled_order; ++j) {
      if (j > 1) log_factorial += std::log(static_cast<long double>(j));
      log_factorials_.push_back(log_factorial);
      const long double exponent = static_cast<long double>(j) * (static_cast<long double>(j) - 1) / (2 * variance);
      log_gains_.push_back(exponent > 60 ? exponent : std::log(std::expm1(exponent)));
    }
  }

  // Whole orders only.
  long double at(std::size_t order) const {
    if (order < 2) return 0;
    long double most = -std::numeric_limits<long double>::infinity();
    std::vector<long double> logs(order + 1);
    for (std::size_t j = 2; j <= order; ++j) {
      logs[j] = log_factorials_[order] - log_factorials_[j] - log_factorials_[order - j] +
                static_cast<long double>(j) * log_rate_ + static_cast<long double>(order - j) * log_rest_ +
                log_gains_[j];
      most = std::max(most, logs[j]);
    }
    long double sum = 0;
    for (std::size_t j = 2; j <= order; ++j) {
      if (logs[j] > most - 60) sum += std::exp(static_cast<double>(logs[j] - most));
    }
    // What was left out is less than e^−60 of the largest term each; logarithms err by less than 10^−14.
    const long double log_sum = most + std::log(sum) + 1e-13L;
    return log_sum > 40 ? log_sum + std::exp(-log_sum) : std::log1p(std::exp(log_sum));
  }

  // By the chord between whole orders; the moment is convex in the order.
  long double chord(long double order) const {
    const long double floor = std::floor(order);
    if (floor > static_cast<long double>(largest_sampled_order) - 1 && order > largest_sampled_order) {
      return std::numeric_limits<long double>::infinity();
    }
    const auto low = static_cast<std::size_t>(floor);
    const long double at_low = at(low);
    return order == floor ? at_low : at_low + (order - floor) * (at(low + 1) - at_low);
  }

 private:
  long double log_rate_;
  long double log_rest_;
  std::vector<long double> log_factorials_;
  std::vector<long double> log_gains_;
};

long double finite_moment(const std::vector<double>& p, const std::vector<double>& q, long double order) {
  long double beyond = 0;  // Σ q ((p / q)^α − 1) − α (p − q), whose last part adds up to 0 but for rounding
  long double excess = 0;
  long double surplus = -1;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] > 0 && q[i] == 0) return std::numeric_limits<long double>::infinity();
    excess += static_cast<long double>(p[i]) - q[i];
    surplus += q[i];
    if (q[i] == 0) continue;
    const long double ratio = static_cast<long double>(p[i]) / q[i];
    beyond += p[i] == 0 ? q[i] * (order - 1) : q[i] * (std::expm1(order * std::log(ratio)) - order * (ratio - 1));
  }
  const long double rounding = order * (std::abs(excess) + formula_slack) + std::abs(surplus);
  return std::log1p(std::max(0.0L, beyond) + rounding);
}

struct CurveOfPair {
  RdpCurve operator()(const ResponsePair& pair) const {
    const long double epsilon = pair.epsilon;
    return curve_of([&](long double order) {
      return pair.delta > 0 ? std::numeric_limits<long double>::infinity() : response_moment(epsilon, order);
    });
  }
  RdpCurve operator()(const LaplacePair& pair) const {
    const long double epsilon = pair.epsilon;
    return curve_of([&](long double order) { return laplace_moment(epsilon, order); });
  }
  RdpCurve operator()(const GaussianPair& pair) const {
    const long double shift = pair.shift;
    return curve_of([&](long double order) { return (order - 1) * order * shift * shift / 2; });
  }
  RdpCurve operator()(const SampledGaussianPair& pair) const {
    const SampledMoments moments(pair);
    return curve_of([&](long double order) { return moments.chord(order); });
  }
  RdpCurve operator()(const FinitePair& pair) const {
    return curve_of([&](long double order) {
      return std::max(finite_moment(pair.p, pair.q, order), finite_moment(pair.q, pair.p, order));
    });
  }
};

void require_delta(double delta) {
  if (!(delta > 0 && delta < 1)) fail_input(fmt::format("delta must lie between 0 and 1, not {}", delta));
}

long double improved_at(long double epsilon, long double order, long double delta) {
  return epsilon + std::log1p(-1 / order) - (std::log(delta) + std::log(order)) / (order - 1);
}

template <typename Bound>
RdpEpsilon least_over_orders(const RdpCurve& curve, double delta, const Bound& bound) {
  require_delta(delta);
  RdpEpsilon best{.epsilon = endless};
  for (const RdpPoint& point : curve.points()) {
    const double epsilon = formula_up(bound(point.epsilon, point.order));
    if (epsilon < best.epsilon) best = {.epsilon = epsilon, .order = point.order};
  }
  best.epsilon = std::max(best.epsilon, 0.0);
  return best;
}

// Both curves at the orders that both have, and between.
template <typename Combine>
RdpCurve combined(const RdpCurve& a, const RdpCurve& b, const Combine& combine) {
  const double last = std::min(a.points().back().order, b.points().back().order);
  std::vector<double> orders;
  for (const RdpCurve* curve : {&a, &b}) {
    for (const RdpPoint& point : curve->points()) {
      if (point.order <= last) orders.push_back(point.order);
    }
  }
  std::sort(orders.begin(), orders.end());
  orders.erase(std::unique(orders.begin(), orders.end()), orders.end());
  std::vector<RdpPoint> points;
  points.reserve(orders.size());
  for (const double order : orders) points.push_back({.order = order, .epsilon = combine(a.at(order), b.at(order))});
  return RdpCurve(std::move(points));
}

}  // namespace

RdpCurve::RdpCurve(std::vector<RdpPoint> points) : points_(std::move(points)) {
  double before = 1;
  for (const RdpPoint& point : points_) {
    if (!(point.order > before && std::isfinite(point.order) && point.epsilon >= 0)) {
      fail_input(fmt::format("an RDP curve has ascending orders above 1 and no negative values, not {} at {}",
                             point.epsilon, point.order));
    }
    before = point.order;
  }
  if (points_.empty()) fail_input("an RDP curve has at least one order");
}

double RdpCurve::at(double order) const {
  const auto next = std::lower_bound(points_.begin(), points_.end(), order,
                                     [](const RdpPoint& point, double wanted) { return point.order < wanted; });
  if (next == points_.end()) return endless;
  if (next->order == order || next->epsilon == endless) return next->epsilon;
  const RdpPoint low = next == points_.begin() ? RdpPoint{.order = 1, .epsilon = 0} : *std::prev(next);
  const long double moment_low = (low.order - 1.0L) * low.epsilon;
  const long double moment_high = (next->order - 1.0L) * next->epsilon;
  const long double share = (static_cast<long double>(order) - low.order) / (next->order - low.order);
  return formula_up((moment_low + share * (moment_high - moment_low)) / (order - 1.0L));
}

std::span<const double> rdp_orders() {
  static const std::vector<double> orders = make_orders();
  return orders;
}

RdpCurve rdp_of(PureEpsilon loss) {
  return curve_of([&](long double order) { return response_moment(loss.epsilon, order); });
}

RdpCurve rdp_of(Zcdp loss) {
  return curve_of([&](long double order) { return (order - 1) * order * static_cast<long double>(loss.rho); });
}

RdpCurve rdp_of(const DominatingPair& pair) {
  require_valid(pair);
  return std::visit(CurveOfPair{}, pair);
}

RdpCurve compose(const RdpCurve& a, const RdpCurve& b) {
  return combined(a, b, [](double of_a, double of_b) { return rounded_up(static_cast<long double>(of_a) + of_b); });
}

RdpCurve either(const RdpCurve& a, const RdpCurve& b) {
  return combined(a, b, [](double of_a, double of_b) { return std::max(of_a, of_b); });
}

RdpCurve repeated(const RdpCurve& curve, std::uint64_t times) {
  std::vector<RdpPoint> points = curve.points();
  for (RdpPoint& point : points) {
    point.epsilon = times == 0 ? 0 : formula_up(point.epsilon * static_cast<long double>(times));
  }
  return RdpCurve(std::move(points));
}

RdpCurve grouped(const RdpCurve& curve, std::uint64_t size) {
  if (size == 0) fail_input("a group has at least one member: the bound on contributions must not be 0");
  long double orders = 1;
  long double factor = 1;
  while (orders < static_cast<long double>(size)) {
    orders *= 2;
    factor *= 3;
  }
  if (orders == 1) return curve;
  std::vector<RdpPoint> points;
  for (const RdpPoint& point : curve.points()) {
    const auto order = static_cast<double>(point.order / orders);
    if (order < 2) continue;
    points.push_back({.order = order, .epsilon = formula_up(factor * point.epsilon)});
  }
  if (points.empty()) fail_input(fmt::format("an RDP curve has too few orders for a group of {}", size));
  return RdpCurve(std::move(points));
}

RdpEpsilon epsilon_classic(const RdpCurve& curve, double delta) {
  return least_over_orders(curve, delta, [&](long double epsilon, long double order) {
    return epsilon - std::log(static_cast<long double>(delta)) / (order - 1);
  });
}

RdpEpsilon epsilon_improved(const RdpCurve& curve, double delta) {
  return least_over_orders(curve, delta,
                           [&](long double epsilon, long double order) { return improved_at(epsilon, order, delta); });
}

double epsilon_classic(Zcdp loss, double delta) {
  require_delta(delta);
  const long double rho = loss.rho;
  return formula_up(rho + 2 * std::sqrt(-rho * std::log(static_cast<long double>(delta))));
}

double epsilon_improved(Zcdp loss, double delta) {
  require_delta(delta);
  if (loss.rho == 0) return 0;
  // Every order gives a bound; the search on a logarithmic scale of α − 1 need not be exact.
  const auto bound = [&](long double log_excess) {
    const long double order = 1 + std::exp(log_excess);
    return improved_at(loss.rho * order, order, delta);
  };
  long double low = -12;
  long double high = 30;
  for (int i = 0; i < 120; ++i) {
    const long double third = (high - low) / 3;
    if (bound(low + third) < bound(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  return std::max(0.0, formula_up(bound((low + high) / 2)));
}

}  // namespace sourdine
