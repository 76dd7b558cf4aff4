// KeyedBlur: places in memory, blurred some at a time and anywhere: rows of one table on many machines. The published
// point is a function of a secret and the place's cell (with the memo), or of a secret, the row's id and its cell
// (without it): a task that is tried again, another number of partitions or a second look give the same points, and
// never a second draw. With the memo they are those that blur_events() makes under the same secret.
//
// What a machine alone cannot see is for whoever has all rows: that ids are unique, that no place is reported more
// often than 'repeats' says (cells() helps to count), the order of rows, and that the ledger was charged.
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "sourdine/blur/blur.h"
#include "sourdine/random/byte_ids.h"

namespace sourdine {

// Two coordinates of every row, as the configuration's columns have them.
struct PlacesView {
  std::span<const double> north, east;
};

// Ids of rows; std::monostate with the memo, where none are needed.
using RowIdsView = std::variant<std::monostate, std::span<const std::uint64_t>, ByteIds<std::int64_t>>;

// Of the rows in the area, in their order; indices are into the prepared blur's regions and stations, −1 is none.
struct KeyedPlaces {
  std::vector<std::uint64_t> rows;
  std::vector<double> north, east;
  std::vector<std::int32_t> regions, stations;
  std::vector<double> distances;
};

class KeyedBlur {
 public:
  // Throws what prepare_blur() does, and Error(bad_input) for a level that protects nobody.
  explicit KeyedBlur(const BlurConfig& config);

  const PreparedBlur& prepared() const { return blur_; }
  // Equal on two machines only when they move places alike: ε, grid, projection, data set.
  std::string identity() const;

  // Where the places are, privately: of the rows in the area. Throws Error(bad_input), one sentence that names the
  // column: no number, not on the earth, outside of the area.
  std::vector<GridPoint> cells(const PlacesView& places) const;
  // Throws likewise, and when ids are missing or are not needed.
  KeyedPlaces blur(const PlacesView& places, const RowIdsView& ids, const RowSecret& secret) const;

 private:
  PreparedBlur blur_;
  PlanarLaplace noise_;
};

}  // namespace sourdine
