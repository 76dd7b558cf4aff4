#include "sourdine/privacy/loss.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "sourdine/base/error.h"
#include "sourdine/privacy/exact_epsilon.h"
#include "sourdine/privacy/group.h"
#include "sourdine/privacy/rounding.h"

namespace sourdine {
namespace {

constexpr std::array conversion_rows{
    Conversion{.from = LossKind::pure,
               .to = LossKind::approximate,
               .needs_delta = false,
               .is_tight = true,
               .formula = "δ = 0",
               .theorem = "definition"},
    Conversion{.from = LossKind::pure,
               .to = LossKind::zcdp,
               .needs_delta = false,
               .is_tight = false,
               .formula = "ρ = ε²/2",
               .theorem = "Bun, Steinke 2016, Prop. 1.4"},
    Conversion{.from = LossKind::pure,
               .to = LossKind::rdp,
               .needs_delta = false,
               .is_tight = true,
               .formula = "ε(α) of randomised response",
               .theorem = "Kairouz, Oh, Viswanath 2015"},
    Conversion{.from = LossKind::pure,
               .to = LossKind::distribution,
               .needs_delta = false,
               .is_tight = true,
               .formula = "randomised response",
               .theorem = "Kairouz, Oh, Viswanath 2015"},
    Conversion{.from = LossKind::approximate,
               .to = LossKind::distribution,
               .needs_delta = false,
               .is_tight = true,
               .formula = "randomised response that tells its input with probability δ",
               .theorem = "Kairouz, Oh, Viswanath 2015"},
    Conversion{.from = LossKind::zcdp,
               .to = LossKind::rdp,
               .needs_delta = false,
               .is_tight = true,
               .formula = "ε(α) = ρα",
               .theorem = "definition"},
    Conversion{.from = LossKind::distribution,
               .to = LossKind::rdp,
               .needs_delta = false,
               .is_tight = true,
               .formula = "Rényi divergence of the pairs",
               .theorem = "Mironov 2017; Mironov, Talwar, Zhang 2019"},
    Conversion{.from = LossKind::zcdp,
               .to = LossKind::approximate,
               .needs_delta = true,
               .is_tight = false,
               .formula = "min over α of ρα + ln(1 − 1/α) − ln(δα)/(α − 1)",
               .theorem = "Canonne, Kamath, Steinke 2020, Prop. 12"},
    Conversion{.from = LossKind::rdp,
               .to = LossKind::approximate,
               .needs_delta = true,
               .is_tight = false,
               .formula = "min over α of ε(α) + ln(1 − 1/α) − ln(δα)/(α − 1)",
               .theorem = "Canonne, Kamath, Steinke 2020, Prop. 12"},
    Conversion{.from = LossKind::distribution,
               .to = LossKind::approximate,
               .needs_delta = true,
               .is_tight = true,
               .formula = "hockey-stick divergence of the product",
               .theorem = "Zhu, Dong, Wang 2022, Thm. 10"},
};

[[noreturn]] void refuse_conversion(LossKind from, LossKind to) {
  fail_input(fmt::format("no theorem here turns a loss of the form {} into {}", word_of(from), word_of(to)));
}

RdpCurve distribution_curve(const PrivacyLossDistribution& loss) {
  std::optional<RdpCurve> worst;
  for (const std::vector<PairTimes>& product : loss.alternatives()) {
    RdpCurve sum = rdp_of(Zcdp{0});
    for (const PairTimes& factor : product) sum = compose(sum, repeated(rdp_of(factor.pair), factor.times));
    worst = worst ? either(*worst, sum) : sum;
  }
  return *worst;
}

struct ToZcdp {
  Zcdp operator()(const PureEpsilon& loss) const {
    return {formula_up(static_cast<long double>(loss.epsilon) * loss.epsilon / 2)};
  }
  Zcdp operator()(const Zcdp& loss) const { return loss; }
  template <typename Loss>
  Zcdp operator()(const Loss& loss) const {
    refuse_conversion(kind_of(loss), LossKind::zcdp);
  }
};

struct ToRdp {
  RdpCurve operator()(const PureEpsilon& loss) const { return rdp_of(loss); }
  RdpCurve operator()(const Zcdp& loss) const { return rdp_of(loss); }
  RdpCurve operator()(const RdpCurve& loss) const { return loss; }
  RdpCurve operator()(const PrivacyLossDistribution& loss) const { return distribution_curve(loss); }
  template <typename Loss>
  RdpCurve operator()(const Loss& loss) const {
    refuse_conversion(kind_of(loss), LossKind::rdp);
  }
};

struct ToDistribution {
  PrivacyLossDistribution operator()(const PureEpsilon& loss) const {
    return PrivacyLossDistribution(ResponsePair{.epsilon = loss.epsilon});
  }
  PrivacyLossDistribution operator()(const ApproximateDp& loss) const {
    return PrivacyLossDistribution(ResponsePair{.epsilon = loss.epsilon, .delta = loss.delta});
  }
  PrivacyLossDistribution operator()(const PrivacyLossDistribution& loss) const { return loss; }
  template <typename Loss>
  PrivacyLossDistribution operator()(const Loss& loss) const {
    refuse_conversion(kind_of(loss), LossKind::distribution);
  }
};

double exact_sum(double a, double b) { return (ExactEpsilon::charged(a) + ExactEpsilon::charged(b)).value(); }

double exact_multiple(double epsilon, std::uint64_t times) {
  const long double nano = static_cast<long double>(ExactEpsilon::charged(epsilon).nano);
  return rounded_up(nano * static_cast<long double>(times) / ExactEpsilon::billion);
}

double capped_delta(long double delta) { return std::min(1.0, formula_up(delta)); }

MetricEpsilon metric_multiple(const MetricEpsilon& loss, std::uint64_t times) {
  const auto factor = static_cast<long double>(times);
  return {.per_metre = formula_up(factor * loss.per_metre), .offset = formula_up(factor * loss.offset)};
}

struct Repeat {
  std::uint64_t times;

