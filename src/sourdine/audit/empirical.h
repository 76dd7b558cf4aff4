// The empirical audit: what an attacker who only sees outputs can prove about ε, with a declared error rate.
//
// For a pair of values (v1, v2) and an event E, T draws each give TP = #(E | v1) and FP = #(E | v2). One-sided
// Clopper–Pearson bounds at α/2 each give, with probability ≥ 1 − α,
//   ε ≥ ln( lower(TP) / upper(FP) ) = epsilon_lower   and   ln(Pr[E|v1] / Pr[E|v2]) ≤ ln( upper(TP) / lower(FP) ).
// The first above the claimed ε proves a violation. The second below 0.9 of what the mechanism's own likelihoods give
// the event proves more noise than they say. α is shared among all the pairs tried.
//
// The events decide what can be seen; they are fixed on a pilot sample, before the counting draws are made:
// - of an oracle: likelihood ratio at or above a cut, by the oracle's own likelihood(). For two-level channels this is
//   "supports v1 and not v2", whose ratio is e^ε exactly (tight). The draws come from the batch path, randomize().
// - of any other mechanism: the set of outputs that separate best in the pilot.
// TP and FP draws are never shared: every draw takes fresh words from the given Random.
//
// Reference: Arcolezi, Gambs, Revealing the true cost of locally differentially private protocols: an auditing
// perspective, PoPETs 2024 (with tight events and one-sided bounds instead of guesses and two-sided ones).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sourdine/oracle/oracle.h"
#include "sourdine/random/random.h"

namespace sourdine {

// One-sided bounds on a binomial probability after `successes` of `trials`, each wrong with probability ≤ alpha.
double clopper_pearson_lower(std::uint64_t successes, std::uint64_t trials, double alpha);
double clopper_pearson_upper(std::uint64_t successes, std::uint64_t trials, double alpha);

// ln(lower(tp)/upper(fp)) and ln(upper(tp)/lower(fp)), each wrong with probability ≤ alpha.
double epsilon_lower_bound(std::uint64_t tp, std::uint64_t fp, std::uint64_t trials, double alpha);
double epsilon_upper_bound(std::uint64_t tp, std::uint64_t fp, std::uint64_t trials, double alpha);

struct EmpiricalOptions {
  std::uint64_t trials = 200'000;  // T: draws per value and run
  double alpha = 1e-6;             // false-alarm rate of each verdict, all pairs together
  Value max_values = 6;            // values probed: all, or the first, the last and some evenly between
};

enum class EmpiricalVerdict {
  agrees,       // epsilon_lower lies between 0.9 of the claim and the claim
  undecided,    // epsilon_lower is smaller: too few trials, or one report shows less than the claim covers
  over_noised,  // some event's ratio is below 0.9 (on the logarithm) of what the oracle's likelihoods say
  violates,     // epsilon_lower > claimed: the claim is false
};

struct EmpiricalAudit {
  double claimed = 0;
  double epsilon_lower = 0;  // the largest over the pairs
  Value v1 = 0, v2 = 0;      // the pair that gave epsilon_lower, with its counts
  std::uint64_t tp = 0, fp = 0;
  Value values = 0;  // of the domain, whether probed or not
  bool is_over_noised = false;
  std::uint64_t trials = 0;
  double alpha = 0;

  EmpiricalVerdict verdict() const;
};

// The batch path of a protocol against its own claim for one report, over these records (a spread of them when they are
// many). Oracles are judged by their likelihoods, other protocols by the outputs that separate best.
EmpiricalAudit audit_empirical(const Protocol& protocol, const std::vector<std::vector<Value>>& records, Random& random,
                               const EmpiricalOptions& options = {});
// The same over all values of an oracle.
EmpiricalAudit audit_empirical(const Oracle& oracle, Random& random, const EmpiricalOptions& options = {});

// Appends the output for `value` to `output`, which is empty at the call.
using Sampler = std::function<void(Value value, Random& random, std::vector<std::uint8_t>& output)>;
EmpiricalAudit audit_empirical(const Sampler& sampler, Value k, double claimed_epsilon, Random& random,
                               const EmpiricalOptions& options = {});

}  // namespace sourdine
