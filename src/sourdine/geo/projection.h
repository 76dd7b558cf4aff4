// Projection: degrees of WGS 84 ↔ metres of a plane, by PROJ, for one declared area.
//
// Its stretch is how many metres of the plane one metre of ground is at most, in any direction and anywhere on the
// shortest way between two places of the area: places d metres apart on the ground are at most stretch·d apart on the
// plane. Noise is drawn on the plane, so a promise about the ground needs it (metric.h).
//
// Scales are measured on the transformation itself, datum and all, not taken from what a system says of itself: the
// derivatives along meridian and parallel over lengths on the ellipsoid of WGS 84, the larger singular value of both.
// They are measured at the nodes of a grid over the area and a margin around it, into which shortest ways may bulge.
// Between nodes a scale is taken to change by no more than twice the largest step between neighbouring nodes, and that
// much is added: scales of projections are analytic, and over a 48th of a small area nearly linear. A millionth more is
// for the differences and for the rounding of places.
//
// PROJ is loaded when the first projection is made. Not thread-safe: one per thread (copies are cheap beside a million
// points).
#pragma once

#include <memory>
#include <string>

#include "sourdine/geo/map_point.h"
#include "sourdine/geo/plane.h"

namespace sourdine {

class Projection {
 public:
  // Beyond this the plane is no picture of the area, and the system is refused: Web Mercator at 50° stretches 1.56
  // times.
  static constexpr double largest_scale_error = 0.05;

  // Around the middle of the area: of transverse Mercator, Lambert's conformal conic and the stereographic projection,
  // all with scale 1 in the middle, the one that stretches least. Needs no database.
  static Projection local(const MapBox& area);
  // A projected system: "EPSG:2154" (from PROJ's database), or a PROJ string. Throws Error(bad_input), one sentence: an
  // unknown system, one in degrees or in feet, one whose scale is too far from 1 in this area.
  static Projection named(const std::string& system, const MapBox& area);

  Projection(Projection&&) noexcept;
  Projection& operator=(Projection&&) noexcept;
  ~Projection();

  // Another one like it, for another thread.
  Projection copy() const;

  const std::string& definition() const;
  const MapBox& area() const;
  double stretch() const;         // rounded up
  double smallest_scale() const;  // as measured: for accuracy, not for promises

  // Throws Error(bad_input) when a place has no place on the plane.
  PlanePoint forward(MapPoint point) const;
  MapPoint inverse(PlanePoint point) const;

 private:
  struct State;
  explicit Projection(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// How far two places are apart on the ground, in metres: along the shortest way on the ellipsoid of WGS 84.
double ground_metres(MapPoint a, MapPoint b);

// Throws Error(bad_input): not on the earth, empty, or more than 20 degrees high or wide at the equator, more than a
// plane can picture.
void require_map_area(const MapBox& area);

}  // namespace sourdine
