#include "sourdine/oracle/rappor/rappor_decode.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <unordered_set>

#include "sourdine/base/error.h"
#include "sourdine/oracle/rappor/rappor_inverse.h"

namespace sourdine {
namespace {

// The regression: one row per bit of a cohort that has reports, one column per candidate.
struct CandidateRegression {
  std::size_t bits = 0;                             // per cohort
  double gap = 0;                                   // q11 − p01
  double people = 0;                                // n
  std::vector<double> cohort;                       // N of the row's cohort: the weight
  std::vector<double> y;                            // scaled to n people
  std::vector<double> noise;                        // variance of y
  std::vector<std::vector<std::uint32_t>> columns;  // rows in which a candidate has a 1
};

void check(const Rappor& oracle, const Tally& tally, std::span<const std::string> candidates, double false_alarm) {
  if (const std::string field = first_difference(oracle.spec(), tally.spec); !field.empty()) {
    fail_input(fmt::format("the tally is not one of this oracle: their specs differ in '{}'", field));
  }
  if (tally.reports == 0) fail_input("there are no reports to decode");
  if (candidates.empty()) fail_input("there are no candidate strings to look for");
  if (!(false_alarm > 0 && false_alarm < 1)) {
    fail_input(fmt::format("the false-alarm rate must lie between 0 and 1, not {}", false_alarm));
  }
  std::unordered_set<std::string_view> seen;
  for (const std::string& candidate : candidates) {
    if (candidate.empty()) fail_input("a candidate string is empty");
    if (!seen.insert(candidate).second) fail_input(fmt::format("candidate '{}' is given twice", candidate));
  }
}

CandidateRegression regression_of(const Rappor& oracle, const Tally& tally, std::span<const std::string> candidates) {
  const Bloom& bloom = oracle.bloom();
  const RapporRates rates = oracle.rates();
  CandidateRegression r;
  r.bits = bloom.bits;
  r.gap = rates.gap;
  r.people = static_cast<double>(tally.reports);
  const std::vector<double> corrected = corrected_bits(bloom, rates, tally.cells);
  for (std::size_t row = 0; row < corrected.size(); ++row) {
    const std::size_t first = row / bloom.bits * (1 + bloom.bits);
    const auto n = static_cast<double>(tally.cells[first]);
    const auto ones = static_cast<double>(tally.cells[first + 1 + row % bloom.bits]);
    const double share = (ones + 1) / (n + 2);  // never 0 or 1, so that no bit is taken for certain
    r.cohort.push_back(n);
    r.y.push_back(n > 0 ? corrected[row] * r.people / n : 0);
    r.noise.push_back(n > 0 ? r.people * r.people / n * share * (1 - share) / (r.gap * r.gap) : 0);
  }
  for (const std::string& candidate : candidates) {
    r.columns.push_back(design_column(bloom, bloom.digest(candidate)));
  }
  return r;
}

// Non-negative LASSO: minimises ½ Σ N(y − constant − Xβ)² + Σ penalty·β over β ≥ 0 and constant ≥ 0, one coordinate at
// a time until nothing moves. Returns the candidates with β > 0.
std::vector<std::size_t> select(const CandidateRegression& r, double false_alarm) {
  const auto m = static_cast<double>(r.columns.size());
  const double z = std::sqrt(2.0) * boost::math::erfc_inv(2 * false_alarm / m);
  std::vector<double> residual = r.y;
  std::vector<double> beta(r.columns.size());
  std::vector<double> scale(r.columns.size());
  std::vector<double> penalty(r.columns.size());
  for (std::size_t v = 0; v < r.columns.size(); ++v) {
    double variance = 0;
    for (const std::uint32_t row : r.columns[v]) {
      scale[v] += r.cohort[row];
      variance += r.cohort[row] * r.cohort[row] * r.noise[row];
    }
    penalty[v] = z * std::sqrt(variance);
  }
  double constant = 0;
  double weight = 0;
  for (const double n : r.cohort) weight += n;

  constexpr int max_sweeps = 1000;
  for (int sweep = 0; sweep < max_sweeps; ++sweep) {
    double moved = 0;
    double gradient = 0;
    for (std::size_t row = 0; row < residual.size(); ++row) gradient += r.cohort[row] * residual[row];
    const double level = std::max(0.0, constant + gradient / weight);
    for (double& left : residual) left -= level - constant;
    moved = std::abs(level - constant);
    constant = level;
    for (std::size_t v = 0; v < beta.size(); ++v) {
      if (scale[v] == 0) continue;
      double correlation = 0;
      for (const std::uint32_t row : r.columns[v]) correlation += r.cohort[row] * residual[row];
      const double next = std::max(0.0, beta[v] + (correlation - penalty[v]) / scale[v]);
      if (next == beta[v]) continue;
      for (const std::uint32_t row : r.columns[v]) residual[row] -= next - beta[v];
      moved = std::max(moved, std::abs(next - beta[v]));
      beta[v] = next;
    }
    if (moved <= 1e-9 * r.people) break;
  }
  std::vector<std::size_t> selected;
  for (std::size_t v = 0; v < beta.size(); ++v) {
    if (beta[v] > 0) selected.push_back(v);
  }
  return selected;
}

// Weighted least squares on the selected candidates and a constant (last).
class Refit {
 public:
  Refit(const CandidateRegression& r, std::span<const std::size_t> selected) : r_(r), selected_(selected) {
    const auto size = static_cast<Eigen::Index>(selected.size()) + 1;
    Eigen::MatrixXd design = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(r.y.size()), size);
    for (Eigen::Index column = 0; column + 1 < size; ++column) {
      for (const std::uint32_t row : column_of(column)) design(row, column) = 1;
    }
    design.col(size - 1).setOnes();
    const auto weight = Eigen::Map<const Eigen::VectorXd>(r.cohort.data(), static_cast<Eigen::Index>(r.cohort.size()));
    const auto y = Eigen::Map<const Eigen::VectorXd>(r.y.data(), static_cast<Eigen::Index>(r.y.size()));
    const Eigen::LLT<Eigen::MatrixXd> gram(design.transpose() * weight.asDiagonal() * design);
    if (gram.info() != Eigen::Success || !(gram.rcond() > 1e-12)) {
      fail_input(fmt::format("the filters cannot tell {} of the candidates apart", selected.size()),
                 "Collect with more cohorts or bits, or look for fewer strings.");
    }
    influence_ = gram.solve(design.transpose() * weight.asDiagonal());
    estimate_ = influence_ * y;
    set_misfit(y - design * estimate_);
  }

