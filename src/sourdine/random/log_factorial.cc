#include "sourdine/random/log_factorial.h"

namespace sourdine::detail {
namespace {

// Knuth and Buckholtz, "Computation of Tangent, Euler, and Bernoulli Numbers" (1967): additions of positive integers.
std::vector<boost::multiprecision::cpp_int> compute_tangent_numbers(std::size_t count) {
  std::vector<boost::multiprecision::cpp_int> t(count);
  t[0] = 1;
  for (std::size_t k = 1; k < count; ++k) t[k] = t[k - 1] * k;
  for (std::size_t k = 1; k < count; ++k) {
    for (std::size_t j = k; j < count; ++j) t[j] = t[j - 1] * (j - k) + t[j] * (j - k + 2);
  }
  return t;
}

}  // namespace

const std::vector<boost::multiprecision::cpp_int>& tangent_numbers() {
  static const auto numbers = compute_tangent_numbers(80);
  return numbers;
}

}  // namespace sourdine::detail
