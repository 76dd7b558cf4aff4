#include "sourdine/geo/map_outline.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <span>
#include <unordered_map>

#include "sourdine/geo/ring.h"

namespace sourdine {
namespace {

constexpr double points_per_degree = 1e5;
constexpr double never_dropped = std::numeric_limits<double>::infinity();
// Of the map's larger side: what is smaller than this cannot be seen on a page.
constexpr double smallest_ring = 1.0 / 400;
constexpr double smallest_detail = 1.0 / 2500;

// Whole numbers: points of the grid that degrees are rounded to.
using Regions = std::vector<std::vector<PlaneRing>>;
struct HashPoint {
  std::size_t operator()(const PlanePoint& point) const {
    return std::hash<double>()(point.x) * 0x9E3779B97F4A7C15U + std::hash<double>()(point.y);
  }
};
template <class Value>
using ByPoint = std::unordered_map<PlanePoint, Value, HashPoint>;

PlaneRing grid_ring(const MapRing& ring) {
  PlaneRing points;
  for (const MapPoint& point : ring) {
    const PlanePoint next{static_cast<double>(std::lround(point.longitude * points_per_degree)),
                          static_cast<double>(std::lround(point.latitude * points_per_degree))};
    if (points.empty() || points.back() != next) points.push_back(next);
  }
  while (points.size() > 1 && points.back() == points.front()) points.pop_back();
  return points;
}

void add_ring(const PlaneRing& ring, PlaneBox& box) {
  for (const PlanePoint& point : ring) box.add(point);
}

template <class Visit>
void for_each_ring(const Regions& regions, const Visit& visit) {
  for (const std::vector<PlaneRing>& rings : regions) std::ranges::for_each(rings, visit);
}

// The rings of one region without the edges that two of them share.
std::vector<PlaneRing> join_polygons(const std::vector<PlaneRing>& rings) {
  std::map<std::pair<PlanePoint, PlanePoint>, bool> is_border;  // ordered: the result does not depend on the hash
  for (const PlaneRing& ring : rings) {
    for_each_edge(ring, [&](PlanePoint a, PlanePoint b) {
      bool& odd = is_border.try_emplace(std::minmax(a, b), false).first->second;
      odd = !odd;
    });
  }
  ByPoint<std::vector<PlanePoint>> next;  // every point has an even number of border edges
  std::vector<PlanePoint> starts;
  for (const auto& [edge, is_odd] : is_border) {
    if (!is_odd) continue;
    next[edge.first].push_back(edge.second);
    next[edge.second].push_back(edge.first);
    starts.push_back(edge.first);
  }
  std::vector<PlaneRing> result;
  for (const PlanePoint& start : starts) {
    // Walks along unused edges; where the walk meets itself, a ring is complete and taken off.
    PlaneRing walk = {start};
    ByPoint<std::size_t> place = {{start, 0}};
    while (!walk.empty()) {
      std::vector<PlanePoint>& ways = next[walk.back()];
      if (ways.empty()) break;
      const PlanePoint here = walk.back(), there = ways.back();
      ways.pop_back();
      std::vector<PlanePoint>& back = next[there];
      back.erase(std::find(back.begin(), back.end(), here));
      const auto met = place.find(there);
      if (met == place.end()) {
        place[there] = walk.size();
        walk.push_back(there);
        continue;
      }
      const auto begin = walk.begin() + static_cast<std::ptrdiff_t>(met->second);
      if (walk.end() - begin >= 3) result.emplace_back(begin, walk.end());
      for (auto point = begin + 1; point != walk.end(); ++point) place.erase(*point);
      walk.erase(begin + 1, walk.end());
    }
  }
  return result;
}

// Weights of all points of the rings: who has more is kept longer.
class Weights {
 public:
  Weights(const Regions& regions, double shrink) : shrink_(shrink) {
    for_each_ring(regions, [this](const PlaneRing& ring) { add_neighbours(ring); });
    for_each_ring(regions, [this](const PlaneRing& ring) { weigh(ring); });
  }

