// GridDomain: what the rows (places) and the columns (dates, numbers) of a grid stand for.
#pragma once

#include <string>
#include <string_view>

#include "sourdine/privacy/guarantee.h"
#include "sourdine/range/grid.h"
#include "sourdine/range/ordered_domain.h"
#include "sourdine/range/place_list.h"

namespace sourdine {

struct GridDomain {
  PlaceList places;
  OrderedDomain values;

  // "3 places x 365 days from 2014-01-01 to 2014-12-31".
  std::string describe() const;
  // Canonical JSON, for Grid::set_domain(). Reading throws Error(bad_input) for what does not fit the grid; an empty
  // text is numbers from 0 on in both directions.
  std::string to_json() const;
  static GridDomain from_json(std::string_view json, const GridSpec& spec);

  friend bool operator==(const GridDomain&, const GridDomain&) = default;
};

// The grid's own guarantee, and what its places and the bounds of its columns give away.
Guarantee grid_guarantee(const Grid& grid, const GridDomain& domain);

}  // namespace sourdine
