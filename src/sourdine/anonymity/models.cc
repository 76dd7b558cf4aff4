#include "sourdine/anonymity/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

using Counts = std::span<const ClassHistograms::Count>;

// Two sums of the same terms in another order may differ in their last bits: that decides nothing.
constexpr double rounding = 1e-12;

std::uint64_t rows_of(Counts counts) {
  std::uint64_t rows = 0;
  for (const auto& count : counts) rows += count.rows;
  return rows;
}

// p_i − q_i for every value.
std::vector<double> surplus(Counts counts, std::span<const std::uint32_t> table) {
  const auto all = static_cast<double>(std::accumulate(table.begin(), table.end(), std::uint64_t{0}));
  const auto rows = static_cast<double>(rows_of(counts));
  std::vector<double> difference(table.size());
  for (std::size_t i = 0; i < table.size(); ++i) difference[i] = -static_cast<double>(table[i]) / all;
  for (const auto& count : counts) difference[count.value] += static_cast<double>(count.rows) / rows;
  return difference;
}

// What is moved within a node of height h travels h/H: of the surpluses of its children, as much as there is to take.
double hierarchical_distance(std::vector<double> difference, const Hierarchy& hierarchy) {
  const std::size_t height = hierarchy.levels() - 1;
  double cost = 0;
  for (std::size_t level = 0; level < height; ++level) {
    const std::size_t groups = hierarchy.size(level + 1);
    std::vector<double> given(groups), taken(groups), sum(groups);
    for (Value child = 0; child < difference.size(); ++child) {
      const Value parent = hierarchy.parent(level, child);
      (difference[child] > 0 ? given : taken)[parent] += std::abs(difference[child]);
      sum[parent] += difference[child];
    }
    for (std::size_t i = 0; i < groups; ++i) {
      cost += std::min(given[i], taken[i]) * static_cast<double>(level + 1) / static_cast<double>(height);
    }
    difference = std::move(sum);
  }
  // Where the last level is several groups, what is left travels the whole way.
  double left = 0;
  for (const double x : difference) left += std::max(x, 0.0);
  return cost + (difference.size() > 1 ? left : 0);
}

}  // namespace

std::uint64_t distinct_l(Counts counts) { return counts.size(); }

double entropy_l(Counts counts) {
  const auto rows = static_cast<double>(rows_of(counts));
  double entropy = 0;
  for (const auto& count : counts) {
    const double share = static_cast<double>(count.rows) / rows;
    entropy -= share * std::log(share);
  }
  return std::exp(entropy);
}

double recursive_ratio(Counts counts, std::uint64_t l) {
  std::vector<std::uint64_t> sorted;
  for (const auto& count : counts) sorted.push_back(count.rows);
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  std::uint64_t rest = 0;
  for (std::size_t i = l - 1; i < sorted.size(); ++i) rest += sorted[i];
  if (rest == 0) return std::numeric_limits<double>::infinity();
  return static_cast<double>(sorted.front()) / static_cast<double>(rest);
}

double distance_from_table(Counts counts, std::span<const std::uint32_t> table, GroundDistance distance,
                           const Hierarchy* hierarchy) {
  const std::vector<double> difference = surplus(counts, table);
  if (distance == GroundDistance::hierarchy) return hierarchical_distance(difference, *hierarchy);
  double sum = 0, cumulative = 0;
  for (const double x : difference) {
    cumulative += x;
    sum += std::abs(distance == GroundDistance::equal ? x : cumulative);
  }
  if (distance == GroundDistance::equal) return sum / 2;
  return table.size() > 1 ? sum / static_cast<double>(table.size() - 1) : 0;
}

void SensitiveModel::require_valid() const {
  if (distinct_l == 0) fail_input("distinct l is 0, and must be at least 1");
  if (!(entropy_l >= 1)) fail_input(fmt::format("entropy l is {}, and must be at least 1", entropy_l));
  if (recursive && (recursive->l == 0 || !(recursive->c > 0))) {
    fail_input(fmt::format("recursive diversity is ({}, {}): c must be greater than 0 and l at least 1", recursive->c,
                           recursive->l));
  }
  if (t && !(*t >= 0 && *t <= 1)) fail_input(fmt::format("t is {}, and must be from 0 to 1", *t));
  if (distance == GroundDistance::hierarchy && (hierarchy == nullptr || hierarchy->levels() < 2)) {
    fail_input("the distance by a hierarchy needs one of two levels or more");
  }
}

bool SensitiveModel::holds(Counts counts, std::span<const std::uint32_t> table) const {
  if (sourdine::distinct_l(counts) < distinct_l) return false;
  if (entropy_l > 1 && sourdine::entropy_l(counts) < entropy_l * (1 - rounding)) return false;
  if (recursive && !(recursive_ratio(counts, recursive->l) < recursive->c)) return false;
  return !t || distance_from_table(counts, table, distance, hierarchy) <= *t + rounding;
}

}  // namespace sourdine