  PrivacyLoss operator()(const PureEpsilon& loss) const { return PureEpsilon{exact_multiple(loss.epsilon, times)}; }
  PrivacyLoss operator()(const ApproximateDp& loss) const {
    return ApproximateDp{.epsilon = exact_multiple(loss.epsilon, times),
                         .delta = capped_delta(static_cast<long double>(times) * loss.delta)};
  }
  PrivacyLoss operator()(const Zcdp& loss) const {
    return Zcdp{formula_up(static_cast<long double>(times) * loss.rho)};
  }
  PrivacyLoss operator()(const RdpCurve& loss) const { return repeated(loss, times); }
  PrivacyLoss operator()(const PrivacyLossDistribution& loss) const { return loss.repeated(times); }
  PrivacyLoss operator()(const MetricEpsilon& loss) const { return metric_multiple(loss, times); }
};

struct Compose {
  PrivacyLoss operator()(const PureEpsilon& a, const PureEpsilon& b) const {
    return PureEpsilon{exact_sum(a.epsilon, b.epsilon)};
  }
  PrivacyLoss operator()(const ApproximateDp& a, const ApproximateDp& b) const {
    return ApproximateDp{.epsilon = exact_sum(a.epsilon, b.epsilon),
                         .delta = capped_delta(static_cast<long double>(a.delta) + b.delta)};
  }
  PrivacyLoss operator()(const Zcdp& a, const Zcdp& b) const {
    return Zcdp{rounded_up(static_cast<long double>(a.rho) + b.rho)};
  }
  PrivacyLoss operator()(const RdpCurve& a, const RdpCurve& b) const { return compose(a, b); }
  PrivacyLoss operator()(const PrivacyLossDistribution& a, const PrivacyLossDistribution& b) const {
    return compose(a, b);
  }
  PrivacyLoss operator()(const MetricEpsilon& a, const MetricEpsilon& b) const {
    return MetricEpsilon{.per_metre = rounded_up(static_cast<long double>(a.per_metre) + b.per_metre),
                         .offset = rounded_up(static_cast<long double>(a.offset) + b.offset)};
  }
  template <typename A, typename B>
  PrivacyLoss operator()(const A&, const B&) const {
    fail_internal("losses of different forms do not add up");
  }
};

struct GroupLoss {
  std::uint64_t size;

