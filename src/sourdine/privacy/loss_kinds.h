// The kinds of privacy loss that are one or two numbers. (Curves: rdp.h; laws: distribution/loss_distribution.h.)
#pragma once

namespace sourdine {

// ε-DP. Losses of ours come from the integer thresholds in use, rounded up (random/exact.h).
struct PureEpsilon {
  double epsilon = 0;
  friend bool operator==(const PureEpsilon&, const PureEpsilon&) = default;
};

// (ε, δ)-DP.
struct ApproximateDp {
  double epsilon = 0;
  double delta = 0;
  friend bool operator==(const ApproximateDp&, const ApproximateDp&) = default;
};

// ρ-zCDP: the Rényi divergence of every order α > 1 is at most ρα.
struct Zcdp {
  double rho = 0;
  friend bool operator==(const Zcdp&, const Zcdp&) = default;
};

}  // namespace sourdine
