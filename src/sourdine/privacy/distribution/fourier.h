// Cyclic powers of masses by the fast Fourier transform, with a bound on what rounding does to them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sourdine {

struct CyclicFactor {
  std::vector<double> masses;  // not negative, at most 1 together; longer ones are wrapped around
  std::uint64_t times = 1;
};

struct CyclicProduct {
  std::vector<double> masses;  // may be negative by rounding
  double error = 0;            // no mass is off by more
};

// A length that transforms fast, at least `size`.
std::size_t cyclic_length(std::size_t size);

// The masses of the sum, modulo `length`, of independent numbers: `times` of each factor.
CyclicProduct cyclic_product(std::span<const CyclicFactor> factors, std::size_t length);

}  // namespace sourdine
