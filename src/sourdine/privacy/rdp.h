// RdpCurve: Rényi differential privacy (Mironov 2017): at order α > 1 the Rényi divergence between the outputs for
// neighbouring inputs is at most ε(α). Curves add up under composition; every curve is rounded up.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/privacy/distribution/dominating_pair.h"
#include "sourdine/privacy/loss_kinds.h"

namespace sourdine {

struct RdpPoint {
  double order = 2;
  double epsilon = 0;  // may be infinite
  friend bool operator==(const RdpPoint&, const RdpPoint&) = default;
};

class RdpCurve {
 public:
  // Orders above 1, ascending. Throws Error(bad_input) for anything else, and for negative or missing values.
  explicit RdpCurve(std::vector<RdpPoint> points);

  const std::vector<RdpPoint>& points() const { return points_; }
  // Between two orders the chord of (α − 1) ε(α), which is convex and 0 at α = 1; infinite above the last order.
  double at(double order) const;

  friend bool operator==(const RdpCurve&, const RdpCurve&) = default;

 private:
  std::vector<RdpPoint> points_;
};

// The orders that curves of ours have: twelve below 2, every whole number to 1024, then steps of 2 % to 65,536.
std::span<const double> rdp_orders();

// Exact for randomised response, which every ε-DP mechanism is a version of (Kairouz, Oh, Viswanath 2015).
RdpCurve rdp_of(PureEpsilon loss);
// ρα: the definition.
RdpCurve rdp_of(Zcdp loss);
// Randomised response, Laplace (Mironov 2017, Table II), Gaussian αμ²/2, Gaussian on a hidden Poisson sample (Mironov,
// Talwar, Zhang 2019; add/remove; whole orders to 4096), enumerated channels. Infinite where Q lacks mass.
RdpCurve rdp_of(const DominatingPair& pair);

RdpCurve compose(const RdpCurve& a, const RdpCurve& b);
RdpCurve repeated(const RdpCurve& curve, std::uint64_t times);
// The worse of the two at every order.
RdpCurve either(const RdpCurve& a, const RdpCurve& b);
// 3^c ε(2^c α) at order α ≥ 2 for up to 2^c units (Mironov 2017, Prop. 2).
RdpCurve grouped(const RdpCurve& curve, std::uint64_t size);

struct RdpEpsilon {
  double epsilon = 0;
  double order = 0;  // where the best bound was found
};
// ε(α) + ln(1/δ) / (α − 1), the least over the orders (Mironov 2017, Prop. 3).
RdpEpsilon epsilon_classic(const RdpCurve& curve, double delta);
// ε(α) + ln((α − 1) / α) − (ln δ + ln α) / (α − 1), the least over the orders (Canonne, Kamath, Steinke 2020, Prop. 12;
// Balle, Barthe, Gaboardi, Hsu, Sato 2020, Thm. 21): never above the classic one.
RdpEpsilon epsilon_improved(const RdpCurve& curve, double delta);

// The same two for ρ-zCDP over all orders: ρ + 2 √(ρ ln(1/δ)) (Bun, Steinke 2016, Prop. 1.3), and the improved one.
double epsilon_classic(Zcdp loss, double delta);
double epsilon_improved(Zcdp loss, double delta);

}  // namespace sourdine
