#include "sourdine/privacy/distribution/dominating_pair.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "sourdine/base/error.h"
#include "sourdine/privacy/group.h"
#include "sourdine/privacy/rounding.h"

namespace sourdine {
namespace {

void require_positive(double x, std::string_view what, double most = std::numeric_limits<double>::max()) {
  if (!(x > 0)) fail_input(fmt::format("{} must be a number greater than 0, not {}", what, x));
  if (!(x <= most)) fail_input(fmt::format("{} {} is too large for a privacy loss distribution", what, x));
}

struct Validate {
  void operator()(const ResponsePair& pair) const {
    if (pair.epsilon != 0) require_positive(pair.epsilon, "epsilon", largest_pair_loss);
    if (!(pair.delta >= 0 && pair.delta < 1)) {
      fail_input(fmt::format("delta must be at least 0 and less than 1, not {}", pair.delta));
    }
  }
  void operator()(const LaplacePair& pair) const {
    require_positive(pair.epsilon, "sensitivity / scale", largest_pair_loss);
  }
  void operator()(const GaussianPair& pair) const {
    require_positive(pair.shift, "sensitivity / sigma", std::sqrt(2 * largest_pair_loss));
  }
  void operator()(const SampledGaussianPair& pair) const {
    require_positive(1 / pair.noise, "sensitivity / sigma", std::sqrt(2 * largest_pair_loss));
    if (!(pair.rate > 0 && pair.rate < 1)) {
      fail_input(fmt::format("a sampling rate must lie between 0 and 1, not {}", pair.rate));
    }
  }
  void operator()(const FinitePair& pair) const {
    bool is_law = pair.p.size() == pair.q.size() && !pair.p.empty();
    for (const auto* law : {&pair.p, &pair.q}) {
      long double sum = 0;
      for (const double mass : *law) {
        is_law = is_law && mass >= 0;
        sum += mass;
      }
      is_law = is_law && std::abs(sum - 1) < 1e-12L;
    }
    if (!is_law) fail_input("two laws on a finite set must have as many masses each, none negative, that add up to 1");
  }
};

struct Name {
  std::string operator()(const ResponsePair& pair) const { return pair.delta > 0 ? "(ε, δ)" : "pure ε"; }
  std::string operator()(const LaplacePair&) const { return "Laplace"; }
  std::string operator()(const GaussianPair&) const { return "Gaussian"; }
  std::string operator()(const SampledGaussianPair&) const { return "Gaussian on a hidden sample"; }
  std::string operator()(const FinitePair&) const { return "enumerated channel"; }
};

struct Group {
  std::uint64_t size;

  DominatingPair operator()(const ResponsePair& pair) const {
    const ApproximateDp grouped = group_approximate({.epsilon = pair.epsilon, .delta = pair.delta}, size);
    return ResponsePair{.epsilon = grouped.epsilon, .delta = grouped.delta};
  }
  DominatingPair operator()(const LaplacePair& pair) const { return LaplacePair{group_factor(pair.epsilon, size)}; }
  DominatingPair operator()(const GaussianPair& pair) const { return GaussianPair{group_factor(pair.shift, size)}; }
  DominatingPair operator()(const SampledGaussianPair& pair) const { return refuse(pair); }
  DominatingPair operator()(const FinitePair& pair) const { return refuse(pair); }

  [[noreturn]] static DominatingPair refuse(const DominatingPair& pair) {
    fail_input(fmt::format("there is no group privacy for the privacy loss distribution of '{}'", name_of(pair)),
               "State the loss as pure epsilon, (epsilon, delta) or an RDP curve first.");
  }
};

}  // namespace

GaussianPair gaussian_pair_of(double rho) {
  require_positive(rho, "rho");
  return {formula_up(std::sqrt(2 * static_cast<long double>(rho)))};
}

void require_valid(const DominatingPair& pair) { std::visit(Validate{}, pair); }

std::string name_of(const DominatingPair& pair) { return std::visit(Name{}, pair); }

bool is_symmetric(const DominatingPair& pair) {
  return !std::holds_alternative<SampledGaussianPair>(pair) && !std::holds_alternative<FinitePair>(pair);
}

DominatingPair group_pair(const DominatingPair& pair, std::uint64_t size) {
  return size == 1 ? pair : std::visit(Group{size}, pair);
}

}  // namespace sourdine
