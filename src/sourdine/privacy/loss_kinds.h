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

// Metric privacy (geo-indistinguishability): what is published changes the odds between two places that are d metres
// apart on the ground by a factor of e^(per_metre·d + offset) at most. The offset is what snapping to a grid adds.
struct MetricEpsilon {
  double per_metre = 0;
  double offset = 0;
  friend bool operator==(const MetricEpsilon&, const MetricEpsilon&) = default;
};

}  // namespace sourdine
