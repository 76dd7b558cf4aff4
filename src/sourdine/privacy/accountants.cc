#include "sourdine/privacy/accountants.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/privacy/exact_epsilon.h"
#include "sourdine/privacy/rounding.h"

namespace sourdine {
namespace {

constexpr std::array accountants{Accountant::basic, Accountant::advanced, Accountant::zcdp, Accountant::rdp,
                                 Accountant::distribution};

// Σ δ of the losses that have one; what is left of δ for the others is rounded down.
double delta_left(std::span<const LossTimes> losses, double delta) {
  long double aside = 0;
  for (const LossTimes& each : losses) {
    const auto* approximate = std::get_if<ApproximateDp>(&each.loss);
    if (approximate) aside += static_cast<long double>(each.times) * approximate->delta;
  }
  return aside == 0 ? delta : formula_down(delta - aside * (1 + formula_slack));
}

std::optional<PureEpsilon> epsilon_part(const PrivacyLoss& loss) {
  if (const auto* pure = std::get_if<PureEpsilon>(&loss)) return *pure;
  if (const auto* approximate = std::get_if<ApproximateDp>(&loss)) return PureEpsilon{approximate->epsilon};
  return std::nullopt;
}

// What `compute` gives; nothing where losses are too large, or too many kinds of them, for a lattice: accountants that
// need none remain.
template <typename Compute>
std::optional<Total> where_a_lattice_fits(const Compute& compute) {
  try {
    return compute();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_input) throw;
    return std::nullopt;
  }
}

bool has_metric(std::span<const LossTimes> losses) {
  return std::any_of(losses.begin(), losses.end(),
                     [](const LossTimes& each) { return std::holds_alternative<MetricEpsilon>(each.loss); });
}

std::optional<Total> basic_total(std::span<const LossTimes> losses, double delta) {
  const double left = delta_left(losses, delta);
  std::uint64_t without = 0;
  for (const LossTimes& each : losses) without += epsilon_part(each.loss) ? 0U : 1U;
  if (left < 0 || (without > 0 && !(left > 0))) return std::nullopt;
  ExactEpsilon sum;
  for (const LossTimes& each : losses) {
    const std::optional<PureEpsilon> pure = epsilon_part(each.loss);
    // Repeated losses of the other forms add up within their form first.
    const double epsilon =
        pure ? std::get<PureEpsilon>(repeated(*pure, each.times)).epsilon
             : approximate_at(repeated(each.loss, each.times),
                              formula_down(static_cast<long double>(left) / static_cast<long double>(without)))
                   .epsilon;
    if (!(epsilon <= 1e9)) return std::nullopt;
    sum = sum + ExactEpsilon::charged(epsilon);
  }
  return Total{.epsilon = rounded_up(static_cast<long double>(sum.nano) / ExactEpsilon::billion),
               .delta = delta,
               .accountant = Accountant::basic};
}

std::optional<Total> advanced_total(std::span<const LossTimes> losses, double delta) {
  const double left = delta_left(losses, delta);
  if (!(left > 0)) return std::nullopt;
  long double squares = 0;
  long double drift = 0;
  for (const LossTimes& each : losses) {
    const std::optional<PureEpsilon> pure = epsilon_part(each.loss);
    if (!pure) return std::nullopt;
    const long double epsilon = pure->epsilon;
    const auto times = static_cast<long double>(each.times);
    squares += times * epsilon * epsilon;
    drift += times * epsilon * std::expm1(epsilon);
  }
  const long double epsilon = std::sqrt(-2 * std::log(static_cast<long double>(left)) * squares) + drift;
  return Total{.epsilon = formula_up(epsilon), .delta = delta, .accountant = Accountant::advanced};
}

// The ρ of a loss whose δ, if any, is set aside; nothing where no theorem gives one.
std::optional<Zcdp> zcdp_part(const PrivacyLoss& loss) {
  if (const auto* zcdp = std::get_if<Zcdp>(&loss)) return *zcdp;
  if (const std::optional<PureEpsilon> pure = epsilon_part(loss)) {
    return std::get<Zcdp>(convert(*pure, LossKind::zcdp));
  }
  const auto* law = std::get_if<PrivacyLossDistribution>(&loss);
  if (!law) return std::nullopt;
  double worst = 0;
  for (const std::vector<PairTimes>& product : law->alternatives()) {
    long double sum = 0;
    for (const PairTimes& factor : product) {
      const auto* gaussian = std::get_if<GaussianPair>(&factor.pair);
      const auto* response = std::get_if<ResponsePair>(&factor.pair);
      const auto* laplace = std::get_if<LaplacePair>(&factor.pair);
      if (!gaussian && !laplace && !(response && response->delta == 0)) return std::nullopt;
      const long double size = gaussian ? gaussian->shift : laplace ? laplace->epsilon : response->epsilon;
      sum += static_cast<long double>(factor.times) * size * size / 2;
    }
    worst = std::max(worst, formula_up(sum));
  }
  return Zcdp{worst};
}

std::optional<Total> zcdp_total(std::span<const LossTimes> losses, double delta) {
  const double left = delta_left(losses, delta);
  if (!(left > 0)) return std::nullopt;
  Zcdp sum;
  for (const LossTimes& each : losses) {
    const std::optional<Zcdp> one = zcdp_part(each.loss);
    if (!one) return std::nullopt;
    sum = std::get<Zcdp>(compose(sum, repeated(*one, each.times)));
  }
  return Total{.epsilon = epsilon_improved(sum, left), .delta = delta, .accountant = Accountant::zcdp};
}

std::optional<Total> rdp_total(std::span<const LossTimes> losses, double delta) {
  const double left = delta_left(losses, delta);
  if (!(left > 0)) return std::nullopt;
  std::optional<RdpCurve> sum;
  for (const LossTimes& each : losses) {
    const std::optional<PureEpsilon> pure = epsilon_part(each.loss);
    const PrivacyLoss curve = convert(pure ? PrivacyLoss(*pure) : each.loss, LossKind::rdp);
    const RdpCurve one = repeated(std::get<RdpCurve>(curve), each.times);
    sum = sum ? compose(*sum, one) : one;
  }
  const double epsilon = sum ? epsilon_improved(*sum, left).epsilon : 0;
  if (!std::isfinite(epsilon)) return std::nullopt;
  return Total{.epsilon = epsilon, .delta = delta, .accountant = Accountant::rdp};
}

std::optional<Total> distribution_total(std::span<const LossTimes> losses, double delta) {
  for (const LossTimes& each : losses) {
    const LossKind kind = kind_of(each.loss);
    if (kind == LossKind::zcdp || kind == LossKind::rdp) return std::nullopt;
  }
  PrivacyLossDistribution all;
  for (const LossTimes& each : losses) {
    const PrivacyLoss law = repeated(convert(each.loss, LossKind::distribution), each.times);
    all = compose(all, std::get<PrivacyLossDistribution>(law));
  }
  const LossBounds found = all.epsilon_at(delta);
  if (!std::isfinite(found.upper)) return std::nullopt;
  return Total{.epsilon = found.upper, .delta = delta, .accountant = Accountant::distribution, .lower = found.lower};
}

}  // namespace