  double at(const PlanePoint& point) const { return weights_.at(point); }
  // Four points of a ring stay whatever happens: it remains an area.
  void keep_shape(const PlaneRing& ring) {
    constexpr std::size_t fewest = 4;
    PlaneRing heaviest = ring;
    const std::size_t count = std::min(fewest, heaviest.size());
    const auto is_heavier = [this](const PlanePoint& a, const PlanePoint& b) {
      const double x = at(a), y = at(b);
      return x != y ? x > y : a < b;
    };
    std::partial_sort(heaviest.begin(), heaviest.begin() + static_cast<std::ptrdiff_t>(count), heaviest.end(),
                      is_heavier);
    for (std::size_t i = 0; i < count; ++i) weights_[heaviest[i]] = never_dropped;
  }

 private:
  // Up to three different neighbours; more than two make a point where lines meet.
  void add_neighbours(const PlaneRing& ring) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      std::vector<PlanePoint>& known = neighbours_[ring[i]];
      for (const std::size_t j : {(i + 1) % ring.size(), (i + ring.size() - 1) % ring.size()}) {
        if (known.size() < 3 && std::find(known.begin(), known.end(), ring[j]) == known.end()) known.push_back(ring[j]);
      }
    }
  }
  bool lines_meet(const PlanePoint& point) const { return neighbours_.at(point).size() != 2; }

  double distance(const PlanePoint& p, const PlanePoint& a, const PlanePoint& b) const {
    const double px = (p.x - a.x) * shrink_, py = p.y - a.y;
    const double bx = (b.x - a.x) * shrink_, by = b.y - a.y;
    const double length = std::hypot(bx, by);
    if (length == 0) return std::hypot(px, py);
    const double along = std::clamp((px * bx + py * by) / (length * length), 0.0, 1.0);
    return std::hypot(px - along * bx, py - along * by);
  }

  void weigh(const PlaneRing& ring) {
    std::vector<std::size_t> ends;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      if (lines_meet(ring[i])) ends.push_back(i);
    }
    if (ends.empty()) {
      // An island, or the hole around one: from its least point to the one farthest from it, and back.
      const auto least = static_cast<std::size_t>(std::min_element(ring.begin(), ring.end()) - ring.begin());
      std::size_t farthest = least;
      double most = -1;
      for (std::size_t i = 0; i < ring.size(); ++i) {
        const double far = distance(ring[i], ring[least], ring[least]);
        if (far > most || (far == most && ring[i] < ring[farthest])) {
          most = far;
          farthest = i;
        }
      }
      ends = {std::min(least, farthest), std::max(least, farthest)};
    }
    for (std::size_t i = 0; i < ends.size(); ++i) {
      std::vector<PlanePoint> line;
      const std::size_t last = ends[(i + 1) % ends.size()];
      for (std::size_t j = ends[i];; j = (j + 1) % ring.size()) {
        line.push_back(ring[j]);
        if (j == last && line.size() > 1) break;
      }
      weigh_line(std::move(line));
    }
  }

  // Both neighbours must find the same weights, so a line is always walked from its lesser end.
  void weigh_line(std::vector<PlanePoint> line) {
    if (std::lexicographical_compare(line.rbegin(), line.rend(), line.begin(), line.end())) {
      std::reverse(line.begin(), line.end());
    }
    weights_[line.front()] = weights_[line.back()] = never_dropped;
    struct Part {
      std::size_t first, last;
      double limit;
    };
    std::vector<Part> parts = {{0, line.size() - 1, never_dropped}};
    while (!parts.empty()) {
      const Part part = parts.back();
      parts.pop_back();
      if (part.last - part.first < 2) continue;
      const auto far = [&](const PlanePoint& point) { return distance(point, line[part.first], line[part.last]); };
      const std::span<const PlanePoint> inner(&line[part.first + 1], &line[part.last]);
      const auto found = std::ranges::max_element(inner, {}, far);
      const std::size_t farthest = part.first + 1 + static_cast<std::size_t>(found - inner.begin());
      const double weight = std::min(far(*found), part.limit);
      weights_[*found] = weight;
      parts.push_back({part.first, farthest, weight});
      parts.push_back({farthest, part.last, weight});
    }
  }

  double shrink_;
  ByPoint<std::vector<PlanePoint>> neighbours_;
  ByPoint<double> weights_;
};

