#include "sourdine/geo/polygon.h"

#include <fmt/format.h>

#include <array>
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/geo/ring.h"

namespace sourdine {
namespace {

namespace geometry = boost::geometry;
using TreePoint = geometry::model::point<double, 2, geometry::cs::cartesian>;
using TreeBox = geometry::model::box<TreePoint>;

struct PlaneEdge {
  PlanePoint a, b;
  std::uint32_t shape = 0;
};

TreePoint tree_point(PlanePoint point) { return {point.x, point.y}; }
TreeBox tree_box(const PlaneBox& box) { return {tree_point(box.low), tree_point(box.high)}; }

PlaneBox box_of(const PlaneEdge& edge) {
  PlaneBox box;
  box.add(edge.a);
  box.add(edge.b);
  return box;
}

// 1/2 for a ring that adds to its shape's area, −1/2 for a hole: one that an odd number of others hold. The middle of
// an edge tells: rings do not cross.
std::vector<double> ring_shares(const std::vector<PlaneRing>& rings) {
  std::vector<double> shares;
  for (const PlaneRing& ring : rings) {
    const PlanePoint middle{ring[0].x + (ring[1].x - ring[0].x) / 2, ring[0].y + (ring[1].y - ring[0].y) / 2};
    bool is_hole = false;
    for (const PlaneRing& other : rings) {
      if (&other != &ring && ring_holds_point(other, middle)) is_hole = !is_hole;
    }
    shares.push_back(is_hole ? -0.5 : 0.5);
  }
  return shares;
}

// The part of a ring on one side of a line through `limit` (Sutherland and Hodgman): the area is right, though parts
// may be joined by edges without width.
template <class Coordinate>
PlaneRing cut_ring(const PlaneRing& ring, Coordinate coordinate, double limit, bool keeps_above) {
  PlaneRing kept;
  const auto is_kept = [&](PlanePoint point) { return (coordinate(point) >= limit) == keeps_above; };
  for_each_edge(ring, [&](PlanePoint a, PlanePoint b) {
    if (is_kept(a)) kept.push_back(a);
    if (is_kept(a) == is_kept(b)) return;
    const double along = (limit - coordinate(a)) / (coordinate(b) - coordinate(a));
    kept.push_back({a.x + along * (b.x - a.x), a.y + along * (b.y - a.y)});
  });
  return kept;
}

PlaneRing cut_to_box(PlaneRing ring, const PlaneBox& box) {
  const auto x = [](PlanePoint point) { return point.x; };
  const auto y = [](PlanePoint point) { return point.y; };
  ring = cut_ring(ring, x, box.low.x, true);
  ring = cut_ring(ring, x, box.high.x, false);
  ring = cut_ring(ring, y, box.low.y, true);
  return cut_ring(ring, y, box.high.y, false);
}

PlanePoint nearest_on_edge(PlanePoint point, PlanePoint a, PlanePoint b) {
  const double x = b.x - a.x, y = b.y - a.y;
  const double length = x * x + y * y;
  if (!(length > 0)) return a;
  const double along = std::clamp(((point.x - a.x) * x + (point.y - a.y) * y) / length, 0.0, 1.0);
  return {a.x + along * x, a.y + along * y};
}

double squared_distance(PlanePoint a, PlanePoint b) { return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y); }

// The edges of one shape by height: in each band of equal height those that reach into it.
class EdgeBands {
 public:
  EdgeBands(const PlaneShape& shape, const PlaneBox& box) : low_(box.low.y) {
    std::size_t edges = 0;
    for (const PlaneRing& ring : shape.rings) edges += ring.size();
    constexpr std::size_t most = 4096;
    bands_.resize(std::clamp<std::size_t>(edges / 2, 1, most));
    per_metre_ = static_cast<double>(bands_.size()) / std::max(box.height(), 1e-300);
    for (const PlaneRing& ring : shape.rings) {
      for_each_edge(ring, [&](PlanePoint a, PlanePoint b) {
        if (a.y == b.y) return;  // no ray to the right crosses it
        const std::size_t last = band(std::max(a.y, b.y));
        for (std::size_t i = band(std::min(a.y, b.y)); i <= last; ++i) bands_[i].push_back({a, b});
      });
    }
  }

  bool holds(PlanePoint point) const {
    bool is_inside = false;
    for (const auto& [a, b] : bands_[band(point.y)]) {
      if ((a.y > point.y) == (b.y > point.y)) continue;
      if (point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)) is_inside = !is_inside;
    }
    return is_inside;
  }

 private:
  std::size_t band(double y) const {
    const double place = (y - low_) * per_metre_;
    if (!(place > 0)) return 0;
    return std::min(static_cast<std::size_t>(std::min(place, 1e9)), bands_.size() - 1);
  }

  double low_;
  double per_metre_ = 0;
  std::vector<std::vector<std::pair<PlanePoint, PlanePoint>>> bands_;
};

}  // namespace

