#include "sourdine/oracle/rappor_inverse.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

[[noreturn]] void fail_indistinguishable(std::size_t strings, const Bloom& bloom) {
  fail_input(
      fmt::format("the {} strings cannot be told apart by {} cohorts of {} bits", strings, bloom.cohorts, bloom.bits),
      "Collect with more cohorts or bits, or look for fewer strings with decode_rappor().");
}

// Reciprocal condition number below which the solution would have fewer than about four correct digits.
constexpr double regular = 1e-12;

}  // namespace

struct RapporInverse::State {
  Bloom bloom;
  RapporRates rates;
  std::vector<std::vector<std::uint32_t>> columns;
  Eigen::LLT<Eigen::MatrixXd> gram;

  Eigen::VectorXd solve(const Eigen::VectorXd& right) const { return gram.solve(right); }
};

RapporInverse::RapporInverse(const Bloom& bloom, RapporRates rates, std::span<const std::uint64_t> digests)
    : state_(std::make_unique<State>()) {
  if (digests.size() > max_strings) {
    fail_input(fmt::format("more than {} strings cannot be estimated together", max_strings),
               "Look for the interesting ones with decode_rappor().");
  }
  if (digests.size() > bloom.cohorts * bloom.bits) fail_indistinguishable(digests.size(), bloom);
  state_->bloom = bloom;
  state_->rates = rates;
  const auto k = static_cast<Eigen::Index>(digests.size());
  std::vector<std::vector<Eigen::Index>> holders(bloom.cohorts * bloom.bits);
  for (Eigen::Index v = 0; v < k; ++v) {
    state_->columns.push_back(design_column(bloom, digests[static_cast<std::size_t>(v)]));
    for (const std::uint32_t bit : state_->columns.back()) holders[bit].push_back(v);
  }
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(k, k);
  for (const auto& together : holders) {
    for (const Eigen::Index v : together) {
      for (const Eigen::Index w : together) gram(v, w) += 1;
    }
  }
  state_->gram.compute(gram);
  if (state_->gram.info() != Eigen::Success || !(state_->gram.rcond() > regular)) {
    fail_indistinguishable(digests.size(), bloom);
  }
}
RapporInverse::~RapporInverse() = default;

std::vector<double> RapporInverse::counts(std::span<const std::uint64_t> cells) const {
  const std::vector<double> corrected = corrected_bits(state_->bloom, state_->rates, cells);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(state_->columns.size()));
  for (std::size_t v = 0; v < state_->columns.size(); ++v) {
    for (const std::uint32_t bit : state_->columns[v]) right[static_cast<Eigen::Index>(v)] += corrected[bit];
  }
  const Eigen::VectorXd counts = static_cast<double>(state_->bloom.cohorts) * state_->solve(right);
  return {counts.begin(), counts.end()};
}

double RapporInverse::variance(std::size_t string, std::span<const double> counts) const {
  const auto& [bloom, rates, columns, gram] = *state_;
  const auto m = static_cast<double>(bloom.cohorts);
  // L: what a bit of a cohort adds to the estimate.
  const Eigen::VectorXd solved = state_->solve(
      Eigen::VectorXd::Unit(static_cast<Eigen::Index>(columns.size()), static_cast<Eigen::Index>(string)));
  std::vector<double> weight(bloom.cohorts * bloom.bits);
  for (std::size_t w = 0; w < columns.size(); ++w) {
    for (const std::uint32_t bit : columns[w]) weight[bit] += m * solved[static_cast<Eigen::Index>(w)];
  }
  const double clear = rates.clear * (1 - rates.clear) / (rates.gap * rates.gap);
  const double set = rates.set * (1 - rates.set) / (rates.gap * rates.gap);
  double all_clear = 0;
  for (const double l : weight) all_clear += l * l * clear;

  double variance = 0;
  for (std::size_t w = 0; w < columns.size(); ++w) {
    double square = all_clear;  // Σ_cohorts (σ² + μ²)
    double mean = 0;            // μ of the current cohort
    for (std::size_t i = 0; i < columns[w].size(); ++i) {
      const double l = weight[columns[w][i]];
      square += l * l * (set - clear);
      mean += l;
      const bool is_last = i + 1 == columns[w].size() || columns[w][i] / bloom.bits != columns[w][i + 1] / bloom.bits;
      if (is_last) {
        square += mean * mean;
        mean = 0;
      }
    }
    variance += counts[w] * (square / m - (w == string ? 1 : 0));
  }
  return variance;
}

std::vector<double> corrected_bits(const Bloom& bloom, RapporRates rates, std::span<const std::uint64_t> cells) {
  std::vector<double> corrected;
  corrected.reserve(bloom.cohorts * bloom.bits);
  for (std::size_t cohort = 0; cohort < bloom.cohorts; ++cohort) {
    const auto row = cells.subspan(cohort * (1 + bloom.bits), 1 + bloom.bits);
    const double expected = rates.clear * static_cast<double>(row[0]);
    for (std::size_t bit = 1; bit <= bloom.bits; ++bit) {
      corrected.push_back((static_cast<double>(row[bit]) - expected) / rates.gap);
    }
  }
  return corrected;
}

std::vector<std::uint32_t> design_column(const Bloom& bloom, std::uint64_t digest) {
  std::vector<std::uint32_t> column;
  for (std::size_t cohort = 0; cohort < bloom.cohorts; ++cohort) {
    for (const std::uint16_t bit : bloom.filter(digest, cohort)) {
      column.push_back(static_cast<std::uint32_t>(cohort * bloom.bits + bit));
    }
  }
  return column;
}

}  // namespace sourdine
