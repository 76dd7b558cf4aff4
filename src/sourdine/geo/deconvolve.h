// Deconvolution: how many points each cell held, from where blurred points were found. Expectation maximisation on the
// known kernel (cell_displacement.h; Richardson 1972, Lucy 1974).
//
// Model: n(x) points in cell x, anywhere in it, are found in cell z with Pr[z | x], or elsewhere with the rest; so the
//   counts have the log likelihood ℓ(n) = Σ_z y(z)·ln Σ_x Pr[z | x]·n(x), elsewhere being one more z, for Σ n = Σ y.
// Step: n(x) ← n(x)·Σ_z Pr[z | x]·y(z)/Σ_x' Pr[z | x']·n(x'). It keeps n ≥ 0 and Σ n = Σ y, and ℓ never falls.
// Where to stop: the maximum of ℓ is a handful of peaks: it explains the noise too. Half of the draws choose the
//   number of steps: as many as make the other half most likely when the steps see only the first. That is best for
//   where blurred points are found, which hardly depends on what noise hides; counts of regions gain from more, since
//   noise averages out in sums and smoothing does not. So four times as many steps are made, on all draws. The choice
//   uses published points only, so it costs no privacy.
// Cost: four transforms of the grid a step.
//
// How far off its sums may be is in count_error.h.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/geo/cell_grid.h"
#include "sourdine/geo/plane_fourier.h"

namespace sourdine {

class Deconvolution {
 public:
  Deconvolution(const CellGrid& grid, StepEpsilon epsilon);

  // What a density leads to.
  struct Expected {
    PlaneField found;  // Σ_x Pr[z | x]·n(x)
    double elsewhere = 0;
  };
  Expected expect(const PlaneField& density);
  // ℓ of the density that leads there.
  static double log_likelihood(const Expected& expected, const CellCounts& counts);
  // One step from the density that leads there.
  void step(PlaneField& density, Expected expected, const CellCounts& counts);

 private:
  PlaneField convolve(const PlaneField& field);

  CellGrid grid_;
  PlaneTransform transform_;
  PlaneSpectrum kernel_;
  PlaneField leaving_;  // Pr[elsewhere | x]
};

struct EarlyDensity {
  std::size_t steps = 0;  // at least one
  PlaneField density = {};
};

struct DensityFit {
  PlaneField density;
  std::size_t steps = 0;
  std::vector<EarlyDensity> early = {};     // on the way: after a quarter of the chosen steps, and after all of those
  std::vector<double> log_likelihood = {};  // of all draws, before each step and after the last
};

inline constexpr std::size_t most_chosen_steps = 200;

// Points were nowhere but in the grid without so many of its outer cells, the margin. No draws, no points: all cells
// are 0 then.
DensityFit deconvolve(const CellGrid& grid, std::size_t margin, StepEpsilon epsilon, std::span<const BlurredDraw> draws,
                      const StopToken& stop = {});

}  // namespace sourdine
