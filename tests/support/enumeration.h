// The exact law of a randomiser, by running its code on every outcome (Branches).
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <map>
#include <span>

#include "sourdine/random/branches.h"

// g++ 12 at -O3 mistakes the inline storage of Boost's integers for uninitialised. Not popped: the code is instantiated
// at the end of the including file.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace sourdine::testing {

using Rational =
    boost::multiprecision::number<boost::multiprecision::cpp_rational_backend, boost::multiprecision::et_off>;

template <class Number>
Number path_probability(std::span<const Fraction> path) {
  Number product = 1;
  for (const Fraction& fraction : path) {
    product *= Number(fraction.numerator);
    product /= fraction.denominator == 0 ? Number(~std::uint64_t{0}) + Number(1) : Number(fraction.denominator);
  }
  return product;
}

// `cut` is the mass of the paths that pruning gave up: each true probability lies in [mass, mass + cut].
template <class Result, class Number>
struct Law {
  std::map<Result, Number> mass;
  Number cut = 0;
  std::size_t paths = 0;

  Number total() const {
    Number sum = cut;
    for (const auto& [result, probability] : mass) sum += probability;
    return sum;
  }
};

template <class Number, class Body>
auto enumerate_law(Branches::Options options, Body body) {
  Branches branches(options);
  Law<decltype(body(branches)), Number> law;
  branches.explore([&](Branches& b) {
    const auto result = body(b);
    law.mass[result] += path_probability<Number>(b.path());
    ++law.paths;
  });
  for (const auto& path : branches.cut()) law.cut += path_probability<Number>(path);
  return law;
}

}  // namespace sourdine::testing
