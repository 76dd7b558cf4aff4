#include "sourdine/oracle/longitudinal/combinations.h"

#include <algorithm>

#include "sourdine/base/wide.h"

namespace sourdine {
namespace {

// C(things, chosen), or Combinations::max_count + 1 where it is larger.
std::uint64_t binomial_coefficient(std::uint64_t things, std::uint64_t chosen) {
  if (chosen > things) return 0;
  chosen = std::min(chosen, things - chosen);
  Wide product = 1;
  for (std::uint64_t i = 1; i <= chosen; ++i) {
    product = product * (things - chosen + i) / i;  // C(things − chosen + i, i): whole, and rising
    if (product > Combinations::max_count) return Combinations::max_count + 1;
  }
  return static_cast<std::uint64_t>(product);
}

bool needs_no_table(std::uint64_t things, std::uint64_t chosen) { return chosen == 1 || chosen == things; }

}  // namespace

bool Combinations::fit(std::uint64_t things, std::uint64_t chosen) {
  return binomial_coefficient(things, chosen) <= max_count &&
         (needs_no_table(things, chosen) || things * chosen <= max_table);
}

Combinations::Combinations(std::uint32_t things, std::uint32_t chosen)
    : things_(things), chosen_(chosen), count_(binomial_coefficient(things, chosen)) {
  if (needs_no_table(things, chosen)) return;
  table_.reserve(std::size_t{things} * chosen);
  for (std::uint32_t i = 1; i <= chosen; ++i) {
    for (std::uint32_t c = 0; c < things; ++c) table_.push_back(binomial_coefficient(c, i));
  }
}

}  // namespace sourdine
