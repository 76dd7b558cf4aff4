// The law of the number C of reports that support a value which x of n users hold: Binomial(x, yes) + Binomial(n − x,
// no), for every x from 0 to n. Pure oracles only (Oracle::is_pure): users report independently of each other, and
// whether a report supports the value depends on holding it or not. Over the values the numbers may depend on each
// other (grr's sum to n), and local hashing is taken over the choice of its public hash functions; the law of one value
// is this all the same. Internal to estimate/.
//
// How: one user after the other is exchanged, a non-holder for a holder (or the other way round): the generating
// function is divided by 1 − from + from·z and multiplied by 1 − to + to·z. Started from the binomial law with the
// smaller variance per report, the quotient's modulus is at most 1 on the whole unit circle, so rounding errors never
// grow: the laws are right to about n·1e−16 in absolute terms. Outside their likely numbers (estimate/binomial_law.h)
// they are taken as 0.
//
// Cost: O(n·√n) operations for all n + 1 laws together; 1 to 3 ms for n = 1,000, 3 to 8 ms for n = 2,048.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

struct SupportLaw {
  std::uint64_t holders = 0;     // x
  std::uint64_t first = 0;       // the smallest number of supporting reports that is not left out
  std::span<const double> mass;  // Pr[C = first], Pr[C = first + 1] …
};

// Calls `visit` with the law of every x, each once, in one order or the other; n ≥ 1. The span is good during the call.
void for_each_support_law(const Support& support, std::uint64_t n, const std::function<void(const SupportLaw&)>& visit);

}  // namespace sourdine
