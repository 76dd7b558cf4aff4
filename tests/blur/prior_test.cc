#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/blur/blur.h"
#include "sourdine/blur/public_places.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/seeded_source.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::write_all;

class BlurPrior : public ::testing::Test {
 protected:
  BlurConfig configured(const std::string& publish) {
    return parse_blur_config(
        "[events]\nlatitude = \"lat\"\nlongitude = \"lon\"\n[area]\nbox = [6.0, 47.2, 6.05, 47.23]\n"
        "[privacy]\nlevel = \"ln 4\"\nwithin = \"200 m\"\n[publish]\n" +
            publish,
        folder_.file("calls.toml"));
  }
  std::string error_of(const std::string& publish) {
    return input_error([&] { prepare_blur(configured(publish)); });
  }
  BlurredEvents blurred(const BlurConfig& config) {
    const PreparedBlur blur = prepare_blur(config);
    return blur_places(blur, read_places(blur, folder_.file("calls.csv")), SeededSource(1), seeded_row_secret(8301));
  }
  std::string file(const std::string& name, const std::string& text) {
    write_all(folder_.file(name), text);
    return "prior = \"" + name + "\"\n";
  }

  testing::TemporaryDirectory folder_;
};

TEST_F(BlurPrior, TheTotalWeightIsWhatTheFileSays) {
  const auto weight_of = [&](const std::string& publish) {
    double sum = 0;
    for (const PriorPlace& place : prepare_blur(configured(publish)).prior) sum += place.weight;
    return sum;
  };
  EXPECT_NEAR(weight_of(file("p.csv", "latitude,longitude,weight\n47.21,6.01,3\n47.22,6.02,0.5\n")), 3.5, 1e-12);
  EXPECT_NEAR(weight_of(file("p.csv", "longitude;latitude;people\n6,01;47,21;3\n") + "prior_weight = \"people\"\n"), 3,
              1e-12);
  const std::string quarters =
      R"({"features":[{"properties":{"people":40},"geometry":{"type":"Polygon","coordinates":[[[6,47.2],[6.02,47.2],)"
      R"([6.02,47.22],[6,47.22],[6,47.2]]]}},{"properties":{"people":2},"geometry":{"type":"Polygon","coordinates":)"
      R"([[[6.03,47.2],[6.0300001,47.2],[6.0300001,47.2000001],[6.03,47.2]]]}}]})";
  const std::string publish = file("quarters.geojson", quarters) + "prior_weight = \"people\"\n";
  EXPECT_NEAR(weight_of(publish), 42, 1e-9);  // the second is smaller than any lattice
  EXPECT_NEAR(weight_of("prior = \"uniform\"\n"), 1, 1e-9);
  const PreparedBlur uniform = prepare_blur(configured("prior = \"uniform\"\n"));
  EXPECT_LE(uniform.prior.size(), max_prior_places);
  EXPECT_GT(uniform.prior.size(), max_prior_places / 8);
  for (const PriorPlace& place : uniform.prior) {
    ASSERT_TRUE(uniform.area.find({static_cast<double>(place.point.x), static_cast<double>(place.point.y)}));
  }
}

// Two villages: every published point is in one of them or between, and most are where they came from.
TEST_F(BlurPrior, PointsMoveToWherePlacesAre) {
  std::string rows = "lat,lon\n";
  for (int i = 0; i < 60; ++i) rows += (i % 2 == 0 ? "47.2050" : "47.2250") + std::to_string(100 + i) + ",6.01\n";
  write_all(folder_.file("calls.csv"), rows);
  const std::string prior = file("villages.csv", "latitude,longitude,weight\n47.205,6.01,1\n47.225,6.01,1\n");
  const BlurredEvents plain = blurred(configured("order = \"input\"\n")), moved = blurred(configured(prior));
  ASSERT_EQ(plain.moved, moved.moved);
  const Projection projection = prepare_blur(configured("")).projection.copy();
  double before = 0, after = 0;
  for (std::size_t i = 0; i < plain.published.size(); ++i) {
    const PlanePoint truth = projection.forward({.longitude = 6.01, .latitude = i % 2 == 0 ? 47.205 : 47.225});
    before += std::hypot(plain.published[i].x - truth.x, plain.published[i].y - truth.y);
    after += std::hypot(moved.published[i].x - truth.x, moved.published[i].y - truth.y);
  }
  EXPECT_LT(after, before / 4);  // the villages are 2.2 km apart, eight times the noise
}

TEST_F(BlurPrior, TheTableOfEventsIsRefused) {
  write_all(
      folder_.file("calls.csv"),
      "lat,lon,latitude,longitude,weight\n47.21,6.01,47.21,6.01,1\n47.22,6.02,47.22,6.02,1\n47.21,6.01,47.21,6.01,1\n");
  const std::string itself = "the prior '" + folder_.file("calls.csv") + "' is the table of events itself";
  EXPECT_EQ(input_error([&] { blurred(configured("prior = \"calls.csv\"\n")); }), itself);
  const std::string copy = file("copy.csv", "latitude,longitude,weight\n47.21,6.01,200\n47.22,6.02,100\n");
  EXPECT_NE(input_error([&] { blurred(configured(copy)); }).find("is the table of events itself"), std::string::npos);
  // Where towns are, and how many people live there, is public, whatever happened in them.
  const std::string towns = file("towns.csv", "latitude,longitude,weight\n47.21,6.01,300\n47.22,6.02,100\n");
  EXPECT_EQ(input_error([&] { blurred(configured(towns)); }), "no error");
}

TEST_F(BlurPrior, RefusesFilesThatAreNoPrior) {
  EXPECT_NE(error_of(file("p.csv", "latitude,longitude\n47.2,6\n")).find("'weight'"), std::string::npos);
  EXPECT_NE(
      error_of(file("p.csv", "latitude,longitude,weight\n47.2,6,-1\n")).find("line 2, column 'weight': '-1' is no"),
      std::string::npos);
  EXPECT_NE(error_of(file("p.csv", "latitude,longitude,weight\n97.2,6,1\n")).find("line 2"), std::string::npos);
  EXPECT_NE(error_of(file("p.csv", "latitude,longitude,weight\n47.2,6,0\n")).find("no place with a weight above 0"),
            std::string::npos);
  EXPECT_NE(error_of(file("p.geojson", R"({"type":"Polygon","coordinates":[[[6,47],[6.1,47],[6.1,47.1],[6,47]]]})"))
                .find("is no weight"),
            std::string::npos);
  EXPECT_NE(error_of("prior = \"absent.csv\"\n"), "no error");
  EXPECT_NE(error_of("prior = \"uniform\"\nprior_weight = \"x\"\n").find("of no use"), std::string::npos);
}

}  // namespace
}  // namespace sourdine
