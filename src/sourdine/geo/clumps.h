// How clumped points were, from where they were found: ten calls from one house are ten points that noise moved apart.
//
// Noise hides a clump, but pairs of points found show that there are some. The squared contrast of points found, less
// what each point adds to it by itself, over what a clump of one would have, adds up the squared sizes of clumps. The
// contrast is ω⁶·e^−ω²/2 of the transform, in 1/ε: as high as noise lets pass. Larger features of the density count as
// clumps, too, and where there are none, what the measurement scatters above 0 remains: it errs upwards.
#pragma once

#include "sourdine/geo/cell_displacement.h"
#include "sourdine/geo/cell_grid.h"

namespace sourdine {

// Σ (points of a clump)²/Σ points around each cell, over 6/ε: the size of the clump that a point is in, on average. At
// least what was moved together (1 without a memo). `scale`: 1/ε in cells. `displacement`: of cells of that size.
PlaneField clump_sizes(const CellCounts& counts, double scale, const CellDisplacement& displacement);

}  // namespace sourdine
