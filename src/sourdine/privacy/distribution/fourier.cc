#include "sourdine/privacy/distribution/fourier.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <unsupported/Eigen/FFT>

namespace sourdine {
namespace {

using Complex = std::complex<double>;

// What a transform of masses that add up to at most 1 may be off by: each output is a sum of inputs, each turned once a
// level by a factor whose own error, and the rounding of the product and the sum, are a few units in the last place.
double transform_error(std::size_t length) {
  return 16 * std::numeric_limits<double>::epsilon() * (1 + std::log2(static_cast<double>(length)));
}

Complex product(Complex a, Complex b) {  // no infinities here to look after
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

Complex power(Complex base, std::uint64_t exponent) {
  Complex result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = product(result, base);
    base = product(base, base);
  }
  return result;
}

}  // namespace

std::size_t cyclic_length(std::size_t size) {
  std::size_t best = 16;
  while (best < size) best *= 2;
  for (const std::size_t odd : {3U, 5U, 9U}) {
    std::size_t length = 2 * odd;
    while (length < size) length *= 2;
    best = std::min(best, length);
  }
  return best;
}

CyclicProduct cyclic_product(std::span<const CyclicFactor> factors, std::size_t length) {
  Eigen::FFT<double> transform;
  transform.SetFlag(Eigen::FFT<double>::HalfSpectrum);
  const double forward_error = transform_error(length);
  std::vector<Complex> spectrum(length / 2 + 1, Complex(1));
  std::vector<double> errors(spectrum.size(), 0);
  std::vector<double> wrapped(length);
  std::vector<Complex> of_factor;
  for (const CyclicFactor& factor : factors) {
    std::fill(wrapped.begin(), wrapped.end(), 0);
    for (std::size_t i = 0; i < factor.masses.size(); ++i) wrapped[i % length] += factor.masses[i];
    transform.fwd(of_factor, wrapped);
    const auto times = static_cast<double>(factor.times);
    const double once = forward_error + 4 * std::numeric_limits<double>::epsilon();
    for (std::size_t k = 0; k < spectrum.size(); ++k) {
      // |x^t − y^t| ≤ t |x − y| max(|x|, |y|)^{t − 1}; products of the power round once or twice for each factor.
      const double most = std::abs(of_factor[k]) + forward_error;
      const double log_most = std::log(most);
      const bool is_nothing = times * log_most < -700;
      const double bulk = is_nothing ? 0 : std::exp((times - 1) * log_most) * (1 + 1e-9);
      const double of_power = times * once * bulk;
      errors[k] = errors[k] * (bulk * most + of_power) + std::abs(spectrum[k]) * of_power + 1e-300;
      spectrum[k] = is_nothing ? Complex(0) : product(spectrum[k], power(of_factor[k], factor.times));
    }
  }
  double error = 0;
  double total = 0;
  for (std::size_t k = 0; k < spectrum.size(); ++k) {
    const double both = k == 0 || 2 * k == length ? 1 : 2;  // the other half is conjugate
    error += both * errors[k];
    total += both * std::abs(spectrum[k]);
  }
  CyclicProduct found;
  transform.inv(found.masses, spectrum, static_cast<Eigen::Index>(length));
  found.error = (error + forward_error * total) / static_cast<double>(length) * (1 + 1e-6);
  return found;
}

}  // namespace sourdine
