// RAPPOR: Bloom filters, cohorts, a permanent and an instantaneous randomised response.
//
// Domain and report: any strings; the domain's k labels are those that can be estimated together, others can be looked
//   for later (oracle/rappor/rappor_decode.h). A client belongs to one cohort of m, sets the bits of its string's Bloom
//   filter (B bits, h positions per cohort, oracle/rappor/bloom.h), and answers twice:
//     permanent response, once per client and string: a set bit stays 1 with P = 1 − f/2, a clear one becomes 1 with
//     f/2; instantaneous response, at every report: a permanent 1 is sent as 1 with q*, a permanent 0 with p*.
//   The report is the cohort (⌈log2 m⌉ bits) and B bits. randomize() makes each report from a fresh client: cohort,
//   permanent and instantaneous response are all drawn. Clients that report again use MemoClient (protocol/memoised.h),
//   whose symbols are strings, of the domain or not; the permanent response depends on bits, hashes, cohorts, hash_seed
//   and f, not on the list of labels nor on p and q. (Give `cohorts` when the list may grow: its default grows with the
//   domain beyond 512 labels.)
// Probabilities of one report: a set bit is sent as 1 with q11 = (f/2)(p*+q*) + (1−f)q*, a clear one with
//   p01 = (f/2)(p*+q*) + (1−f)p*.
// ε = ε∞ = 2h ln((1−f/2)/(f/2)), of the thresholds (P rounded down, f/2 up), is for ever: all reports of a client about
//   one string, together, tell at most its permanent response. f = 2/(e^{ε/(2h)}+1) when ε is asked. Two filters that
//   share bits or repeat positions differ in fewer than 2h bits; epsilon() is the exact maximum over the domain's pairs
//   and the cohorts, the asked ε bounds it for any strings. One report alone tells
//   ε1 = h ln[q11(1−p01) / (p01(1−q11))] at most: report_epsilon().
// Estimator: with X the (m·B)×k matrix of the filters' bits and t = (c − p01·N_cohort)/(q11−p01) the corrected bit
//   counts, n̂ = m(XᵀX)^{-1}Xᵀt: least squares; unbiased. It needs XᵀX regular, so k ≤ m(B−1)+1 (or m·B), and at most
//   8192 labels.
// Variance: for fixed counts, Σ_w n_w[(1/m) Σ_cohorts(σ² + μ²) − δ_vw] with L = row v of m(XᵀX)^{-1}Xᵀ,
//   μ = Σ_bits L·x_w, σ² = Σ_bits L²s(1−s)/(q11−p01)², s = q11 or p01. About p01(1−p01)/(h(q11−p01)²) per report.
// Cost: randomise O(B), tally O(B), decode O(k·m·h + k²) after O(k³) once.
// Choose it when the same people report again and again, or when the strings are not known beforehand.
// Reference: Erlingsson, Pihur, Korolova, RAPPOR, CCS 2014.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sourdine/base/bits.h"
#include "sourdine/oracle/bit_flip.h"
#include "sourdine/oracle/oracle.h"
#include "sourdine/oracle/rappor/bloom.h"
#include "sourdine/oracle/rappor/rappor_epsilon.h"
#include "sourdine/protocol/memoised.h"

namespace sourdine {

// Probability of a 1 in one report for a bit that the filter sets, or leaves clear; gap = set − clear.
struct RapporRates {
  double set, clear, gap;
};

class RapporInverse;

class Rappor final : public Oracle, public Memoised {
 public:
  // Throws Error(bad_input): a parameter out of range, ε not > 0, or f and a different ε.
  explicit Rappor(OracleSpec spec);
  ~Rappor() override;

  const Bloom& bloom() const { return bloom_; }
  const BitFlip& permanent() const { return permanent_; }
  const BitFlip& instantaneous() const { return instantaneous_; }  // p is the paper's q*, q its p*
  RapporRates rates() const { return rates_; }

  double epsilon() const override { return epsilon_; }
  // ε1: what one report alone tells, exactly, over the domain.
  double report_epsilon() const override { return report_epsilon_; }
  Guarantee guarantee() const override;

  // The probabilities of a filter's bit in a report; supports() is on their scale, so (supports − n·no)/gap = invert().
  Support support() const override { return {rates_.set, rates_.clear, rates_.gap}; }
  std::size_t report_bits() const override { return cohort_bits() + bloom_.bits; }
  // Per cohort: the number of reports, then the number of 1s of every bit.
  std::size_t cells() const override { return bloom_.cohorts * (1 + bloom_.bits); }

  // One report, as randomize() makes it.
  void enumerate_report(Value value, Branches& branches, std::span<std::uint8_t> report) const override;

