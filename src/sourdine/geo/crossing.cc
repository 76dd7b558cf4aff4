// Whether the rings of a shape cross, by a sweep from left to right: an edge is compared with those that are still
// open, and whose heights meet its own.
#include <cmath>
#include <cstdint>

#include "sourdine/geo/polygon.h"

namespace sourdine {
namespace {

struct SweptEdge {
  PlanePoint a, b;  // a.x ≤ b.x
};

// On which side of the line from a to b a point lies: 1 left, −1 right, 0 on it or too close to tell in doubles.
int side_of_line(PlanePoint a, PlanePoint b, PlanePoint point) {
  const double left = (b.x - a.x) * (point.y - a.y), right = (b.y - a.y) * (point.x - a.x);
  const double turn = left - right;
  // Both differences, both products and the last one are each off by 2^−53 of themselves at most.
  if (std::abs(turn) <= 0x1p-50 * (std::abs(left) + std::abs(right))) return 0;
  return turn > 0 ? 1 : -1;
}

bool edges_cross(const SweptEdge& p, const SweptEdge& q) {
  return side_of_line(p.a, p.b, q.a) * side_of_line(p.a, p.b, q.b) < 0 &&
         side_of_line(q.a, q.b, p.a) * side_of_line(q.a, q.b, p.b) < 0;
}

PlanePoint place_of_crossing(const SweptEdge& p, const SweptEdge& q) {
  const double x = p.b.x - p.a.x, y = p.b.y - p.a.y, u = q.b.x - q.a.x, v = q.b.y - q.a.y;
  const double along = ((q.a.x - p.a.x) * v - (q.a.y - p.a.y) * u) / (x * v - y * u);
  return {p.a.x + along * x, p.a.y + along * y};
}

}  // namespace

std::optional<PlanePoint> find_crossing(const std::vector<PlaneRing>& rings) {
  std::vector<SweptEdge> edges;
  for (const PlaneRing& ring : rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const PlanePoint a = ring[i], b = ring[i + 1 == ring.size() ? 0 : i + 1];
      edges.push_back(a.x <= b.x ? SweptEdge{a, b} : SweptEdge{b, a});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const SweptEdge& p, const SweptEdge& q) { return p.a.x < q.a.x; });
  std::vector<SweptEdge> open;
  for (const SweptEdge& edge : edges) {
    std::erase_if(open, [&](const SweptEdge& other) { return other.b.x < edge.a.x; });
    const auto [low, high] = std::minmax(edge.a.y, edge.b.y);
    for (const SweptEdge& other : open) {
      if (std::max(other.a.y, other.b.y) < low || std::min(other.a.y, other.b.y) > high) continue;
      if (edges_cross(edge, other)) return place_of_crossing(edge, other);
    }
    open.push_back(edge);
  }
  return std::nullopt;
}

}  // namespace sourdine
