#include "sourdine/privacy/group.h"

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/privacy/rounding.h"

namespace sourdine {

double group_factor(double x, std::uint64_t size) {
  if (size == 0) fail_input("a group has at least one member: the bound on contributions must not be 0");
  if (size == 1) return x;
  // Exact as a long double while size < 2^11; the slack would make 12 · 1 a little more than 12.
  const long double product = static_cast<long double>(x) * static_cast<long double>(size);
  return size < 2048 ? rounded_up(product) : formula_up(product);
}

PureEpsilon group_pure(PureEpsilon loss, std::uint64_t size) { return {group_factor(loss.epsilon, size)}; }

ApproximateDp group_approximate(ApproximateDp loss, std::uint64_t size) {
  const double epsilon = group_factor(loss.epsilon, size);
  if (size == 1 || loss.delta == 0) return {.epsilon = epsilon, .delta = loss.delta};
  const auto members = static_cast<long double>(size);
  const long double one = loss.epsilon;
  const long double growth = one > 0 ? std::expm1(members * one) / std::expm1(one) : members;
  return {.epsilon = epsilon, .delta = std::min(1.0, formula_up(loss.delta * growth))};
}

Zcdp group_zcdp(Zcdp loss, std::uint64_t size) { return {group_factor(group_factor(loss.rho, size), size)}; }

}  // namespace sourdine