// Points above this weight are kept: at most `max_points`, as far as that is possible.
double drop_limit(const Regions& regions, const Weights& weights, std::size_t max_points, double least) {
  std::vector<double> all;
  for_each_ring(regions, [&](const PlaneRing& ring) {
    for (const PlanePoint& point : ring) all.push_back(weights.at(point));
  });
  if (all.size() <= max_points) return least;
  const auto cut = all.begin() + static_cast<std::ptrdiff_t>(max_points);
  std::nth_element(all.begin(), cut, all.end(), std::greater<>());
  return std::max(least, *cut == never_dropped ? std::numeric_limits<double>::max() : *cut);
}

// A ring lies in another when most of its points do: they may touch.
bool ring_within(const PlaneRing& inner, const PlaneRing& outer) {
  const auto inside = std::ranges::count_if(inner, [&](PlanePoint point) { return ring_holds_point(outer, point); });
  return 2 * static_cast<std::size_t>(inside) > inner.size();
}

MapRing map_ring(PlaneRing ring, bool is_hole) {
  if ((doubled_ring_area(ring) < 0) != is_hole) std::reverse(ring.begin(), ring.end());
  MapRing points;
  for (const PlanePoint& point : ring) points.push_back({point.x / points_per_degree, point.y / points_per_degree});
  return points;
}

// Rings, largest first, as polygons: what lies in an odd number of others is a hole of the smallest of them.
std::vector<MapPolygon> polygons_of(const std::vector<PlaneRing>& rings) {
  std::vector<MapPolygon> polygons;
  std::vector<std::size_t> polygon_of_ring(rings.size());
  for (std::size_t i = 0; i < rings.size(); ++i) {
    std::size_t depth = 0, around = 0;
    for (std::size_t j = 0; j < i; ++j) {
      if (!ring_within(rings[i], rings[j])) continue;
      ++depth;
      around = j;
    }
    const bool is_hole = depth % 2 == 1;
    polygon_of_ring[i] = is_hole ? polygon_of_ring[around] : polygons.size();
    if (!is_hole) polygons.emplace_back();
    polygons[polygon_of_ring[i]].push_back(map_ring(rings[i], is_hole));
  }
  return polygons;
}

}  // namespace

std::vector<std::vector<MapPolygon>> outline_regions(const std::vector<std::vector<MapRing>>& regions,
                                                     std::size_t max_points) {
  Regions outlines;
  PlaneBox map;
  for (const std::vector<MapRing>& given : regions) {
    std::vector<PlaneRing> rings;
    for (const MapRing& ring : given) {
      rings.push_back(grid_ring(ring));
      if (rings.back().size() < 3) rings.pop_back();
    }
    outlines.push_back(join_polygons(rings));
    for (const PlaneRing& ring : outlines.back()) add_ring(ring, map);
  }
  if (map.is_empty()) return std::vector<std::vector<MapPolygon>>(regions.size());

  const double middle = (map.low.y + map.high.y) / (2 * points_per_degree);
  const double shrink = std::cos(middle * std::numbers::pi / 180);
  const double side = std::max(map.width() * shrink, map.height());
  const auto by_area = [](const PlaneRing& a, const PlaneRing& b) {
    return std::abs(doubled_ring_area(a)) > std::abs(doubled_ring_area(b));
  };
  const auto is_too_small = [&](const PlaneRing& ring) {
    PlaneBox box;
    add_ring(ring, box);
    return std::max(box.width() * shrink, box.height()) < smallest_ring * side;
  };
  for (std::vector<PlaneRing>& rings : outlines) {
    std::stable_sort(rings.begin(), rings.end(), by_area);
    if (!rings.empty()) rings.erase(std::remove_if(rings.begin() + 1, rings.end(), is_too_small), rings.end());
  }

  Weights weights(outlines, shrink);
  for_each_ring(outlines, [&](const PlaneRing& ring) { weights.keep_shape(ring); });
  const double limit = drop_limit(outlines, weights, max_points, smallest_detail * side);
  std::vector<std::vector<MapPolygon>> result;
  for (std::vector<PlaneRing>& rings : outlines) {
    for (PlaneRing& ring : rings)
      std::erase_if(ring, [&](const PlanePoint& point) { return weights.at(point) <= limit; });
    std::erase_if(rings, [](const PlaneRing& ring) { return ring.size() < 3 || doubled_ring_area(ring) == 0; });
    std::stable_sort(rings.begin(), rings.end(), by_area);
    result.push_back(polygons_of(rings));
  }
  return result;
}

}  // namespace sourdine
