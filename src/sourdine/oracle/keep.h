// Keep: the one random decision under most oracles. With probability λ = keep/2^64 the report is uniform over the
// `supporting` outputs that support the value, otherwise uniform over all `outputs`. A report that supports the value
// is then 1 + λ/(1−λ) · outputs/supporting times as likely as one that does not; that ratio is e^ε.
//
// grr: outputs k, supporting 1. local hashing: g, 1. ss: k, ω (the ratio of the numbers of subsets). hr, pgr: K, |S_v|.
// hrr, hcms: 2, 1 (one bit).
#pragma once

#include <cstdint>

#include "sourdine/random/threshold.h"

namespace sourdine {

struct Keep {
  Threshold threshold;
  std::uint64_t outputs;
  std::uint64_t supporting;

  // The largest threshold whose ratio does not exceed e^ε (rounded down in 100-digit arithmetic). Throws
  // Error(bad_input) when ε is not a positive number or too small for 64 bits to tell from zero.
  static Keep for_epsilon(double epsilon, std::uint64_t outputs, std::uint64_t supporting);

  // Realised ε of this threshold, rounded up to a double.
  double epsilon() const;
  // Pr[the report supports the value held].
  double yes() const;
  // Pr[the report supports another value], where `overlap` = Pr[a uniform report supporting v also supports w].
  double no(double overlap) const;
  // yes() − no(overlap), without cancellation.
  double gap(double overlap) const;
};

// Throws Error(bad_input) unless ε is a finite number > 0.
void require_epsilon(double epsilon);

}  // namespace sourdine
