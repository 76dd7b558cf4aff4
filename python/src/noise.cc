// Whole-number noise for counts, for Python.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <charconv>

#include "arrays.h"
#include "long_work.h"
#include "loss.h"
#include "sourdine/base/error.h"
#include "sourdine/mechanism/count_noise.h"
#include "sourdine/privacy/exact_epsilon.h"
#include "sourdine/random/secure_bits.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine::python {
namespace {

using Noise = std::shared_ptr<CountNoise>;

// A copy with noise. `numbers` must be int64, in one piece.
NumpyArray<std::int64_t> add(const CountNoise& noise, const AnyArray& numbers, std::optional<std::uint64_t> seed) {
  require_numbers(numbers, "counts");
  if (numbers.dtype() != nb::dtype<std::int64_t>()) throw nb::type_error("counts must be of dtype int64");
  const auto* const first = static_cast<const std::int64_t*>(numbers.data());
  std::vector<std::int64_t> noisy(first, first + numbers.size());
  without_lock([&] {
    if (seed) {
      SeededBits random(*seed);
      noise.add(random, noisy);
    } else {
      noise.add(SecureBits::this_thread(), noisy);
    }
  });
  return numpy_of(std::move(noisy));
}

Noise laplace(const std::string& epsilon, std::uint64_t l1) {
  double number = 0;
  const auto [end, error] = std::from_chars(epsilon.data(), epsilon.data() + epsilon.size(), number);
  if (error != std::errc() || end != epsilon.data() + epsilon.size()) throw nb::value_error("epsilon is no number");
  return laplace_for(ExactEpsilon::spendable(number), l1);
}

}  // namespace

void bind_noise(nb::module_& module) {
  nb::class_<CountNoise>(module, "CountNoise", "Whole-number noise for counts.")
      .def_static("laplace", laplace, "epsilon"_a, "l1"_a, "epsilon: the shortest decimal of a number")
      .def_static(
          "gaussian_zcdp", [](double rho, std::uint64_t l2) -> Noise { return gaussian_for_zcdp(rho, l2); }, "rho"_a,
          "l2_squared"_a)
      .def_static(
          "gaussian_counts",
          [](double epsilon, double delta, std::uint64_t l2) -> Noise {
            return without_lock([&]() -> Noise { return gaussian_for_counts(epsilon, delta, l2); });
          },
          "epsilon"_a, "delta"_a, "l2_squared"_a)
      .def_prop_ro("name", [](const CountNoise& self) { return std::string(self.name()); })
      .def_prop_ro("variance", &CountNoise::variance)
      .def(
          "quantile",
          [](const CountNoise& self, double miss) {
            if (!(miss > 0 && miss < 1)) fail_input("a chance to miss lies between 0 and 1");
            return self.quantile(miss);
          },
          "miss"_a)
      .def("tail", &CountNoise::tail, "x"_a)
      .def(
          "loss",
          [](const CountNoise& self, std::uint64_t l1, std::uint64_t l2_squared) {
            return Loss{self.loss({l1, l2_squared})};
          },
          "l1"_a, "l2_squared"_a)
      .def("add", add, "counts"_a.noconvert(), "seed"_a = nb::none());
}

}  // namespace sourdine::python
