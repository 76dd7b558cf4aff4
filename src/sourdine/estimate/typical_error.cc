#include "sourdine/estimate/typical_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/oracle/table.h"

namespace sourdine {
namespace {

constexpr double share_rounding = 1e-6;  // declared shares are written with few digits

Value labelled_value(const Domain& domain, const std::string& label) {
  std::vector<std::string> labels;
  for (Value value = 0; value < domain.size(); ++value) {
    if (domain.label(value) == label) return value;
    labels.push_back(domain.label(value));
  }
  const std::vector<std::string_view> known(labels.begin(), labels.end());
  const auto near = nearest(label, known);
  fail_input(fmt::format("the shares name '{}', which is not among the regions", shown(label)),
             near ? fmt::format("Did you mean '{}'?", shown(*near)) : "");
}

}  // namespace

double typical_error(const Oracle& oracle, std::span<const double> shares) {
  if (oracle.k() == 1) return 0;
  const std::vector<VarianceCurve> curves = oracle.variance_curves(1, shares);
  double sum = 0;
  for (std::size_t v = 0; v < curves.size(); ++v) sum += std::sqrt(std::max(0.0, curves[v].at(shares[v])));
  return sum / static_cast<double>(curves.size());
}

std::vector<double> declared_shares(const Domain& domain, const std::map<std::string, double>& declared) {
  std::vector<double> shares(domain.size(), -1);
  double named = 0;
  for (const auto& [label, share] : declared) {
    if (!(share >= 0 && share <= 1)) {
      fail_input(fmt::format("the share of '{}' must be a number between 0 and 1, not {}", shown(label), share));
    }
    shares[labelled_value(domain, label)] = share;
    named += share;
  }
  const std::size_t left = shares.size() - declared.size();
  if (named > 1 + share_rounding || (left == 0 && named < 1 - share_rounding)) {
    fail_input(fmt::format("the shares sum to {:.6g} instead of 1", named),
               "Regions that are not named share what is left of 1 evenly.");
  }
  const double even = left == 0 ? 0 : std::max(0.0, 1 - named) / static_cast<double>(left);
  for (double& share : shares) share = share < 0 ? even : share;
  return shares;
}

std::string best_pure_oracle(const Domain& domain, double epsilon, std::span<const double> shares) {
  std::string best;
  auto least = std::make_tuple(std::numeric_limits<double>::infinity(), std::size_t{0});
  for (const OracleRow& row : oracle_table()) {
    if (row.parameters_for != nullptr || !row.resolves_to.empty() || domain.size() > row.max_planned_values) continue;
    try {
      const auto oracle = make_oracle({std::string(row.name), domain, epsilon, {}});
      if (!oracle->is_pure()) continue;
      // What differs only by rounding is the same.
      const double error = typical_error(*oracle, shares);
      const auto rank = std::make_tuple(error > 0 ? std::round(1e9 * std::log(error)) : 0, oracle->report_bits());
      if (best.empty() || rank < least) {
        best = row.name;
        least = rank;
      }
    } catch (const Error&) {
      continue;  // this oracle does not exist for these numbers; another one does
    }
  }
  if (best.empty()) fail_input(fmt::format("no oracle suits {} values at epsilon = {}", domain.size(), epsilon));
  return best;
}

}  // namespace sourdine
