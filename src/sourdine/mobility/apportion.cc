#include "sourdine/mobility/apportion.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sourdine/base/wide.h"

namespace sourdine {
namespace {

// What is left goes to the largest remainders. More than one each is left only where floating-point shares were far
// too small; then it goes round again.
template <class Remainder>
void give_rest(std::uint64_t rest, const std::vector<Remainder>& remainders, std::vector<std::uint64_t>& parts) {
  if (rest == 0) return;
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
  for (std::uint64_t i = 0; i < rest; ++i) ++parts[order[i % order.size()]];
}

}  // namespace

std::vector<std::uint64_t> apportion(std::uint64_t total, std::span<const double> weights) {
  std::vector<std::uint64_t> parts(weights.size());
  if (parts.empty()) return parts;
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (!(sum > 0)) {
    parts.back() = total;
    return parts;
  }
  std::vector<double> remainders(parts.size());
  std::uint64_t left = total;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double share = static_cast<double>(total) * (weights[i] / sum);
    parts[i] = std::min(left, static_cast<std::uint64_t>(share));
    // A weight of 0 gets nothing, whatever the others leave.
    remainders[i] = weights[i] > 0 ? share - static_cast<double>(parts[i]) : -1;
    left -= parts[i];
  }
  give_rest(left, remainders, parts);
  return parts;
}

std::vector<std::uint64_t> apportion(std::uint64_t total, std::span<const std::uint64_t> weights) {
  std::vector<std::uint64_t> parts(weights.size());
  if (parts.empty()) return parts;
  const std::uint64_t sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  if (sum == 0) {
    parts.back() = total;
    return parts;
  }
  std::vector<std::uint64_t> remainders(parts.size());
  std::uint64_t left = total;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Wide share = static_cast<Wide>(total) * weights[i];
    parts[i] = static_cast<std::uint64_t>(share / sum);
    remainders[i] = static_cast<std::uint64_t>(share % sum);
    left -= parts[i];
  }
  give_rest(left, remainders, parts);
  return parts;
}

}  // namespace sourdine
