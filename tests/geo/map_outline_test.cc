#include "sourdine/geo/map_outline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>

namespace sourdine {
namespace {

MapRing square(double x, double y, double side) {
  return {{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}, {x, y}};
}

MapRing circle(double x, double y, double radius, int points) {
  MapRing ring;
  for (int i = 0; i < points; ++i) {
    const double angle = 2 * std::numbers::pi * i / points;
    ring.push_back({x + radius * std::cos(angle), y + radius * std::sin(angle)});
  }
  return ring;
}

// A line from bottom to top that trembles, as rivers do.
MapRing river(double x, int points) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> step(-0.05, 0.05);
  MapRing line;
  for (int i = 0; i <= points; ++i) {
    const bool is_end = i == 0 || i == points;
    line.push_back({is_end ? x : x + step(random), static_cast<double>(i) / points});
  }
  return line;
}

std::size_t points_of(const std::vector<std::vector<MapPolygon>>& map) {
  std::size_t points = 0;
  for (const auto& polygons : map) {
    for (const auto& rings : polygons) {
      for (const auto& ring : rings) points += ring.size();
    }
  }
  return points;
}

double distance_to_segment(const MapPoint& p, const MapPoint& a, const MapPoint& b) {
  const double bx = b.longitude - a.longitude, by = b.latitude - a.latitude;
  const double px = p.longitude - a.longitude, py = p.latitude - a.latitude;
  const double length = bx * bx + by * by;
  const double along = length == 0 ? 0 : std::clamp((px * bx + py * by) / length, 0.0, 1.0);
  return std::hypot(px - along * bx, py - along * by);
}

double distance_to_ring(const MapPoint& point, const MapRing& ring) {
  double least = INFINITY;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    least = std::min(least, distance_to_segment(point, ring[i], ring[(i + 1) % ring.size()]));
  }
  return least;
}

double area(const MapRing& ring) {
  double sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const MapPoint &a = ring[i], &b = ring[(i + 1) % ring.size()];
    sum += a.longitude * b.latitude - b.longitude * a.latitude;
  }
  return sum / 2;
}

TEST(MapOutline, NeighboursStillFitTogether) {
  const MapRing line = river(1, 2000);
  MapRing west = {{0, 1}, {0, 0}}, east = {{2, 0}, {2, 1}};
  west.insert(west.end(), line.begin(), line.end());
  east.insert(east.end(), line.rbegin(), line.rend());
  std::reverse(east.begin(), east.end());  // drawn the other way round
  for (const std::size_t most : {50U, 200U, 1000U}) {
    const auto map = outline_regions({{west}, {east}}, most);
    EXPECT_LE(points_of(map), most);
    // Points of equal weight come together: where the river trembles most, few may fit.
    EXPECT_GT(points_of(map), most >= 200 ? most / 3 : 0);
    ASSERT_EQ(map[0].size(), 1U);
    ASSERT_EQ(map[1].size(), 1U);
    // An edge of one region alone must be one of the outer border: no gap, no overlap.
    std::map<std::pair<std::pair<double, double>, std::pair<double, double>>, int> edges;
    for (const auto& polygons : map) {
      const MapRing& ring = polygons[0][0];
      EXPECT_GT(area(ring), 0) << "outer rings go counter-clockwise";
      for (std::size_t i = 0; i < ring.size(); ++i) {
        std::pair<double, double> a(ring[i].longitude, ring[i].latitude);
        std::pair<double, double> b(ring[(i + 1) % ring.size()].longitude, ring[(i + 1) % ring.size()].latitude);
        ++edges[std::minmax(a, b)];
      }
    }
    double alone = 0;
    for (const auto& [edge, times] : edges) {
      const auto& [a, b] = edge;
      const bool is_outer = (a.first == b.first && (a.first == 0 || a.first == 2)) ||
                            (a.second == b.second && (a.second == 0 || a.second == 1));
      EXPECT_EQ(times, is_outer ? 1 : 2);
      if (times == 1) alone += std::hypot(a.first - b.first, a.second - b.second);
    }
    EXPECT_NEAR(alone, 6, 1e-9);
  }
}