  bool is_possible(std::span<const std::uint8_t> report) const override;
  // The cohorts' reports are all reports, and no bit is set more often than its cohort reported.
  bool is_consistent(TallyView tally) const override;
  std::vector<double> supports(TallyView tally) const override;
  std::vector<double> invert(TallyView tally) const override;
  double variance(Value value, std::span<const double> counts) const override;
  bool is_pure() const override { return false; }
  std::vector<VarianceCurve> variance_curves(double n, std::span<const double> weights) const override;
  // Of one report (not of the permanent response).
  void likelihood(std::span<const std::uint8_t> report, std::span<double> out) const override;
  void simulate_valid(std::span<const std::uint64_t> histogram, Random& random, TallySpan into) const override;

  double symbol_epsilon() const override { return oracle_spec().epsilon; }
  double epsilon_after(std::uint64_t reports) const override;
  std::uint64_t max_symbols() const override { return k(); }  // strings outside the domain come on top
  Shared shared() const override { return {}; }
  double best_guess() const override;  // by ε: e^ε/(e^ε+k−1)
  std::string symbol(Value value, std::uint64_t) const override;
  Memo memo() const override;
  std::size_t memo_bytes() const override { return report_bytes(); }
  std::uint64_t draw_trait(Random& random) const override { return random.below(bloom_.cohorts); }
  std::uint64_t draw_trait(Branches& branches) const override { return branches.below(bloom_.cohorts); }
  void respond_permanently(std::string_view symbol, std::uint64_t cohort, Random& random,
                           std::span<std::uint8_t> permanent) const override {
    permanent_response(bloom_.digest(symbol), cohort, random, permanent);
  }
  void respond_permanently(std::string_view symbol, std::uint64_t cohort, Branches& branches,
                           std::span<std::uint8_t> permanent) const override {
    permanent_response(bloom_.digest(symbol), cohort, branches, permanent);
  }
  void respond_now(std::span<const std::uint8_t> permanent, Random& random,
                   std::span<std::uint8_t> report) const override {
    instantaneous_response(permanent, random, report);
  }
  void respond_now(std::span<const std::uint8_t> permanent, Branches& branches,
                   std::span<std::uint8_t> report) const override {
    instantaneous_response(permanent, branches, report);
  }

 protected:
  // The permanent response, cohort included: the strongest view that any number of reports can give.
  void enumerate_value(Value value, Branches& branches, std::span<std::uint8_t> report) const override;
  void randomize_values(std::span<const Value> values, Random& random, std::span<std::uint8_t> reports) const override;
  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override;

 private:
  struct Lazy;

  std::size_t cohort_bits() const { return bits_for_count(bloom_.cohorts); }
  std::uint64_t cohort_of(std::span<const std::uint8_t> report) const { return take_bits(report, 0, cohort_bits()); }
  std::uint64_t digest(Value value) const;
  // Writes the cohort and a permanent response to the string of that digest into zero bytes.
  template <Chance C>
  void permanent_response(std::uint64_t digest, std::uint64_t cohort, C& chance, std::span<std::uint8_t> report) const {
    put_bits(report, 0, cohort_bits(), cohort);
    const Bloom::Filter filter = bloom_.filter(digest, cohort);
    const std::uint16_t* next = filter.begin();
    for (std::size_t bit = 0; bit < bloom_.bits; ++bit) {
      const bool is_set = next != filter.end() && *next == bit;
      if (is_set) ++next;
      if (chance.bernoulli(is_set ? permanent_.p : permanent_.q)) set_bit(report, cohort_bits() + bit);
    }
  }
  // Every bit is drawn anew, 1s are cleared as well as 0s set.
  template <Chance C>
  void instantaneous_response(std::span<const std::uint8_t> permanent, C& chance,
                              std::span<std::uint8_t> report) const {
    put_bits(report, 0, cohort_bits(), cohort_of(permanent));
    for (std::size_t bit = cohort_bits(); bit < report_bits(); ++bit) {
      put_bit(report, bit, chance.bernoulli(get_bit(permanent, bit) ? instantaneous_.p : instantaneous_.q));
    }
  }
  template <Chance C>
  void respond_afresh(std::span<const Value> values, C& chance, std::span<std::uint8_t> reports) const;
  const RapporInverse& inverse() const;

  Bloom bloom_;
  BitFlip permanent_;
  BitFlip instantaneous_;
  RapporRates rates_;
  double epsilon_ = 0;
  double report_epsilon_ = 0;
  std::vector<FilterDifference> differences_;
  std::vector<std::uint64_t> digests_;  // of the first labels; those of larger domains are computed when needed
  std::unique_ptr<Lazy> lazy_;
};

std::unique_ptr<Oracle> make_rappor(OracleSpec spec);

}  // namespace sourdine
