// RangeDomain: what the values of a range structure stand for (dates, numbers); of a grid also its rows, which are
// places.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sourdine/range/grid.h"
#include "sourdine/range/ordered_domain.h"
#include "sourdine/range/place_list.h"

namespace sourdine {

struct RangeDomain {
  OrderedDomain values;
  std::optional<PlaceList> places = {};  // of a grid

  // How many values, or cells.
  std::uint64_t size() const { return values.size() * (places ? places->size() : 1); }
  // "3 places x 365 days from 2014-01-01 to 2014-12-31".
  std::string describe() const;
  // Canonical JSON, for RangeStructure::set_domain() and Grid::set_domain(). Reading throws Error(bad_input) for what
  // does not fit; an empty text is numbers from 0 on.
  std::string to_json() const;
  static RangeDomain of_values(std::string_view json, std::uint64_t size);
  static RangeDomain of_grid(std::string_view json, const GridSpec& spec);

  friend bool operator==(const RangeDomain&, const RangeDomain&) = default;
};

}  // namespace sourdine
