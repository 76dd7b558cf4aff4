#include "sourdine/blur/published_place.h"

#include <algorithm>
#include <cmath>

#include "sourdine/base/parallel.h"

namespace sourdine {
namespace {

bool is_before(const GridPoint& a, const GridPoint& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; }

double to_decimals(double number, double power) { return std::round(number * power) / power; }

}  // namespace

PlanePoint nearest_admissible(const Shapes& area, PlanePoint point, double step) {
  if (area.find(point)) return point;
  const PlanePoint border = area.nearest(point);
  const double x = std::round(border.x / step), y = std::round(border.y / step);
  std::optional<PlanePoint> best;
  double least = 0;
  constexpr int farthest = 64;
  // Rings of a square around the border's point; one more than the first that has an admissible point, since a corner
  // of a ring is farther than the middle of the next.
  for (int ring = 0, last = farthest; ring <= last; ++ring) {
    for (int i = -ring; i <= ring; ++i) {
      const int side = i == -ring || i == ring ? 1 : 2 * ring;  // of the rows between, only the two ends
      for (int j = -ring; j <= ring; j += std::max(side, 1)) {
        const PlanePoint candidate{(x + j) * step, (y + i) * step};
        const double distance = std::hypot(candidate.x - point.x, candidate.y - point.y);
        if ((best && distance >= least) || !area.find(candidate)) continue;
        best = candidate;
        least = distance;
        last = std::min(last, ring + 1);
      }
    }
  }
  return best.value_or(border);
}

std::vector<PlanePoint> published_points(const PreparedBlur& blur, std::span<const GridPoint> moved,
                                         std::size_t threads, const StopToken& stop) {
  constexpr std::size_t chunk = 1024;
  const auto publish = [&](std::span<const GridPoint> some) {
    std::vector<PlanePoint> points(some.size());
    const auto work = [&](std::size_t number, std::size_t) {
      const std::size_t end = std::min(some.size(), (number + 1) * chunk);
      for (std::size_t i = number * chunk; i < end; ++i) points[i] = published_point(blur, some[i]);
    };
    for_each_chunk((some.size() + chunk - 1) / chunk, threads, work, stop);
    return points;
  };
  if (!blur.remap) return publish(moved);
  // Remapping takes long: what occurs several times is computed once.
  std::vector<GridPoint> distinct(moved.begin(), moved.end());
  std::sort(distinct.begin(), distinct.end(), is_before);
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  const std::vector<PlanePoint> points = publish(distinct);
  std::vector<PlanePoint> all;
  all.reserve(moved.size());
  for (const GridPoint& point : moved) {
    const auto found = std::lower_bound(distinct.begin(), distinct.end(), point, is_before);
    all.push_back(points[static_cast<std::size_t>(found - distinct.begin())]);
  }
  return all;
}

PlanePoint published_point(const PreparedBlur& blur, GridPoint moved) {
  const BlurConfig& config = blur.config;
  const double step = config.publish.grid > 0 ? config.publish.grid : config.privacy.step;
  // However far noise leads: beyond, no projection has a place.
  constexpr double farthest = 1e6;
  const PlaneBox& box = blur.area.box();
  const GridPoint at = blur.remap ? (*blur.remap)(moved) : moved;
  PlanePoint point{static_cast<double>(at.x) * config.privacy.step, static_cast<double>(at.y) * config.privacy.step};
  point = {std::clamp(point.x, box.low.x - farthest, box.high.x + farthest),
           std::clamp(point.y, box.low.y - farthest, box.high.y + farthest)};
  point = {std::round(point.x / step) * step, std::round(point.y / step) * step};
  const bool truncates = config.publish.truncates.value_or(!config.area.polygons.empty());
  return truncates ? nearest_admissible(blur.area, point, step) : point;
}

PublishedPlace published_place(const PreparedBlur& blur, PlanePoint point) {
  const MapPoint place = blur.projection.inverse(point);
  PublishedPlace published;
  if (blur.config.has_plane_columns()) {
    published.north = to_decimals(point.y, 1e2);
    published.east = to_decimals(point.x, 1e2);
  } else {
    published.north = to_decimals(place.latitude, 1e7);
    published.east = to_decimals(place.longitude, 1e7);
  }
  if (blur.regions) published.region = blur.regions->find(point);
  if (!blur.stations.empty()) {
    const Station& station = nearest_station(blur.stations, point);
    published.station = static_cast<std::size_t>(&station - blur.stations.data());
    published.distance = std::round(ground_metres(place, station.place));
  }
  return published;
}

}  // namespace sourdine