  double estimate(std::size_t i) const { return estimate_[static_cast<Eigen::Index>(i)]; }

  // Var = Σ_cohorts (n²/N)·Var[Σ_bits A·bit/gap] of a random person: the bits' own noise as if independent, plus what
  // two bits of the same person have in common, Σ_u f_u μ_u² − (Σ_u f_u μ_u)² − Σ_bits A²π(1−π) with f_u the estimated
  // share of string u, μ_u = Σ_bits A·x_u and π = Σ_u f_u x_u.
  double std_error(std::size_t i) const {
    const auto row_of = influence_.row(static_cast<Eigen::Index>(i));
    double variance = 0;
    for (std::size_t first = 0; first < r_.y.size(); first += r_.bits) {
      if (r_.cohort[first] == 0) continue;
      double noise = 0;
      for (std::size_t row = first; row < first + r_.bits; ++row) {
        const double a = row_of[static_cast<Eigen::Index>(row)];
        noise += a * a * r_.noise[row];
      }
      variance += noise + r_.people * r_.people / r_.cohort[first] * common(row_of, first);
    }
    return std::sqrt(std::max(variance, 0.0) * misfit_);
  }

 private:
  const std::vector<std::uint32_t>& column_of(Eigen::Index i) const {
    return r_.columns[selected_[static_cast<std::size_t>(i)]];
  }
  double share(std::size_t i) const { return std::clamp(estimate(i) / r_.people, 0.0, 1.0); }

  template <class Row>
  double common(const Row& influence, std::size_t first) const {
    std::vector<double> probability(r_.bits);
    double mean = 0;
    double square = 0;
    for (std::size_t u = 0; u < selected_.size(); ++u) {
      const auto& column = r_.columns[selected_[u]];
      double sum = 0;
      for (auto row = std::lower_bound(column.begin(), column.end(), first);
           row != column.end() && *row < first + r_.bits; ++row) {
        sum += influence[static_cast<Eigen::Index>(*row)];
        probability[*row - first] += share(u);
      }
      mean += share(u) * sum;
      square += share(u) * sum * sum;
    }
    double common = square - mean * mean;
    for (std::size_t bit = 0; bit < r_.bits; ++bit) {
      const double a = influence[static_cast<Eigen::Index>(first + bit)];
      common -= a * a * probability[bit] * (1 - probability[bit]);
    }
    return common;
  }

  // Mean squared residual over its expected size; strings that are no candidates make it larger than 1.
  void set_misfit(const Eigen::VectorXd& residual) {
    double sum = 0;
    double rows = 0;
    for (std::size_t row = 0; row < r_.y.size(); ++row) {
      if (r_.noise[row] == 0) continue;
      sum += residual[static_cast<Eigen::Index>(row)] * residual[static_cast<Eigen::Index>(row)] / r_.noise[row];
      rows += 1;
    }
    const double freedom = rows - static_cast<double>(estimate_.size());
    misfit_ = freedom > 0 ? std::max(1.0, sum / freedom) : 1;
  }

  const CandidateRegression& r_;
  std::span<const std::size_t> selected_;
  Eigen::MatrixXd influence_;  // A: what a row's y adds to an estimate
  Eigen::VectorXd estimate_;
  double misfit_ = 1;
};

}  // namespace

std::vector<DecodedString> decode_rappor(const Rappor& oracle, const Tally& tally,
                                         std::span<const std::string> candidates, const DecodeOptions& options) {
  check(oracle, tally, candidates, options.false_alarm);
  const CandidateRegression regression = regression_of(oracle, tally, candidates);
  std::vector<DecodedString> rows;
  for (const std::string& candidate : candidates)
    rows.push_back({.text = candidate, .estimate = 0, .std_error = 0, .p_value = 1, .is_significant = false});
  const std::vector<std::size_t> selected = select(regression, options.false_alarm);
  if (selected.empty()) return rows;

  const Refit fit(regression, selected);
  for (std::size_t i = 0; i < selected.size(); ++i) {
    DecodedString& row = rows[selected[i]];
    row.estimate = fit.estimate(i);
    row.std_error = fit.std_error(i);
    const double tail = std::erfc(row.estimate / row.std_error / std::sqrt(2.0)) / 2;
    row.p_value = std::min(1.0, tail * static_cast<double>(candidates.size()));
    row.is_significant = row.p_value <= options.false_alarm;
  }
  return rows;
}

}  // namespace sourdine
