// Two rounds of randomised response, one behind the other: a permanent one that is drawn once and kept, and an
// instantaneous one at every report. Calibrated so that all reports together tell at most ε (the permanent round
// alone), and one report at most ε1 < ε (both rounds as one channel).
//
// ChainedKeep: keep a symbol of n or replace it by any (oracle/keep.h), twice. Keeping with λ1 and then with λ2 is
//   keeping with λ1·λ2: two rounds of grr are grr. For exactly ε1, λ2 = λ(ε1)/λ1, λ(x) = (e^x−1)/(e^x+n−1); rounded
//   down, with the λ1 that is in use. (The published calibration forgets the n−2 other symbols a report may have passed
//   through, and needs up to 35 times as many reports: longitudinal/published.h.)
// ChainedFlip: every bit twice. A set bit is sent as 1 with a = p1·p2 + (1−p1)·q2, a clear one with
//   b = q1·p2 + (1−q1)·q2, and ε1 = ln[a(1−b) / (b(1−a))]. The second round is the threshold nearest to what is asked
//   that does not exceed it, found by bisection over the integers.
#pragma once

#include <cstdint>
#include <string_view>

#include "sourdine/oracle/bit_flip.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/oracle/oracle.h"

namespace sourdine {

// The spec with its parameter "epsilon1": half of ε where it is not given. Throws Error(bad_input) unless
// 0 < ε1 < ε.
OracleSpec with_report_epsilon(OracleSpec spec);

struct ChainedKeep {
  Keep permanent;
  Keep instantaneous;

  // Throws Error(bad_input) when ε or ε1 is too small for 64 bits.
  static ChainedKeep for_epsilons(double epsilon, double epsilon1, std::uint64_t outputs);

  double keep() const;     // λ1·λ2
  double replace() const;  // 1 − λ1·λ2, without cancellation
  // ε of so many reports from one permanent response, rounded up to a double: ln of
  // (P1·P2^t + (n−1)·Q1·Q2^t) / (Q1·P2^t + (P1+(n−2)·Q1)·Q2^t), P = λ + (1−λ)/n, Q = (1−λ)/n. All t reports naming one
  // symbol tell the most: they leave the largest share of the likelihood to it, and the smallest to any other.
  double epsilon_after(std::uint64_t reports) const;
};

struct ChainedFlip {
  BitFlip permanent;
  BitFlip instantaneous;

  enum class Second { symmetric, optimised };  // p2 = 1−q2, or p2 = ½
  // `name` is the oracle's, for messages. Throws Error(bad_input) when no second round of that form has ε1, naming the
  // largest that one has.
  static ChainedFlip for_epsilons(std::string_view name, BitFlip permanent, Second second, double epsilon,
                                  double epsilon1);

  // a, b and a − b = (p1−q1)(p2−q2).
  Support support() const;
  // ε of so many reports from one permanent response about values whose encodings differ in `set` bits that only the
  // first sets and `clear` that only the second does, rounded up to a double. Bits are independent; of t reports the
  // most is told by those with all of the former set and all of the latter clear.
  double epsilon_after(std::uint64_t reports, std::uint64_t set = 1, std::uint64_t clear = 1) const;
};

// The probability that the best guess at one of `values` values, drawn evenly, is right, from randomised bits of `bits`
// of them: any of those whose bit is 1; where none is, any that has no bit, if there is one.
// (1/k)[(p/q)(1 − (1−q)^d) + (1−q)^d], with (1−p)(1−q)^(d−1) in the last place for d = k.
double guess_from_bits(const BitFlip& flip, std::uint64_t bits, std::uint64_t values);

}  // namespace sourdine
