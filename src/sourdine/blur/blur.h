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

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/blur/config.h"
#include "sourdine/blur/stations.h"
#include "sourdine/geo/metric.h"
#include "sourdine/geo/polygon.h"
#include "sourdine/geo/projection.h"
#include "sourdine/geo/remap.h"
#include "sourdine/privacy/guarantee.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/row_secret.h"

namespace sourdine {

struct MapRegion;

// The public side, known before any event is read: plane, area, regions, promise.
struct PreparedBlur {
  BlurConfig config;
  Projection projection;
  MetricPromise promise;
  Shapes area;                    // on the plane; a box is a polygon, too
  std::optional<Shapes> regions;  // on the plane
  std::vector<Station> stations;
  std::vector<PriorPlace> prior;  // public
  std::optional<Remap> remap;     // under it
  Guarantee guarantee;            // of one place with the memo, of one event without it
  Guarantee charged;              // what the ledger counts: of one place in either case
};

// Throws Error(bad_input), one sentence: a map or a table that cannot be read, a projection that will not do, a level
// or step that is none.
PreparedBlur prepare_blur(const BlurConfig& config);

// The region on the plane.
PlaneShape projected(const MapRegion& region, const Projection& projection);

// Texts of the kept columns, row by row.
class KeptColumns {
 public:
  void add(std::string_view text) {
    text_ += text;
    ends_.push_back(text_.size());
  }
  std::string_view at(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return std::string_view(text_).substr(begin, ends_[index] - begin);
  }

 private:
  std::string text_;
  std::vector<std::size_t> ends_;
};

struct BlurredEvents {
  std::vector<GridPoint> moved;       // as the noise left them: what estimates are made from
  std::vector<PlanePoint> published;  // truncated to the area, on the published grid
  KeptColumns kept;                   // columns × rows, a row after the other
  std::vector<std::size_t> order;     // in which rows are published
  std::uint64_t rows_read = 0;
  std::uint64_t rows_outside = 0;  // left out
  bool is_private = true;          // false: seeded
  std::string draw = {};           // its name, where the memo's key is kept (spending.h)
};

// Where the events are, and what of them is kept: private.
struct ReadPlaces {
  std::vector<GridPoint> cells;
  KeptColumns kept;
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

// What a place's noise depends on beside ε and the secret (geo/cell_memo.h): with another one it must be another.
std::string noise_label(const PreparedBlur& blur);

}  // namespace sourdine
