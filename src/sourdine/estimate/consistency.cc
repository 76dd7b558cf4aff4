#include "sourdine/estimate/consistency.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/estimate/normal.h"

namespace sourdine {
namespace {

constexpr std::array<ConsistencyRow, 8> consistency_rows = {{
    {Consistency::none, "none", "unbiased counts as they are; may be negative"},
    {Consistency::base_pos, "base-pos", "negative counts become 0, as in the published study; biased upward"},
    {Consistency::base_cut, "base-cut", "counts that noise alone could explain become 0"},
    {Consistency::norm, "norm", "the same number added to all, so that they sum to the number of reports"},
    {Consistency::norm_mul, "norm-mul", "negative counts become 0, the others are scaled to the number of reports"},
    {Consistency::norm_sub, "norm-sub", "the nearest counts that are not negative and sum to the number of reports"},
    {Consistency::norm_cut, "norm-cut", "the largest counts while they sum to at most the number of reports"},
    {Consistency::mle, "mle", "the most likely counts given the reports"},
}};

double sum(std::span<const double> x) { return std::accumulate(x.begin(), x.end(), 0.0); }

std::vector<double> descending(std::span<const double> x) {
  std::vector<double> sorted(x.begin(), x.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  return sorted;
}

template <class Map>
Consistent mapped(std::span<const double> x, Map map) {
  Consistent result{{x.begin(), x.end()}};
  for (double& count : result.counts) count = map(count);
  return result;
}

}  // namespace

std::span<const ConsistencyRow> consistency_table() { return consistency_rows; }

std::string_view consistency_name(Consistency method) {
  return std::find_if(consistency_rows.begin(), consistency_rows.end(),
                      [method](const auto& row) { return row.method == method; })
      ->name;
}

Consistency find_consistency(std::string_view name) {
  const auto found = std::find_if(consistency_rows.begin(), consistency_rows.end(),
                                  [name](const auto& row) { return row.name == name; });
  if (found != consistency_rows.end()) return found->method;
  std::array<std::string_view, consistency_rows.size()> names;
  std::ranges::transform(consistency_rows, names.begin(), &ConsistencyRow::name);
  fail_input(fmt::format("unknown consistency method '{}'; {}known: {}", name, suggestion(name, names),
                         fmt::join(names, ", ")));
}

Consistent base_pos(std::span<const double> x) {
  return mapped(x, [](double count) { return std::max(0.0, count); });
}

Consistent base_cut(std::span<const double> x, double threshold) {
  return mapped(x, [threshold](double count) { return count > threshold ? count : 0.0; });
}

Consistent norm(std::span<const double> x, double total) {
  const double shift = (total - sum(x)) / static_cast<double>(x.size());
  return mapped(x, [shift](double count) { return count + shift; });
}

Consistent norm_mul(std::span<const double> x, double total) {
  Consistent result = base_pos(x);
  const double positive = sum(result.counts);
  if (positive > 0) {
    for (double& count : result.counts) count *= total / positive;
  } else {
    result.is_degenerate = true;
    std::fill(result.counts.begin(), result.counts.end(), total / static_cast<double>(x.size()));
  }
  return result;
}

// With r numbers left positive, δ = (T − their sum)/r. The right r is the largest whose smallest number stays positive;
// the condition holds for all smaller r and fails for all larger ones.
Consistent norm_sub(std::span<const double> x, double total) {
  const std::vector<double> sorted = descending(x);
  double shift = total - sorted[0];
  double running = sorted[0];
  for (std::size_t r = 1; r < sorted.size(); ++r) {
    running += sorted[r];
    const double candidate = (total - running) / static_cast<double>(r + 1);
    if (sorted[r] + candidate <= 0) break;
    shift = candidate;
  }
  return mapped(x, [shift](double count) { return std::max(0.0, count + shift); });
}

// Numbers are taken in groups of equals, so that the result does not depend on the order of the values.
Consistent norm_cut(std::span<const double> x, double total) {
  const std::vector<double> sorted = descending(x);
  double smallest_kept = 0;
  double running = 0;
  for (auto group = sorted.begin(); group != sorted.end() && *group > 0;) {
    const auto next = std::upper_bound(group, sorted.end(), *group, std::greater<>());
    running += static_cast<double>(next - group) * *group;
    if (running > total) break;
    smallest_kept = *group;
    group = next;
  }
  if (smallest_kept > 0) {
    return mapped(x, [=](double count) { return count >= smallest_kept ? count : 0.0; });
  }
  if (sorted[0] <= 0) return {std::vector<double>(x.size()), true};
  const auto largest = static_cast<double>(std::count(sorted.begin(), sorted.end(), sorted[0]));
  Consistent shared = mapped(x, [&](double count) { return count == sorted[0] ? total / largest : 0.0; });
  shared.is_degenerate = true;
  return shared;
}

double base_cut_threshold(std::size_t k, double sigma0, double alpha) {
  return std::max(0.0, normal_upper_quantile(alpha / static_cast<double>(k))) * sigma0;
}

}  // namespace sourdine