std::span<const Accountant> all_accountants() { return accountants; }

std::string_view word_of(Accountant accountant) {
  switch (accountant) {
    case Accountant::basic:
      return "basic";
    case Accountant::advanced:
      return "advanced";
    case Accountant::zcdp:
      return "zCDP";
    case Accountant::rdp:
      return "RDP";
    case Accountant::distribution:
      return "PLD";
  }
  fail_internal("an accountant without a word");
}

std::optional<Total> total_by(Accountant accountant, std::span<const LossTimes> losses, double delta) {
  if (has_metric(losses)) return std::nullopt;  // has no ε without a distance
  if (!(delta >= 0 && delta < 1)) fail_input(fmt::format("delta must be at least 0 and less than 1, not {}", delta));
  for (const LossTimes& each : losses) require_valid(each.loss);
  if (accountant == Accountant::basic) return where_a_lattice_fits([&] { return basic_total(losses, delta); });
  if (delta == 0) return std::nullopt;
  switch (accountant) {
    case Accountant::basic:
      break;
    case Accountant::advanced:
      return advanced_total(losses, delta);
    case Accountant::zcdp:
      return zcdp_total(losses, delta);
    case Accountant::rdp:
      return rdp_total(losses, delta);
    case Accountant::distribution:
      return where_a_lattice_fits([&] { return distribution_total(losses, delta); });
  }
  fail_internal("an unknown accountant");
}

Total tightest_total(std::span<const LossTimes> losses, double delta) {
  std::optional<Total> best;
  for (const Accountant accountant : accountants) {
    const std::optional<Total> total = total_by(accountant, losses, delta);
    if (total && (!best || total->epsilon < best->epsilon)) best = total;
  }
  if (!best) {
    fail_input(fmt::format("these losses together have no epsilon at delta {}", delta),
               "Their own deltas add up to more, or some of them need a delta above 0.");
  }
  return *best;
}

}  // namespace sourdine
