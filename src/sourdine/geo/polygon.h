// Shapes: regions or areas of a plane, and which of them holds a point.
//
// Inside: what an odd number of a shape's rings hold. A point on a border may be on either side of it, always the same.
// Cost: building O(n log n) for n edges; a point is found by its box in a tree of boxes, then by the edges at its
//   height, which are few. Finding the nearest border walks a tree of edges.
//
// A shape says nothing about people: areas and regions are public.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "sourdine/geo/plane.h"

namespace sourdine {

class Shapes {
 public:
  // Rings with fewer than three points are left out. Throws Error(bad_input) when there is no shape, or one whose rings
  // have no area.
  explicit Shapes(std::vector<PlaneShape> shapes);
  ~Shapes();
  Shapes(Shapes&&) noexcept;
  Shapes& operator=(Shapes&&) noexcept;

  std::size_t size() const;
  const PlaneShape& operator[](std::size_t shape) const;
  const PlaneBox& box() const;  // of all of them
  const PlaneBox& box(std::size_t shape) const;
  // In square metres of the plane.
  double area(std::size_t shape) const;
  // Of the part that lies in a box: for shares of cells.
  double area_within(std::size_t shape, const PlaneBox& box) const;

  bool holds(std::size_t shape, PlanePoint point) const;
  // The first shape that holds the point.
  std::optional<std::size_t> find(PlanePoint point) const;
  // The shape that holds the point, or else the one whose border is nearest.
  std::size_t find_nearest(PlanePoint point) const;
  // The point itself where a shape holds it, or else the nearest point of a border.
  PlanePoint nearest(PlanePoint point) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// A place where the rings of a shape cross each other or themselves, if there is one. Borders that touch, and edges
// that lie on each other, do not cross.
std::optional<PlanePoint> find_crossing(const std::vector<PlaneRing>& rings);

}  // namespace sourdine
