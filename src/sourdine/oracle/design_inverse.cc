#include "sourdine/oracle/design_inverse.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace sourdine {
namespace {

constexpr double least_rcond = 1e-12;  // reciprocal condition number
constexpr std::size_t block = 32;      // rows solved for together: the factor is read once for all of them

Eigen::MatrixXd meetings(const Design& design) {
  std::vector<std::vector<Eigen::Index>> holders(design.groups * design.stride);
  for (std::size_t v = 0; v < design.columns.size(); ++v) {
    for (const std::uint32_t cell : design.columns[v]) holders[cell].push_back(static_cast<Eigen::Index>(v));
  }
  const auto k = static_cast<Eigen::Index>(design.columns.size());
  Eigen::MatrixXd shared = Eigen::MatrixXd::Zero(k, k);
  for (const auto& together : holders) {
    for (const Eigen::Index v : together) {
      for (const Eigen::Index w : together) shared(v, w) += 1;
    }
  }
  shared /= static_cast<double>(design.groups);
  return shared;
}

}  // namespace

struct DesignInverse::State {
  Design design;
  Eigen::LLT<Eigen::MatrixXd> factor;
  bool is_regular = false;
};

DesignInverse::DesignInverse(Design design) : state_(std::make_unique<State>()) {
  state_->design = std::move(design);
  if (state_->design.columns.size() > state_->design.groups * state_->design.stride) return;  // rank below k
  state_->factor.compute(meetings(state_->design));
  state_->is_regular = state_->factor.info() == Eigen::Success && state_->factor.rcond() > least_rcond;
}
DesignInverse::~DesignInverse() = default;

bool DesignInverse::is_regular() const { return state_->is_regular; }
const Design& DesignInverse::design() const { return state_->design; }

std::vector<double> DesignInverse::solve(std::span<const double> right) const {
  const Eigen::Map<const Eigen::VectorXd> vector(right.data(), static_cast<Eigen::Index>(right.size()));
  const Eigen::VectorXd solved = state_->factor.solve(vector);
  return {solved.begin(), solved.end()};
}

std::vector<double> DesignInverse::row(Value value) const {
  std::vector<double> unit(state_->design.columns.size());
  unit[value] = 1;
  return solve(unit);
}

void DesignInverse::visit_rows(const Visit& visit) const {
  const std::size_t k = state_->design.columns.size();
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, k, block), [&](const tbb::blocked_range<std::size_t>& part) {
    Eigen::MatrixXd rows =
        Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(part.size()));  // columns of G⁻¹
    for (std::size_t v = part.begin(); v < part.end(); ++v) {
      rows(static_cast<Eigen::Index>(v), static_cast<Eigen::Index>(v - part.begin())) = 1;
    }
    state_->factor.solveInPlace(rows);
    for (std::size_t v = part.begin(); v < part.end(); ++v) {
      visit(static_cast<Value>(v), {rows.col(static_cast<Eigen::Index>(v - part.begin())).data(), k});
    }
  });
}

std::vector<double> bit_variances(const Design& design, Value value, std::span<const double> row, const Support& bit) {
  std::vector<double> weights(design.groups * design.stride);
  for (std::size_t u = 0; u < design.columns.size(); ++u) {
    for (const std::uint32_t cell : design.columns[u]) weights[cell] += row[u];
  }
  const double clear = bit.no * (1 - bit.no) / (bit.gap * bit.gap);
  const double set = bit.yes * (1 - bit.yes) / (bit.gap * bit.gap);
  double all_clear = 0;
  for (const double weight : weights) all_clear += weight * weight * clear;

  std::vector<double> variances(design.columns.size());
  for (std::size_t w = 0; w < variances.size(); ++w) {
    double sum = all_clear;                  // Σ_groups (σ² + μ²)
    double mean = 0;                         // μ of the current group
    std::size_t next_group = design.stride;  // its end
    for (const std::uint32_t cell : design.columns[w]) {
      while (cell >= next_group) {
        sum += mean * mean;
        mean = 0;
        next_group += design.stride;
      }
      sum += weights[cell] * weights[cell] * (set - clear);
      mean += weights[cell];
    }
    sum += mean * mean;
    variances[w] = sum / static_cast<double>(design.groups) - (w == value ? 1 : 0);
  }
  return variances;
}

}  // namespace sourdine
