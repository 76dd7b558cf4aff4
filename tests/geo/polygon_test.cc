#include "sourdine/geo/polygon.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/geo/geojson.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

PlaneRing square(double low, double high) { return {{low, low}, {high, low}, {high, high}, {low, high}}; }

// A star with many edges, so that bands and trees have something to do.
PlaneRing star(double x, double y, double size, int points) {
  PlaneRing ring;
  for (int i = 0; i < 2 * points; ++i) {
    const double angle = M_PI * i / points, radius = i % 2 == 0 ? size : size / 2;
    ring.push_back({x + radius * std::cos(angle), y + radius * std::sin(angle)});
  }
  return ring;
}

// The definition: an odd number of edges to the right.
bool held_plainly(const PlaneShape& shape, PlanePoint point) {
  bool is_inside = false;
  for (const PlaneRing& ring : shape.rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const PlanePoint a = ring[i], b = ring[(i + 1) % ring.size()];
      if ((a.y > point.y) == (b.y > point.y)) continue;
      if (point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)) is_inside = !is_inside;
    }
  }
  return is_inside;
}

double plain_distance(const std::vector<PlaneShape>& shapes, PlanePoint point) {
  double least = HUGE_VAL;
  for (const PlaneShape& shape : shapes) {
    for (const PlaneRing& ring : shape.rings) {
      for (std::size_t i = 0; i < ring.size(); ++i) {
        const PlanePoint a = ring[i], b = ring[(i + 1) % ring.size()];
        for (int k = 0; k <= 1000; ++k) {
          least = std::min(least,
                           std::hypot(a.x + (b.x - a.x) * k / 1000 - point.x, a.y + (b.y - a.y) * k / 1000 - point.y));
        }
      }
    }
  }
  return least;
}

TEST(Shapes, TheIndexFindsWhatTheDefinitionFinds) {
  const std::vector<PlaneShape> given = {{.name = "star", .rings = {star(0, 0, 100, 40), star(0, 0, 30, 7)}},
                                         {.name = "far", .rings = {star(300, 50, 80, 5)}},
                                         {.name = "over", .rings = {square(-20, 60)}}};
  const Shapes shapes(given);
  SeededBits random(7701);
  for (int i = 0; i < 20'000; ++i) {
    const PlanePoint point{static_cast<double>(random.below(600)) - 150.3,
                           static_cast<double>(random.below(400)) - 150.7};
    std::optional<std::size_t> first;
    for (std::size_t shape = given.size(); shape-- > 0;) {
      ASSERT_EQ(shapes.holds(shape, point), held_plainly(given[shape], point)) << point.x << "," << point.y;
      if (held_plainly(given[shape], point)) first = shape;
    }
    ASSERT_EQ(shapes.find(point), first);
    if (i % 400 == 0 && !first) {
      const PlanePoint near = shapes.nearest(point);
      ASSERT_NEAR(std::hypot(near.x - point.x, near.y - point.y), plain_distance(given, point), 0.2);
    }
  }
}

TEST(Shapes, AreasAreThoseOfTheSumOfTheirCells) {
  const Shapes shapes(
      {{.name = "ring", .rings = {square(0, 10), square(2, 5)}}, {.name = "star", .rings = {star(20, 20, 9, 6)}}});
  EXPECT_NEAR(shapes.area(0), 100 - 9, 1e-12);
  EXPECT_NEAR(shapes.area_within(0, {.low = {0, 0}, .high = {3, 3}}), 9 - 1, 1e-12);
  EXPECT_EQ(shapes.area_within(0, {.low = {3, 3}, .high = {4, 4}}), 0);
  double sum = 0;
  for (int x = 10; x < 30; ++x) {
    for (int y = 10; y < 30; ++y) {
      sum += shapes.area_within(1, {.low = {1.0 * x, 1.0 * y}, .high = {x + 1.0, y + 1.0}});
    }
  }
  EXPECT_NEAR(sum, shapes.area(1), 1e-9);
}

TEST(Shapes, WhatHasNoAreaIsRefused) {
  EXPECT_NE(input_error([] { Shapes({}); }).find("no polygons"), std::string::npos);
  EXPECT_NE(input_error([] {
              Shapes({{.name = "line", .rings = {{{0, 0}, {1, 1}, {2, 2}}}}});
            }).find("'line' has no area"),
            std::string::npos);
}

TEST(Crossing, FoundWhereRingsCrossAndNotWhereTheyTouch) {
  const PlaneRing bow = {{0, 0}, {2, 2}, {2, 0}, {0, 2}};
  const auto place = find_crossing({bow});
  ASSERT_TRUE(place);
  EXPECT_NEAR(place->x, 1, 1e-12);
  EXPECT_NEAR(place->y, 1, 1e-12);
  EXPECT_TRUE(find_crossing({square(0, 10), square(5, 15)}));  // a hole that leaves its polygon
  EXPECT_FALSE(find_crossing({square(0, 10), square(2, 5)}));
  EXPECT_FALSE(find_crossing({square(0, 10), {{0, 2}, {3, 2}, {3, 5}, {0, 5}}}));  // shares part of a side
  EXPECT_FALSE(find_crossing({star(0, 0, 100, 200)}));
  PlaneRing broken = star(0, 0, 100, 200);
  std::swap(broken[100], broken[104]);
  EXPECT_TRUE(find_crossing({broken}));
}

TEST(MapRegions, APolygonThatCrossesItselfIsRefusedWithItsPlace) {
  const auto features = parse_map_features(
      R"({"type":"Polygon","coordinates":[[[6,47],[6.2,47.2],[6.2,47],[6,47.2],[6,47]]]})", "bow.geojson");
  const std::string error = input_error([&] { map_regions(features, "", "bow.geojson"); });
  EXPECT_NE(error.find("'bow.geojson' has a polygon that crosses itself at longitude 6.1"), std::string::npos) << error;
}

TEST(MapRegions, FeaturesOfOneNameAreOneRegion) {
  const std::string square_text = R"("geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}})";
  const std::string text = R"({"type":"FeatureCollection","features":[{"properties":{"n":"b"},)" + square_text +
                           R"(,{"properties":{"n":"a"},)" + square_text + R"(,{"properties":{"n":7},)" + square_text +
                           "]}";
  const auto features = parse_map_features(text, "m");
  const auto regions = map_regions(features, "n", "m");
  ASSERT_EQ(regions.size(), 3U);
  EXPECT_EQ(regions[0].name, "b");
  EXPECT_EQ(regions[2].name, "7");
  EXPECT_EQ(box_of(regions), (MapBox{.west = 0, .south = 0, .east = 1, .north = 1}));
  EXPECT_NE(input_error([&] { map_regions(features, "name", "m"); }).find("no feature with the property 'name'"),
            std::string::npos);
}

}  // namespace
}  // namespace sourdine
