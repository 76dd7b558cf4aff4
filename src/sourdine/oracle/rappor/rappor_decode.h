// Decoding RAPPOR: which of many candidate strings were reported, how often, and how sure that is. The candidates need
// not be known when the reports are made, and may be more than there are bits.
//
// 1. Every bit of every cohort gives y = (n/N)·(c − p01·N)/(q11−p01), the number of people who would set it were all in
//    this cohort (N reports, c ones), with a standard error.
// 2. Selection: y is regressed on the candidates' bits and a constant (strings that are no candidates set any bit
//    alike), weighted by N, coefficients ≥ 0, each penalised by what pure noise would reach in one of all candidates
//    with probability `false_alarm` (LASSO, by coordinate descent). What survives is few and explains the bits
//    together.
// 3. Least squares on the survivors alone, without penalty. Standard errors count the noise of the bits and who happens
//    to be in which cohort, and grow by the lack of fit that unknown strings leave.
// 4. One-sided z-tests, Bonferroni-corrected for all candidates.
//
// The probability that any string nobody holds is called significant is at most about false_alarm: normal approximation
// of bit counts (hundreds of reports per cohort), and the selection is treated as if it had been fixed beforehand.
// Post-processing: decoding costs no privacy, however often it is done.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sourdine/oracle/rappor/rappor.h"

namespace sourdine {

struct DecodedString {
  std::string text;
  double estimate;   // how many of the reports come from it; 0 when not selected
  double std_error;  // of the estimate; 0 when not selected
  double p_value;    // of "nobody holds it", corrected for the number of candidates; 1 when not selected
  bool is_significant;
};

struct DecodeOptions {
  double false_alarm = 0.05;  // for all candidates together
};

// One row per candidate, in their order. Throws Error(bad_input): a tally of other reports or of none, no candidate, an
// empty or repeated one, or candidates that the filters cannot tell apart.
std::vector<DecodedString> decode_rappor(const Rappor& oracle, const Tally& tally,
                                         std::span<const std::string> candidates, const DecodeOptions& options = {});

}  // namespace sourdine
