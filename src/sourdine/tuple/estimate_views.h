// Oracles that explain tallies and make no reports: what is estimated from several attributes is estimated by
// estimate/estimate.h, through one of these. Internal to tuple/.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

// Everything that is about reports, refused.
class EstimateView : public Oracle {
 public:
  using Oracle::Oracle;

  double epsilon() const override { return oracle_spec().epsilon; }
  std::size_t report_bits() const override { return 0; }
  bool is_possible(std::span<const std::uint8_t>) const override { return false; }
  void likelihood(std::span<const std::uint8_t> report, std::span<double> out) const override;

 protected:
  void enumerate_value(Value value, Branches& branches, std::span<std::uint8_t> report) const override;
  void simulate_valid(std::span<const std::uint64_t> histogram, Random& random, TallySpan into) const override;
  void randomize_values(std::span<const Value> values, Random& random, std::span<std::uint8_t> reports) const override;
  void tally_possible(ReportsView reports, std::span<std::uint64_t> cells) const override;
};

// smp: the m people who drew an attribute are a sample without replacement of all n, and it is the shares among all n
// that are estimated. Of x among m, were the sample representative, the variance is
//   V(x) + x(m − x)/m · (n − m)/(n − 1),
// V being the oracle's for a fixed population of m. To be estimated as a sampled population, which adds x(m − x)/m:
// here is what that adds too much.
class SampledView final : public EstimateView {
 public:
  SampledView(std::shared_ptr<const Oracle> oracle, std::uint64_t people);

  Support support() const override { return oracle_->support(); }
  std::size_t cells() const override { return oracle_->cells(); }
  bool is_pure() const override { return false; }
  std::vector<double> supports(TallyView tally) const override { return oracle_->supports(tally); }
  std::vector<double> invert(TallyView tally) const override { return oracle_->invert(tally); }
  double variance(Value value, std::span<const double> counts) const override;
  std::vector<VarianceCurve> variance_curves(double n, std::span<const double> weights) const override;

 private:
  // (n − m)/(n − 1) − 1
  double correction(double sampled) const;

  std::shared_ptr<const Oracle> oracle_;
  double people_;
};

// joint: sets of `width` values each, of which a cell counts the supporting reports. With grr a report supports one
// set: a pure oracle over sets, with yes = p + (w−1)q, no = wq. With unary encodings the bits of a set are independent
// given the value: a holder adds a(1−a) + (w−1)·b(1−b) to the variance of its number, others w·b(1−b).
class SetView final : public EstimateView {
 public:
  SetView(const Oracle& oracle, const Domain& sets, std::uint64_t width);

  Support support() const override { return support_; }
  std::size_t cells() const override { return k(); }
  bool is_pure() const override { return is_pure_; }
  std::vector<double> supports(TallyView tally) const override { return {tally.cells.begin(), tally.cells.end()}; }
  double variance(Value value, std::span<const double> counts) const override;
  std::vector<VarianceCurve> variance_curves(double n, std::span<const double> weights) const override;

 private:
  Support support_;
  bool is_pure_;
  double holder_, other_;  // what they add to the variance of a set's number of supporting reports
};

// spl: two attributes that are reported independently given the tuple, so that the product of their inverted reports is
// unbiased for the pair (u, v):
//   N̂ = Σ (1[y₁ supports u] − b₁)(1[y₂ supports v] − b₂)/(g₁g₂) = (C_uv − b₂C_u − b₁C_v + n·b₁b₂)/(g₁g₂).
// A person who holds h₁, h₂ ∈ {0, 1} of u and v adds (h₁ + σ₁²)(h₂ + σ₂²) − h₁h₂ to its variance, σ² = a(1−a)/g² for
// holders and b(1−b)/g² for others. The numbers who hold u alone and v alone are those estimated.
// Cells: C_uv, row by row; then C_u; then C_v.
class PairView final : public EstimateView {
 public:
  PairView(const Oracle& first, const Oracle& second);

  Support support() const override { return {1, 0, first_.gap * second_.gap}; }
  std::size_t cells() const override { return std::size_t{k()} + rows_ + columns_; }
  bool is_pure() const override { return false; }
  std::vector<double> supports(TallyView tally) const override;
  std::vector<double> invert(TallyView tally) const override;
  double variance(Value value, std::span<const double> counts) const override;
  std::vector<VarianceCurve> variance_curves(double n, std::span<const double> weights) const override;

 private:
  // Of a pair, where this many hold its row and its column.
  VarianceCurve curve(double n, double row, double column) const;

  Value rows_, columns_;
  Support first_, second_;
};

}  // namespace sourdine
