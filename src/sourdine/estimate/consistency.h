// Consistency: making unbiased counts, which may be negative and need not add up, look like counts. All of it is
// post-processing of what was already released, so none of it costs privacy. Except for `norm` it trades bias for
// error.
//
// Input x: one number per value; total T ≥ 0: what the counts should add up to (the number of reports, which is
// public).
//
//   base-pos  max(0, x). What the published study does; biased upward (estimate/bias.h).
//   base-cut  x where x > θ, else 0; θ = Φ⁻¹(1 − α/k)·σ0 leaves all values nobody holds out with probability 1 − α.
//   norm      x + (T − Σx)/k. Stays unbiased; may stay negative.
//   norm-mul  max(0, x) · T/Σmax(0, x).
//   norm-sub  max(0, x + δ) with δ such that the sum is T: the point nearest to x (Euclidean) among all that are ≥ 0
//             and add up to T. The usual choice.
//   norm-cut  the largest positive x while they add up to at most T; the others 0. Equal numbers share one fate.
//   mle       the most likely counts given the reports (estimate/likelihood.h); not a function of x.
//
// All results keep the order of x and permute with it; all but `norm` are ≥ 0; norm, norm-mul and norm-sub sum to T;
// base-pos, base-cut and the norm family change nothing when applied twice.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace sourdine {

enum class Consistency { none, base_pos, base_cut, norm, norm_mul, norm_sub, norm_cut, mle };

struct ConsistencyRow {
  Consistency method;
  std::string_view name;
  std::string_view meaning;
};

std::span<const ConsistencyRow> consistency_table();
std::string_view consistency_name(Consistency method);
// The method of that name. Throws Error(bad_input) naming the nearest and all known names.
Consistency find_consistency(std::string_view name);

struct Consistent {
  std::vector<double> counts;
  // True when x gave nothing to go by and a rule decided: norm-mul without a positive number (T shared equally by all),
  // norm-cut without one (all 0) or with a largest number above T (T shared equally by the largest).
  bool is_degenerate = false;
};

Consistent base_pos(std::span<const double> x);
Consistent base_cut(std::span<const double> x, double threshold);
Consistent norm(std::span<const double> x, double total);
Consistent norm_mul(std::span<const double> x, double total);
Consistent norm_sub(std::span<const double> x, double total);
Consistent norm_cut(std::span<const double> x, double total);

// θ of base-cut: Φ⁻¹(1 − alpha/k)·sigma0, at least 0; sigma0 is the standard error of a count nobody holds.
double base_cut_threshold(std::size_t k, double sigma0, double alpha);

}  // namespace sourdine
