// Maximum likelihood: the shares θ (≥ 0, adding up to 1) under which the reports received are most likely.
//
// Maximises ℓ(θ) = (1/n) Σ_reports ln Σ_v θ_v·Pr[report | v] with the true channel of each protocol
// (Oracle::likelihood): the whole bit vector for unary encodings, the whole support set for hashing and subsets.
// Support counts alone do not determine ℓ there; fitting a k×k matrix of yes/no probabilities to them (as some
// libraries do) is not maximum likelihood.
//
// Method: expectation maximisation, θ_v ← θ_v·g_v with g = ∇ℓ(θ), identical reports grouped, alternating with projected
// gradient steps whose length is learnt from the last move (Barzilai, Borwein 1988; Birgin, Martínez, Raydan 2000).
// Neither lets ℓ fall. They complement each other: expectation maximisation is fast where reports tell much (large ε)
// and hopelessly slow where they tell little, but there ℓ is nearly round and gradient steps are fast; gradient steps
// also bring shares back from exactly 0.
//
// Certificate: ℓ is concave, so max ℓ − ℓ(θ) ≤ gap = max_v g_v − 1. The iteration stops on the gap, not on a small
// step. Where reports do not identify θ (fewer different reports than values), one of the equally likely answers is
// given.
//
// Cost per step: distinct reports × k. Memory: the same number of doubles, or none beyond 2^25 of them (recomputed
// then).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

struct LikelihoodOptions {
  double tolerance = 1e-9;  // stop when gap ≤ tolerance
  std::size_t max_steps = 10'000;
};

struct LikelihoodEstimate {
  std::vector<double> shares;  // empty when there are no reports
  double log_likelihood = 0;   // ℓ(shares), up to a constant that the reports decide
  double gap = 0;              // no shares have ℓ above log_likelihood + gap
  std::size_t steps = 0;       // passes over the reports
  bool has_converged = true;   // gap ≤ tolerance
};

// What maximum likelihood needs of reports: the different ones, and how often each came. Reports can be added block by
// block; memory is that of the different ones. The order in which they came does not matter.
class DistinctReports {
 public:
  explicit DistinctReports(const Oracle& oracle) : oracle_(oracle) {}

  // All or none. Throws Error(bad_input) naming the first report this oracle cannot have made.
  void add(ReportsView reports);
  std::uint64_t reports() const { return reports_; }
  const std::map<std::string, std::uint64_t, std::less<>>& counts() const { return counts_; }

 private:
  const Oracle& oracle_;
  std::uint64_t reports_ = 0;
  std::map<std::string, std::uint64_t, std::less<>> counts_;
};

// From reports; works for every oracle. Throw Error(bad_input) naming the first report this oracle cannot have made.
LikelihoodEstimate maximum_likelihood(const Oracle& oracle, ReportsView reports, const LikelihoodOptions& options = {});
LikelihoodEstimate maximum_likelihood(const Oracle& oracle, const DistinctReports& reports,
                                      const LikelihoodOptions& options = {});

// From a tally, where its cells count whole reports (Oracle::cell_is_report). Throws Error(bad_input) otherwise.
LikelihoodEstimate maximum_likelihood(const Oracle& oracle, TallyView tally, const LikelihoodOptions& options = {});

// Closed form for channels in which a report names one value, the true one with probability yes and each other with no
// (grr): with φ the shares of the reports, drop the smallest φ one by one until all θ_v = ((1 − j·no)·φ_v/s − no)/gap
// of the rest are ≥ 0, where j were dropped and s is the rest's sum. `counts` are reports per value, not all zero.
LikelihoodEstimate direct_maximum_likelihood(std::span<const double> counts, const Support& support);

}  // namespace sourdine
