#include "sourdine/geo/projection.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

constexpr MapBox san_francisco{.west = -122.52, .south = 37.70, .east = -122.35, .north = 37.84};
constexpr MapBox doubs{.west = 5.6, .south = 46.5, .east = 7.1, .north = 47.6};
constexpr MapBox fiji{.west = 176, .south = -20, .east = -178, .north = -15};
constexpr MapBox tromso{.west = 18, .south = 69, .east = 20, .north = 70};

MapPoint place_in(const MapBox& box, Random& random) {
  const auto share = [&] { return static_cast<double>(random.below(1'000'001)) / 1e6; };
  double longitude = box.west + box.width() * share();
  if (longitude > 180) longitude -= 360;
  return {.longitude = longitude, .latitude = box.south + box.height() * share()};
}

double plane_metres(PlanePoint a, PlanePoint b) { return std::hypot(a.x - b.x, a.y - b.y); }

// The theorem that the promise stands on, against the shortest way on the ellipsoid, near and far.
TEST(Projection, PlacesAreNeverFartherApartOnThePlaneThanTheStretchSays) {
  SeededBits random(7801);
  for (const MapBox& area : {san_francisco, doubs, fiji, tromso}) {
    std::vector<Projection> projections;
    projections.push_back(Projection::local(area));
    if (area == doubs) projections.push_back(Projection::named("EPSG:2154", area));
    for (const Projection& projection : projections) {
      double worst = 0;
      for (int i = 0; i < 3000; ++i) {
        const MapPoint a = place_in(area, random);
        MapPoint b = place_in(area, random);
        if (i % 2 == 0) {  // near ones, too
          b = {.longitude = a.longitude + (b.longitude - a.longitude) * 1e-3,
               .latitude = a.latitude + (b.latitude - a.latitude) * 1e-3};
          if (!area.holds(b)) continue;
        }
        const double ground = ground_metres(a, b);
        if (ground < 1) continue;
        const double scale = plane_metres(projection.forward(a), projection.forward(b)) / ground;
        ASSERT_LE(scale, projection.stretch()) << projection.definition();
        ASSERT_GE(scale, projection.smallest_scale() - 1e-3) << projection.definition();
        worst = std::max(worst, scale);
      }
      EXPECT_GT(worst, projection.stretch() - 0.1 * (projection.stretch() - projection.smallest_scale()) - 1e-3);
    }
  }
}

TEST(Projection, ALocalOneHardlyStretches) {
  EXPECT_LT(Projection::local(san_francisco).stretch(), 1 + 3e-6);
  EXPECT_LT(Projection::local(doubs).stretch(), 1 + 1e-4);
  EXPECT_LT(Projection::local({.west = -5, .south = 41, .east = 10, .north = 51.5}).stretch(),
            1.006);  // France: 584 km
  // from the middle to the border, (584/6371)²/2 = 0.0042, and what is added between the nodes
}

TEST(Projection, ThereAndBackIsTheSamePlace) {
  SeededBits random(7802);
  for (const MapBox& area : {san_francisco, fiji, tromso}) {
    const Projection projection = Projection::local(area);
    const Projection copy = projection.copy();
    for (int i = 0; i < 200; ++i) {
      const MapPoint place = place_in(area, random);
      EXPECT_LT(ground_metres(place, projection.inverse(projection.forward(place))), 1e-4);
      EXPECT_EQ(copy.forward(place), projection.forward(place));
    }
  }
}

// From IGN: the Lambert-93 origin (3° E, 46.5° N) is at (700000, 6600000).
TEST(Projection, NamedSystemsAreThoseOfTheirDatabase) {
  const Projection projection = Projection::named("EPSG:2154", {.west = 2, .south = 46, .east = 4, .north = 47});
  const PlanePoint origin = projection.forward({.longitude = 3, .latitude = 46.5});
  EXPECT_NEAR(origin.x, 700000, 0.01);
  EXPECT_NEAR(origin.y, 6600000, 0.01);
}

TEST(Projection, SystemsThatWillNotDoAreRefused) {
  const auto error = [](const std::string& system) {
    return input_error([&] { Projection::named(system, san_francisco); });
  };
  EXPECT_NE(error("EPSG:4326").find("in degrees"), std::string::npos);
  EXPECT_NE(error("+proj=longlat").find("in degrees"), std::string::npos);
  EXPECT_NE(error("EPSG:3857").find("a metre of this area is 1.26"), std::string::npos) << error("EPSG:3857");
  EXPECT_NE(error("EPSG:2227").find("does not count in metres"), std::string::npos);  // feet
  EXPECT_NE(error("EPSG:99999999").find("no system of coordinates"), std::string::npos);
  EXPECT_EQ(error("EPSG:32610"), "no error");  // UTM
}

TEST(Projection, AreasThatNoPlanePicturesAreRefused) {
  const auto error = [](const MapBox& area) { return input_error([&] { Projection::local(area); }); };
  EXPECT_NE(error({.west = -180, .south = -80, .east = 180, .north = 80}).find("no plane"), std::string::npos);
  EXPECT_NE(error({.west = 5, .south = 50, .east = 6, .north = 49}).find("empty"), std::string::npos);
  EXPECT_NE(error({.west = 5, .south = 50, .east = 6, .north = 95}).find("not on the earth"), std::string::npos);
  EXPECT_NE(error({.west = NAN, .south = 50, .east = 6, .north = 55}).find("not on the earth"), std::string::npos);
}

}  // namespace
}  // namespace sourdine
