// What blurred points say about where the points were: a density by cells, and a count for every region. Made from
// points as the noise left them, before they are truncated to an area or put on a coarser grid: those change the
// kernel. All of it is post-processing: it costs no privacy.
//
// Values are by deconvolution (deconvolve.h): not negative, and adding up to all points.
//
// Intervals of cells are the value and so many standard errors to either side: of what noise does and of what it hides
// (count_error.h), wider where there are many points close together. Intervals of regions hold two answers: the value
// with such an error, for a density that is what it seems; and where the count would be if the density jumped along the
// border, with the error of that. They are wider where a border passes through many points, and to the side where a
// jump would lead. All are cut at 0 and at all points.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/estimate/estimate.h"
#include "sourdine/geo/cell_grid.h"
#include "sourdine/geo/polygon.h"

namespace sourdine {

struct PlaceQuestion {
  StepEpsilon epsilon;
  double step = 1;        // of the grid, in metres of the plane
  PlaneBox area;          // where the points were, at least: of cells, with a margin that noise reaches
  std::int64_t cell = 0;  // steps a side; 0: as default_cell() has it
  bool has_memo = false;  // points that are found together are one draw
  double confidence = 0.95;
  std::size_t threads = 0;  // 0: as many as the machine offers
};

struct CellEstimates {
  CellGrid grid;  // of the area, without the margin
  std::vector<Estimate> cells;
  std::vector<double> counted;  // blurred points
};

struct RegionEstimate {
  std::string name;
  Estimate count;      // its standard error is that of the farther end
  double counted = 0;  // blurred points in it
};

struct PlaceEstimates {
  CellEstimates density;
  std::vector<RegionEstimate> regions;
  std::size_t steps = 0;  // of the deconvolution
};

// 1, 2 or 5 times a power of ten: a quarter of 2/ε, the mean displacement, or less; wider where that would be more than
// 40,000 cells.
std::int64_t default_cell(const PlaceQuestion& question);

// `regions`: none, or shapes of the same plane. Throws Error(bad_input): no area, cells that are too many or too wide,
// a confidence that does not lie between 0 and 1.
PlaceEstimates estimate_places(const PlaceQuestion& question, std::span<const GridPoint> found, const Shapes* regions,
                               const StopToken& stop = {});

}  // namespace sourdine
