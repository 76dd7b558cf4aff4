#include "sourdine/blur/keyed_blur.h"

#include <gtest/gtest.h>

#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/seeded_source.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::TemporaryDirectory;
using testing::write_all;

class KeyedBlurTest : public ::testing::Test {
 protected:
  BlurConfig configured(const std::string& privacy = "", const std::string& area = "",
                        const std::string& publish = "") {
    return parse_blur_config(
        "[events]\nlatitude = \"lat\"\nlongitude = \"lon\"\n[area]\nbox = [5.8, 47.1, 6.2, 47.4]\n" + area +
            "[privacy]\nlevel = \"ln 4\"\nwithin = \"200 m\"\n" + privacy + "[publish]\n" + publish,
        folder_.file("calls.toml"));
  }

  TemporaryDirectory folder_;
  std::vector<double> north_ = {47.24, 47.25, 47.24, 47.3}, east_ = {6.02, 6.02, 6.02, 5.9};
  PlacesView places() const { return {.north = north_, .east = east_}; }
};

// The same secret on one machine, with everything that is computed after the noise.
TEST_F(KeyedBlurTest, WithTheMemoPointsAreThoseOfATableThatIsReadFromAFile) {
  write_all(folder_.file("calls.csv"), "lat,lon\n47.24,6.02\n47.25,6.02\n47.24,6.02\n47.3,5.9\n");
  write_all(folder_.file("stations.csv"), "name,latitude,longitude\neast,47.25,6.1\nwest,47.2,5.9\n");
  for (const char* publish :
       {"truncate = false\n", "truncate = true\ngrid = 50\nstations = \"stations.csv\"\n", "prior = \"uniform\"\n"}) {
    const BlurConfig config = configured("", "", publish);
    const RowSecret secret = seeded_row_secret(8201);
    const PreparedBlur ground = prepare_blur(config);
    const BlurredEvents events =
        blur_places(ground, read_places(ground, folder_.file("calls.csv")), SeededSource(1), secret);
    const KeyedPlaces keyed = KeyedBlur(config).blur(places(), {}, secret);
    ASSERT_EQ(keyed.rows, (std::vector<std::uint64_t>{0, 1, 2, 3}));
    for (std::size_t i = 0; i < 4; ++i) {
      const PublishedPlace place = published_place(ground, events.published[i]);
      EXPECT_EQ(keyed.north[i], place.north);
      EXPECT_EQ(keyed.east[i], place.east);
      EXPECT_EQ(keyed.stations[i], place.station ? static_cast<std::int32_t>(*place.station) : -1);
      EXPECT_EQ(keyed.distances[i], place.distance);
      EXPECT_EQ(keyed.regions[i], -1);
    }
    EXPECT_EQ(keyed.north[0], keyed.north[2]);
  }
}

TEST_F(KeyedBlurTest, WithoutTheMemoEveryRowHasNoiseOfItsOwn) {
  const KeyedBlur blur(configured("memo = false\nrepeats = 2\n"));
  const std::vector<std::uint64_t> ids = {1, 2, 3, 4};
  const KeyedPlaces keyed = blur.blur(places(), std::span(ids), seeded_row_secret(8202));
  EXPECT_NE(keyed.north[0], keyed.north[2]);
  const std::vector<std::uint64_t> last = {3};
  const KeyedPlaces alone =
      blur.blur({.north = std::span(north_).subspan(2, 1), .east = std::span(east_).subspan(2, 1)}, std::span(last),
                seeded_row_secret(8202));
  EXPECT_EQ(alone.north[0], keyed.north[2]);
  EXPECT_EQ(alone.east[0], keyed.east[2]);
}

TEST_F(KeyedBlurTest, RowsOutsideAreLeftOutWithoutShiftingTheOthers) {
  const KeyedBlur blur(configured("memo = false\nrepeats = 9\n", "outside = \"drop\"\n"));
  const std::vector<std::uint64_t> ids = {1, 2, 3, 4};
  const KeyedPlaces all = blur.blur(places(), std::span(ids), seeded_row_secret(8203));
  north_[1] = 48.9;
  const KeyedPlaces inside = blur.blur(places(), std::span(ids), seeded_row_secret(8203));
  EXPECT_EQ(inside.rows, (std::vector<std::uint64_t>{0, 2, 3}));
  EXPECT_EQ(inside.north, (std::vector<double>{all.north[0], all.north[2], all.north[3]}));
  EXPECT_EQ(blur.cells(places()).size(), 3U);
  EXPECT_EQ(blur.cells(places())[0], blur.cells(places())[1]);
}

TEST_F(KeyedBlurTest, RefusesWhatATableIsRefusedFor) {
  const KeyedBlur blur(configured());
  const RowSecret secret = seeded_row_secret(1);
  north_[3] = 97;
  EXPECT_EQ(input_error([&] { blur.blur(places(), {}, secret); }),
            "column 'lat': latitude 97 is not between -90 and 90");
  north_[3] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(input_error([&] { blur.blur(places(), {}, secret); }), "column 'lat': there is no number");
  north_[3] = 48.9;
  EXPECT_NE(input_error([&] { blur.blur(places(), {}, secret); }).find("outside of the declared area"),
            std::string::npos);
  const std::vector<std::uint64_t> ids = {1, 2, 3, 4};
  EXPECT_NE(input_error([&] { blur.blur(places(), std::span(ids), secret); }), "no error");
  EXPECT_NE(input_error([&] { KeyedBlur(configured("memo = false\nrepeats = 1\n")).blur(places(), {}, secret); }),
            "no error");
  BlurConfig weak = configured();
  weak.privacy.level = 25;
  EXPECT_EQ(input_error([&] { KeyedBlur{weak}; }), "epsilon 25 protects nobody");
}

TEST_F(KeyedBlurTest, MachinesThatMovePlacesOtherwiseHaveAnotherIdentity) {
  EXPECT_EQ(KeyedBlur(configured()).identity(), KeyedBlur(configured()).identity());
  BlurConfig other = configured();
  other.privacy.step = 2;
  EXPECT_NE(KeyedBlur(configured()).identity(), KeyedBlur(other).identity());
}

}  // namespace
}  // namespace sourdine