  PrivacyLoss operator()(const PureEpsilon& loss) const { return group_pure(loss, size); }
  PrivacyLoss operator()(const ApproximateDp& loss) const { return group_approximate(loss, size); }
  PrivacyLoss operator()(const Zcdp& loss) const { return group_zcdp(loss, size); }
  PrivacyLoss operator()(const RdpCurve& loss) const { return grouped(loss, size); }
  PrivacyLoss operator()(const PrivacyLossDistribution& loss) const { return loss.grouped(size); }
  // Each of the group moves by the distance at most.
  PrivacyLoss operator()(const MetricEpsilon& loss) const { return metric_multiple(loss, size); }
};

struct Worse {
  PrivacyLoss operator()(const PureEpsilon& a, const PureEpsilon& b) const {
    return PureEpsilon{std::max(a.epsilon, b.epsilon)};
  }
  PrivacyLoss operator()(const Zcdp& a, const Zcdp& b) const { return Zcdp{std::max(a.rho, b.rho)}; }
  PrivacyLoss operator()(const RdpCurve& a, const RdpCurve& b) const { return either(a, b); }
  PrivacyLoss operator()(const PrivacyLossDistribution& a, const PrivacyLossDistribution& b) const {
    return either(a, b);
  }
  PrivacyLoss operator()(const MetricEpsilon& a, const MetricEpsilon& b) const {
    return MetricEpsilon{.per_metre = std::max(a.per_metre, b.per_metre), .offset = std::max(a.offset, b.offset)};
  }
  template <typename A, typename B>
  PrivacyLoss operator()(const A&, const B&) const {
    fail_internal("losses of different forms cannot be compared");
  }
};

bool leads_to(LossKind from, LossKind to) {
  return from == to || std::any_of(conversion_rows.begin(), conversion_rows.end(), [&](const Conversion& row) {
           return row.from == from && row.to == to && !row.needs_delta;
         });
}

}  // namespace

LossKind kind_of(const PrivacyLoss& loss) { return static_cast<LossKind>(loss.index()); }

std::string_view word_of(LossKind kind) {
  switch (kind) {
    case LossKind::pure:
      return "pure ε";
    case LossKind::approximate:
      return "(ε, δ)";
    case LossKind::zcdp:
      return "zCDP";
    case LossKind::rdp:
      return "RDP";
    case LossKind::distribution:
      return "privacy loss distribution";
    case LossKind::metric:
      return "ε per metre";
  }
  fail_internal("a form of loss without a word");
}

std::span<const Conversion> conversions() { return conversion_rows; }

void require_valid(const PrivacyLoss& loss) {
  const auto require_size = [](double x, std::string_view what) {
    if (!(x >= 0 && std::isfinite(x)))
      fail_input(fmt::format("{} must be a number that is not negative, not {}", what, x));
  };
  if (const auto* pure = std::get_if<PureEpsilon>(&loss)) require_size(pure->epsilon, "epsilon");
  if (const auto* zcdp = std::get_if<Zcdp>(&loss)) require_size(zcdp->rho, "rho");
  if (const auto* metric = std::get_if<MetricEpsilon>(&loss)) {
    require_size(metric->per_metre, "epsilon per metre");
    require_size(metric->offset, "the offset of epsilon per metre");
  }
  if (const auto* approximate = std::get_if<ApproximateDp>(&loss)) {
    require_size(approximate->epsilon, "epsilon");
    if (!(approximate->delta >= 0 && approximate->delta < 1)) {
      fail_input(fmt::format("delta must be at least 0 and less than 1, not {}", approximate->delta));
    }
  }
}

PrivacyLoss convert(const PrivacyLoss& loss, LossKind to) {
  require_valid(loss);
  if (kind_of(loss) == to) return loss;
  switch (to) {
    case LossKind::pure:
    case LossKind::metric:
      break;
    case LossKind::approximate:
      if (const auto* pure = std::get_if<PureEpsilon>(&loss))
        return ApproximateDp{.epsilon = pure->epsilon, .delta = 0};
      break;
    case LossKind::zcdp:
      return std::visit(ToZcdp{}, loss);
    case LossKind::rdp:
      return std::visit(ToRdp{}, loss);
    case LossKind::distribution:
      return std::visit(ToDistribution{}, loss);
  }
  refuse_conversion(kind_of(loss), to);
}

ApproximateDp approximate_at(const PrivacyLoss& loss, double delta) {
  require_valid(loss);
  if (const auto* pure = std::get_if<PureEpsilon>(&loss)) return {.epsilon = pure->epsilon, .delta = 0};
  if (std::holds_alternative<MetricEpsilon>(loss)) refuse_conversion(LossKind::metric, LossKind::approximate);
  if (!(delta > 0 && delta < 1)) fail_input(fmt::format("delta must lie between 0 and 1, not {}", delta));
  if (const auto* approximate = std::get_if<ApproximateDp>(&loss)) {
    if (approximate->delta > delta) {
      fail_input(fmt::format("a loss with delta {} does not fit delta {}", approximate->delta, delta));
    }
    return *approximate;
  }
  if (const auto* zcdp = std::get_if<Zcdp>(&loss)) return {.epsilon = epsilon_improved(*zcdp, delta), .delta = delta};
  if (const auto* curve = std::get_if<RdpCurve>(&loss)) {
    return {.epsilon = epsilon_improved(*curve, delta).epsilon, .delta = delta};
  }
  return {.epsilon = std::get<PrivacyLossDistribution>(loss).epsilon_at(delta).upper, .delta = delta};
}

double level_at(const MetricEpsilon& loss, double metres) {
  if (!(metres >= 0 && std::isfinite(metres))) fail_input(fmt::format("a distance of {} metres is none", metres));
  return formula_up(static_cast<long double>(loss.per_metre) * metres + loss.offset);
}

PrivacyLoss repeated(const PrivacyLoss& loss, std::uint64_t times) { return std::visit(Repeat{times}, loss); }

PrivacyLoss compose(const PrivacyLoss& a, const PrivacyLoss& b) { return std::visit(Compose{}, a, b); }

PrivacyLoss grouped(const PrivacyLoss& loss, std::uint64_t size) { return std::visit(GroupLoss{size}, loss); }

PrivacyLoss parallel(std::span<const PrivacyLoss> losses) {
  if (losses.empty()) fail_input("there are no losses to take the worst of");
  for (const PrivacyLoss& loss : losses) require_valid(loss);
  if (std::all_of(losses.begin(), losses.end(), [&](const PrivacyLoss& loss) { return loss == losses.front(); })) {
    return losses.front();
  }
  // The first form that all lead to; the worst of two (ε, δ) is not one in general, but is one of two laws.
  for (const LossKind kind :
       {LossKind::pure, LossKind::distribution, LossKind::zcdp, LossKind::rdp, LossKind::metric}) {
    if (!std::all_of(losses.begin(), losses.end(),
                     [&](const PrivacyLoss& loss) { return leads_to(kind_of(loss), kind); })) {
      continue;
    }
    PrivacyLoss worst = convert(losses.front(), kind);
    for (const PrivacyLoss& loss : losses.subspan(1)) worst = std::visit(Worse{}, worst, convert(loss, kind));
    return worst;
  }
  fail_input("losses of these forms have no common form in which the worst of them could be taken",
             "State all of them as (epsilon, delta), or all as RDP curves.");
}

}  // namespace sourdine