struct Shapes::State {
  std::vector<PlaneShape> shapes;
  std::vector<PlaneBox> boxes;
  std::vector<double> areas;
  std::vector<std::vector<double>> shares;  // of each ring in its shape's area
  std::vector<EdgeBands> bands;
  PlaneBox box;
  std::vector<PlaneEdge> edges;
  geometry::index::rtree<std::pair<TreeBox, std::uint32_t>, geometry::index::rstar<16>> shape_tree;
  geometry::index::rtree<std::pair<TreeBox, std::uint32_t>, geometry::index::rstar<16>> edge_tree;

  // Trees give boxes from the nearest on: who is farther than the best edge so far ends the search.
  std::pair<PlanePoint, std::uint32_t> nearest_border(PlanePoint point) const {
    PlanePoint best;
    std::uint32_t shape = 0;
    double least = std::numeric_limits<double>::infinity();
    for (auto found =
             edge_tree.qbegin(geometry::index::nearest(tree_point(point), static_cast<unsigned>(edges.size())));
         found != edge_tree.qend(); ++found) {
      if (geometry::comparable_distance(tree_point(point), found->first) > least) break;
      const PlaneEdge& edge = edges[found->second];
      const PlanePoint near = nearest_on_edge(point, edge.a, edge.b);
      const double distance = squared_distance(point, near);
      if (distance < least || (distance == least && edge.shape < shape)) {
        least = distance;
        best = near;
        shape = edge.shape;
      }
    }
    return {best, shape};
  }
};

Shapes::Shapes(std::vector<PlaneShape> shapes) : state_(std::make_unique<State>()) {
  if (shapes.empty()) fail_input("there are no polygons");
  std::vector<std::pair<TreeBox, std::uint32_t>> shape_boxes, edge_boxes;
  for (PlaneShape& shape : shapes) {
    std::erase_if(shape.rings, [](const PlaneRing& ring) { return ring.size() < 3; });
    const auto number = static_cast<std::uint32_t>(state_->shapes.size());
    PlaneBox box;
    for (const PlaneRing& ring : shape.rings) {
      for_each_edge(ring, [&](PlanePoint a, PlanePoint b) {
        if (!std::isfinite(a.x) || !std::isfinite(a.y)) fail_input("a polygon has a point that is no place");
        box.add(a);
        state_->edges.push_back({a, b, number});
      });
    }
    std::vector<double> shares = ring_shares(shape.rings);
    double area = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) area += shares[i] * std::abs(doubled_ring_area(shape.rings[i]));
    if (!(area > 0)) {
      fail_input(shape.name.empty() ? "a polygon has no area"
                                    : fmt::format("the polygon of '{}' has no area", shown(shape.name)));
    }
    shape_boxes.emplace_back(tree_box(box), number);
    state_->box.add(box.low);
    state_->box.add(box.high);
    state_->boxes.push_back(box);
    state_->areas.push_back(area);
    state_->shares.push_back(std::move(shares));
    state_->bands.emplace_back(shape, box);
    state_->shapes.push_back(std::move(shape));
  }
  for (std::size_t i = 0; i < state_->edges.size(); ++i) {
    edge_boxes.emplace_back(tree_box(box_of(state_->edges[i])), static_cast<std::uint32_t>(i));
  }
  state_->shape_tree = decltype(state_->shape_tree)(shape_boxes);
  state_->edge_tree = decltype(state_->edge_tree)(edge_boxes);
}

Shapes::~Shapes() = default;
Shapes::Shapes(Shapes&&) noexcept = default;
Shapes& Shapes::operator=(Shapes&&) noexcept = default;

std::size_t Shapes::size() const { return state_->shapes.size(); }
const PlaneShape& Shapes::operator[](std::size_t shape) const { return state_->shapes[shape]; }
const PlaneBox& Shapes::box() const { return state_->box; }
const PlaneBox& Shapes::box(std::size_t shape) const { return state_->boxes[shape]; }
double Shapes::area(std::size_t shape) const { return state_->areas[shape]; }

double Shapes::area_within(std::size_t shape, const PlaneBox& box) const {
  // Cutting keeps which ring lies in which.
  const std::vector<PlaneRing>& rings = state_->shapes[shape].rings;
  double area = 0;
  for (std::size_t i = 0; i < rings.size(); ++i) {
    area += state_->shares[shape][i] * std::abs(doubled_ring_area(cut_to_box(rings[i], box)));
  }
  return std::max(area, 0.0);
}

bool Shapes::holds(std::size_t shape, PlanePoint point) const {
  return state_->boxes[shape].holds(point) && state_->bands[shape].holds(point);
}

std::optional<std::size_t> Shapes::find(PlanePoint point) const {
  std::optional<std::size_t> first;
  for (auto found = state_->shape_tree.qbegin(geometry::index::intersects(tree_point(point)));
       found != state_->shape_tree.qend(); ++found) {
    const std::size_t shape = found->second;
    if ((!first || shape < *first) && state_->bands[shape].holds(point)) first = shape;
  }
  return first;
}

std::size_t Shapes::find_nearest(PlanePoint point) const {
  if (const auto found = find(point)) return *found;
  return state_->nearest_border(point).second;
}

PlanePoint Shapes::nearest(PlanePoint point) const { return find(point) ? point : state_->nearest_border(point).first; }

}  // namespace sourdine
