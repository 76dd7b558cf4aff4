// What max(0, ·) does to the mean of an unbiased estimate, and how to undo it with sanitised data only.
//
// An estimate X ~ N(μ, s²) that is cut at zero has mean h(μ) = μΦ(μ/s) + sφ(μ/s) > μ: a value nobody holds appears
// 0.399 s times. h is increasing and convex with h' = Φ(μ/s), so the mean of many cut estimates (of the same value,
// over periods) tells μ: solving h(μ) = observed uses the published numbers and s, which depends on public parameters
// alone. It costs no privacy, unlike a correction factor computed from the true counts.
#pragma once

namespace sourdine {

// E[max(0, X)] for X ~ N(mean, std_error²); std_error ≥ 0.
double expected_positive_part(double mean, double std_error);

// The mean μ with expected_positive_part(μ, std_error) = observed, to about 15 digits of std_error. An observed mean of
// 0 cannot come from any finite μ: the answer is −infinity then, as it is when μ would lie below −37 std_error. Throws
// Error(bad_input) when observed < 0 or std_error < 0 or either is not finite.
double mean_before_cut(double observed, double std_error);

}  // namespace sourdine
