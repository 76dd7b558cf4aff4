// The filter of a random walk, run on many columns at once, and the second moments of what it leaves. Internal: the
// inner loop of the fits in estimate/kalman.h, which says what the numbers mean.
//
// Every sum is added up in the order of the periods and no product is fused into a sum, so all vector targets give the
// same bits as the loops of the definition (tests/kernel/definitions.h).
#pragma once

#include <cstddef>
#include <span>

namespace sourdine {

// Rows of columns are padded to a multiple of this many numbers.
inline constexpr std::size_t walk_padding = 8;

// Column 0 is `share`; the others are those of `design`, whose column 0 and padding hold zeros. The variance of the
// noise is variance + dispersion·irregular; ∞ where the period is not observed.
struct WalkColumns {
  std::span<const double> design;               // periods × stride
  std::size_t stride = 0;                       // columns, padded
  std::span<const double> share;                // per period
  std::span<const double> variance, irregular;  // per period
  double dispersion = 0;
  double drift = 0;  // variance of the walk's step from one period to the next
};

// For each period the columns less the walk's prediction of each (periods × stride), and the variance of the walk's
// level before the period is seen.
void walk_innovations(const WalkColumns& columns, std::span<double> innovations, std::span<double> level_variance);

struct WalkMoments {
  WalkColumns columns;
  std::span<double> squares;  // stride × stride: Σ e·e'/F is added, with e the innovations of an observed period and F
                              // the variance of column 0's
  double log_determinant = 0;  // Σ log F
};

// Fills in the moments of several walks of as many periods and columns. Two take hardly longer than one: each waits for
// a division in every period.
void walk_moments(std::span<WalkMoments> walks);

}  // namespace sourdine
