#include "sourdine/counts/region_map.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::TemporaryDirectory;
using testing::write_all;

const std::vector<std::string> regions = {"north", "south", "7"};

std::string feature(const std::string& properties, const std::string& ring = "[[0,0],[1,0],[1,1],[0,0]]") {
  return R"({"type":"Feature","properties":)" + properties + R"(,"geometry":{"type":"Polygon","coordinates":[)" + ring +
         "]}}";
}

std::string collection(const std::vector<std::string>& features) {
  std::string text = R"({"type":"FeatureCollection","features":[)";
  for (const std::string& one : features) text += (&one == &features.front() ? "" : ",") + one;
  return text + "]}";
}

class RegionMap : public ::testing::Test {
 protected:
  std::vector<RegionOutline> read(const std::string& text, const std::string& property = "") {
    write_all(folder_.file("map.geojson"), text);
    return outline_map(read_map_features(folder_.file("map.geojson")), folder_.file("map.geojson"), property, regions);
  }
  std::string error(const std::string& text, const std::string& property = "") {
    return input_error([&] { read(text, property); });
  }

  TemporaryDirectory folder_;
};

TEST_F(RegionMap, FindsThePropertyThatNamesTheRegions) {
  const auto map = read(collection({feature(R"({"code":1,"name":"south"})"), feature(R"({"code":2,"name":"north"})"),
                                    feature(R"({"code":7,"name":"elsewhere"})")}));
  ASSERT_EQ(map.size(), 2U);
  EXPECT_EQ(map[0].region, "north");
  EXPECT_EQ(map[1].region, "south");
}

TEST_F(RegionMap, TakesThePropertyItIsGiven) {
  const std::string text =
      collection({feature(R"({"code":7,"name":"south"})"), feature(R"({"code":8,"name":"north"})")});
  const auto map = read(text, "code");
  ASSERT_EQ(map.size(), 1U);
  EXPECT_EQ(map[0].region, "7");
  EXPECT_NE(error(text, "zone").find("no feature with the property 'zone'"), std::string::npos);
}

// The map says "Agglomération" and the table "AGGLOMERATION": the region is not left off the map for that.
TEST_F(RegionMap, ComparesNamesAsPeopleWriteThem) {
  const auto map = read(collection({feature(R"({"nom":"SOUTH"})"), feature(R"({"nom":"Nórth "})")}));
  ASSERT_EQ(map.size(), 2U);
  EXPECT_EQ(map[0].region, "north");
  EXPECT_EQ(map[1].region, "south");
}

TEST_F(RegionMap, RegionsThatAreWrittenAlikeAreToldApartByTheirExactNames) {
  const std::string text = collection({feature(R"({"name":"La Tour"})"), feature(R"({"name":"la-tour"})"),
                                       feature(R"({"name":"LA TOUR"})"), feature(R"({"name":"Elsewhere"})")});
  const auto map = outline_map(parse_map_features(text, "m"), "m", "", {"La Tour", "La-Tour"});
  ASSERT_EQ(map.size(), 1U);
  EXPECT_EQ(map[0].region, "La Tour");
}

TEST_F(RegionMap, SeveralFeaturesMakeARegion) {
  const auto map = read(collection({feature(R"({"name":"south"})", "[[0,0],[1,0],[1,1],[0,1],[0,0]]"),
                                    feature(R"({"name":"south"})", "[[1,0],[2,0],[2,1],[1,1],[1,0]]")}));
  ASSERT_EQ(map.size(), 1U);
  ASSERT_EQ(map[0].polygons.size(), 1U);
  EXPECT_EQ(map[0].polygons[0][0].size(), 4U);
}

TEST_F(RegionMap, WhatIsNoMapIsRefusedWithOneSentence) {
  EXPECT_NE(error("north,south\n").find("is no JSON"), std::string::npos);
  EXPECT_NE(error("[]").find("no GeoJSON feature collection"), std::string::npos);
  EXPECT_NE(error(collection({})).find("no property that names a region"), std::string::npos);
  EXPECT_NE(error(collection({feature(R"({"name":"nord"})")})).find("no property that names a region, such as '7'"),
            std::string::npos);
  EXPECT_NE(error(collection({feature(R"({"name":"south"})", R"([["a",2]])")})).find("[longitude, latitude]"),
            std::string::npos);
  EXPECT_NE(error(collection({feature(R"({"name":"south"})", "[[650000,6860000],[650001,6860000]]")}))
                .find("no longitude and latitude"),
            std::string::npos);
  EXPECT_NE(error(collection({feature(R"({"name":"south"})", "[[1,1],[2,2]]")})).find("no polygon of a region"),
            std::string::npos);
  EXPECT_NE(error(fmt::format(R"({{"x":{:[<1000}{:]<1000}}})", "", "")).find("nested"), std::string::npos);
  EXPECT_NE(input_error([&] { read_map_features(folder_.file("none.geojson")); }), "no error");
}

}  // namespace
}  // namespace sourdine
