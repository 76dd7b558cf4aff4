// Where an event was, checked: from two numbers of a row to a cell of the grid. Internal to blur/. The rows of a table
// are read by it, too: read_places() of blur.h.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "sourdine/blur/blur.h"

namespace sourdine {

class PlaceCheck {
 public:
  // Names the row and one of its columns, for messages: "'x.csv', line 3, column 'lat'".
  using Where = std::function<std::string(const std::string& column)>;

  // The blur must outlive it.
  explicit PlaceCheck(const PreparedBlur& blur) : blur_(blur) {}

  // Nothing for a place outside of the area, where those are left out. Throws Error(bad_input): not on the earth (with
  // a hint where latitude and longitude seem to have changed places), outside of the area.
  std::optional<GridPoint> cell(double north, double east, const Where& where) const;
  // Throws the Error(bad_input) of a field that is no number.
  [[noreturn]] void refuse_text(const std::string& text, const std::string& column, const Where& where) const;

 private:
  std::optional<PlanePoint> from_degrees(MapPoint place, const Where& where) const;
  std::optional<PlanePoint> from_metres(PlanePoint point, const Where& where) const;
  bool is_in_area(PlanePoint point) const;

  const PreparedBlur& blur_;
};

// The nearest point of the grid.
GridPoint snapped(PlanePoint point, double step);

}  // namespace sourdine
