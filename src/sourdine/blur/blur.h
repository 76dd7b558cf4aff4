// Blurred places: from a table of events to published points, and what may be told of them.
//
// Every place is projected onto a plane (geo/projection.h), snapped to a public grid and moved by exact planar Laplace
// noise (geo/planar_laplace.h), once for every report, or once for every cell (geo/cell_memo.h). All the rest is
// computed from the moved points alone: remapping under a public prior, truncation to the area, a coarser grid, the
// region, the nearest station and its distance. Columns of the events are published only where 'keep' names them.
//
// The promise holds for places of the declared area, whose box bounds how much the projection stretches. Rows from
// outside of the box are refused, or left out: moving them in first would bring places together or apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sourdine/base/packed_texts.h"
#include "sourdine/base/stop.h"
#include "sourdine/blur/config.h"
#include "sourdine/blur/public_places.h"
#include "sourdine/geo/metric.h"
#include "sourdine/geo/polygon.h"
#include "sourdine/geo/projection.h"
#include "sourdine/geo/remap.h"
#include "sourdine/ledger_store/spending.h"
#include "sourdine/privacy/guarantee.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/row_secret.h"

namespace sourdine {

// The public side, known before any event is read: plane, area, regions, promise.
struct PreparedBlur {
  BlurConfig config;
  Projection projection;
  MetricPromise promise;
  Shapes area;                         // on the plane; a box is a polygon, too
  std::optional<Shapes> regions = {};  // on the plane
  std::vector<Station> stations = {};
  std::vector<PriorPlace> prior = {};  // public
  std::optional<Remap> remap = {};     // under it
  Guarantee guarantee;                 // of one place with the memo, of one event without it
  Guarantee charged;                   // what the ledger counts: of one place in either case
};

// Throws Error(bad_input), one sentence: a map or a table that cannot be read, a projection that will not do, a level
// or step that is none.
PreparedBlur prepare_blur(const BlurConfig& config);

struct BlurredEvents {
  std::vector<GridPoint> moved = {};       // as the noise left them: what estimates are made from
  std::vector<PlanePoint> published = {};  // truncated to the area, on the published grid
  PackedTexts kept = {};                   // columns × rows, a row after the other
  std::vector<std::size_t> order = {};     // in which rows are published
  std::uint64_t rows_read = 0;
  std::uint64_t rows_outside = 0;  // left out
  bool is_private = true;          // false: seeded
  std::string draw = {};           // its name, where the memo's key is kept: draw_name()
};

// Where the events are, and what of them is kept: private.
struct ReadPlaces {
  std::vector<GridPoint> cells;
  PackedTexts kept;
  std::uint64_t rows = 0;
  std::uint64_t outside = 0;
};

// Throws Error(bad_input) naming row and column: no number, not on the earth (with a hint where latitude and longitude
// seem to have changed places), outside of the area, more reports of one cell than 'repeats' allows, a prior that holds
// what is to be protected. `source`: of the events; empty: the configuration's.
ReadPlaces read_places(const PreparedBlur& blur, const std::string& source, const StopToken& stop = {});

// `secret`: of the memo, in place of the configuration's key: for seeded runs.
BlurredEvents blur_places(const PreparedBlur& blur, ReadPlaces places, const RandomSource& random,
                          const std::optional<RowSecret>& secret = {}, const StopToken& stop = {});

// What is published of a place: everything here is a function of the moved point and of what is public.

// Of each: remapped where there is a prior, on the published grid, and in the area where that is asked for. On several
// threads (0: as many as the machine offers).
std::vector<PlanePoint> published_points(const PreparedBlur& blur, std::span<const GridPoint> moved,
                                         std::size_t threads, const StopToken& stop = {});

struct PublishedPlace {
  double north = 0, east = 0;               // degrees to seven decimals, or metres to two
  std::optional<std::size_t> region = {};   // that holds the point
  std::optional<std::size_t> station = {};  // the nearest
  double distance = 0;                      // to it, in whole metres on the ground
};
PublishedPlace published_place(const PreparedBlur& blur, PlanePoint point);

// What a place's noise depends on beside ε and the secret (geo/cell_memo.h): with another one it must be another.
std::string noise_label(const PreparedBlur& blur);

// What blurring spends, as the ledger has it.
//
// Points of the memo that are published again under a key that is kept are the points that were published before: every
// publication with the same key, level, grid, projection, area and data set is a function of one draw, N(cell) for
// every cell, and of where events were. For a place with all its events, moved from a to b in all of these publications
// at once, all that changes is that its points are b + N(b) in place of a + N(a): one outcome of the noise, however
// often it is published. So the loss of all of them together is that of one, and the ledger, which knows them by the
// draw's name, counts it once (docs/decisions/028). Noise of one event at a time is new for every new event: it has no
// name, and `draw` is empty.
Spending spending_of(const PreparedBlur& blur, const std::string& purpose, const std::string& draw, bool is_seeded);

// Names the draw without telling anything of the secret: equal for equal secrets where the published points of a place,
// and the claim about them, are equal, too.
std::string draw_name(const PreparedBlur& blur, const RowSecret& secret);

}  // namespace sourdine