// The distance of what was left out from what is drawn is what Douglas and Peucker promise, and falls as points grow.
TEST(MapOutline, WhatIsLeftOutLiesNearTheLine) {
  const MapRing round = circle(6, 0, 1, 5000);
  double before = INFINITY;
  for (const std::size_t most : {16U, 64U, 256U}) {
    const auto map = outline_regions({{round}}, most);
    ASSERT_EQ(map[0].size(), 1U);
    const MapRing& drawn = map[0][0][0];
    EXPECT_LE(drawn.size(), most);
    double farthest = 0;
    for (const MapPoint& point : round) farthest = std::max(farthest, distance_to_ring(point, drawn));
    // Halving arcs: at least most/2 of them are equally long, so none is longer than 2 · 2π/(most/2).
    EXPECT_LE(farthest, 1 - std::cos(4 * std::numbers::pi / static_cast<double>(most)) + 2e-5);
    EXPECT_LT(farthest, before);
    before = farthest;
  }
}

TEST(MapOutline, PolygonsOfOneRegionAreJoined) {
  const auto map = outline_regions({{square(6, 47, 1), square(7, 47, 1), square(6, 48, 1), square(7, 48, 1)}});
  ASSERT_EQ(map[0].size(), 1U);
  ASSERT_EQ(map[0][0].size(), 1U);
  MapRing ring = map[0][0][0];
  EXPECT_EQ(ring.size(), 4U);
  for (const MapPoint corner : {MapPoint{6, 47}, {8, 47}, {8, 49}, {6, 49}}) {
    EXPECT_NE(std::find(ring.begin(), ring.end(), corner), ring.end());
  }
}

TEST(MapOutline, ARegionAroundAnotherHasAHoleOfItsShape) {
  const MapRing town = circle(6, 47, 0.3, 400);
  const auto map = outline_regions({{square(5, 46, 2), town}, {MapRing(town.rbegin(), town.rend())}}, 60);
  ASSERT_EQ(map[0].size(), 1U);
  ASSERT_EQ(map[0][0].size(), 2U);
  MapRing hole = map[0][0][1], inside = map[1][0][0];
  EXPECT_LT(area(hole), 0);
  EXPECT_GT(area(inside), 0);
  const auto order = [](const MapPoint& a, const MapPoint& b) {
    return std::pair(a.longitude, a.latitude) < std::pair(b.longitude, b.latitude);
  };
  std::sort(hole.begin(), hole.end(), order);
  std::sort(inside.begin(), inside.end(), order);
  EXPECT_EQ(hole, inside);
}

TEST(MapOutline, IslandsTooSmallToBeSeenGoARegionNever) {
  const auto map =
      outline_regions({{square(0, 0, 10), square(20, 0, 0.01), square(12, 0, 1)}, {circle(15, 5, 0.001, 50)}});
  EXPECT_EQ(map[0].size(), 2U);
  ASSERT_EQ(map[1].size(), 1U);
  EXPECT_GE(map[1][0][0].size(), 3U);
}

TEST(MapOutline, NothingComesOfNothing) {
  EXPECT_TRUE(outline_regions({}).empty());
  const auto map = outline_regions({{}, {{{1, 1}, {2, 2}}}, {{{1, 1}, {1, 1}, {1, 1}, {1, 1}}}});
  ASSERT_EQ(map.size(), 3U);
  for (const auto& polygons : map) EXPECT_TRUE(polygons.empty());
}

// However few points are asked for, every region stays an area.
TEST(MapOutline, TheSmallestMapStillShowsEveryRegion) {
  std::vector<std::vector<MapRing>> regions;
  for (int x = 0; x < 5; ++x) {
    for (int y = 0; y < 5; ++y) regions.push_back({square(x, y, 1)});
  }
  const auto map = outline_regions(regions, 1);
  for (const auto& polygons : map) {
    ASSERT_EQ(polygons.size(), 1U);
    EXPECT_NEAR(area(polygons[0][0]), 1, 1e-9);
  }
}

}  // namespace
}  // namespace sourdine
