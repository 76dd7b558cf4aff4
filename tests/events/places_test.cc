#include "sourdine/events/places.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sourdine/events/place_index.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::TemporaryDirectory;
using Kind = Places::Found::Kind;

class PlacesTest : public ::testing::Test {
 protected:
  PlaceTable table(const std::string& name, const std::string& text) {
    testing::write_all(directory_.file(name), text);
    return {.path = directory_.file(name), .place_column = "town", .region_column = "region"};
  }
  Places places(const std::string& text, PlaceOptions options = {}) {
    const PlaceTable one = table("t.csv", text);
    return Places::from_tables({&one, 1}, std::move(options));
  }
  // The error, with the directory taken out of it.
  std::string error(const std::vector<PlaceTable>& tables, const PlaceOptions& options = {}) {
    std::string message = input_error([&] { Places::from_tables(tables, options); });
    const std::string directory = directory_.file("");
    for (std::size_t at; (at = message.find(directory)) != std::string::npos;) message.erase(at, directory.size());
    return message;
  }

  TemporaryDirectory directory_;
};

const char* const doubs = "town,region\nBesançon,Grand Besançon\nPontarlier,CC Pontarlier\nSaint-Vit,Grand Besançon\n";

TEST_F(PlacesTest, RegionsComeInTheOrderOfTheTable) {
  EXPECT_EQ(places(doubs).regions().labels(), (std::vector<std::string>{"Grand Besançon", "CC Pontarlier"}));
}

TEST_F(PlacesTest, PlacesAreFoundHoweverTheyAreWritten) {
  const Places known = places(doubs);
  for (const char* name : {"Besançon", "BESANCON", " besanc\u0327on ", "ST VIT", "saint-vit"}) {
    EXPECT_EQ(known.find(name), (Places::Found{Kind::region, 0})) << name;
  }
  EXPECT_EQ(known.find("pontarlier"), (Places::Found{Kind::region, 1}));
  EXPECT_EQ(known.find("Dole").kind, Kind::unknown);
  EXPECT_EQ(known.find("").kind, Kind::unknown);
}

TEST_F(PlacesTest, AFrenchSpreadsheetWithSemicolonsIsReadAsItIs) {
  EXPECT_EQ(places("town;region\r\nBesançon;A\r\n").find("besancon").kind, Kind::region);
}

TEST_F(PlacesTest, TheOwnRegionOfOtherPlacesIsInTheDomainWhateverTheData) {
  const Places with_other = places(doubs, {.other = OtherPlaces::own_region, .other_name = "ailleurs"});
  EXPECT_EQ(with_other.regions().labels().back(), "ailleurs");
  EXPECT_EQ(with_other.other_region(), 2U);
  EXPECT_FALSE(places(doubs, {.other = OtherPlaces::drop}).other_region());
  EXPECT_EQ(error({table("t.csv", doubs)}, {.other = OtherPlaces::own_region, .other_name = "CC Pontarlier"}),
            "the region for other places cannot be called 'CC Pontarlier': there is a region of that name");
}

// Regions are published in tables that spreadsheets open; places are not.
TEST_F(PlacesTest, ARegionIsNoFormula) {
  EXPECT_EQ(error({table("t.csv", "town,region\nDole,=1+1\n")}),
            "region '=1+1' begins like a formula, which a spreadsheet would run");
  EXPECT_EQ(error({table("t.csv", "town,region\n=Dole,A\nOrnans,-3\n")}), "no error");
}

TEST_F(PlacesTest, APlaceInTwoRegionsIsAnErrorThatNamesBothLines) {
  EXPECT_EQ(error({table("t.csv", "town,region\nSt-Vit,A\nDole,B\nSAINT VIT,B\n")}),
            "'t.csv', line 4: place 'SAINT VIT' is in region 'B', but 'St-Vit' is in region 'A' ('t.csv', line 2)");
  EXPECT_EQ(error({table("t.csv", "town,region\nSt-Vit,A\nSAINT VIT,A\n")}), "no error");
}

TEST_F(PlacesTest, ASecondTableMayAddButNotContradict) {
  const std::vector<PlaceTable> agreeing{table("a.csv", doubs),
                                         table("b.csv", "town,region\nDole,Jura\nST VIT,Grand Besançon\n")};
  const Places both = Places::from_tables(agreeing);
  EXPECT_EQ(both.regions().size(), 3U);
  EXPECT_EQ(both.find("dole"), (Places::Found{Kind::region, 2}));
  EXPECT_EQ(error({table("a.csv", doubs), table("b.csv", "town,region\nDole,Jura\nPontarlier,Jura\n")}),
            "'b.csv', line 3: place 'Pontarlier' is in region 'Jura', but 'Pontarlier' is in region 'CC Pontarlier' "
            "('a.csv', line 3)");
}

TEST_F(PlacesTest, OneRegionInTwoSpellingsIsAnError) {
  EXPECT_EQ(error({table("t.csv", "town,region\nBesançon,Grand Besançon\nVit,GRAND BESANCON\n")}),
            "'t.csv', line 3: region 'GRAND BESANCON' is also written 'Grand Besançon' ('t.csv', line 2)");
}

TEST_F(PlacesTest, BadTablesAreRefused) {
  EXPECT_EQ(error({table("t.csv", "town,region\nDole,\n")}), "'t.csv', line 2: there is no region");
  EXPECT_EQ(error({table("t.csv", "town,region\n,A\n")}), "'t.csv', line 2: there is no place");
  EXPECT_EQ(error({table("t.csv", "town,region\n -,A\n")}), "'t.csv', line 2: place '-' has no letter or digit");
  EXPECT_EQ(error({table("t.csv", "town,regions\nDole,A\n")}),
            "'t.csv' has no column 'region'; did you mean 'regions'? columns: town, regions");
  EXPECT_EQ(error({table("t.csv", "town,region\nDole,Franche-Comt\xE9\n")}),
            "region 'Franche-Comt\\xE9' is not UTF-8 text");
  EXPECT_EQ(error({table("t.csv", "town,region\n")}), "the places have no region");
}

TEST_F(PlacesTest, CoordinatesOfARegionAreTheMeanOfItsRowsThatHaveAny) {
  PlaceTable one = table("t.csv", "town,region,lat,lon\na,A,47.5,6\nb,A,\"46,5\",7\nc,A,,\nd,B,-90,180\ne,C,,\n");
  one.latitude_column = "lat";
  one.longitude_column = "lon";
  const Places located = Places::from_tables({&one, 1});
  EXPECT_EQ(located.coordinates(0), (Coordinates{47, 6.5}));
  EXPECT_EQ(located.coordinates(1), (Coordinates{-90, 180}));
  EXPECT_EQ(located.coordinates(2), std::nullopt);
  one.longitude_column.clear();
  EXPECT_EQ(error({one}), "the places of 't.csv' need both columns, latitude and longitude, or none");
  for (const char* bad : {"91,6", "47,", "x,6", "47,181", "nan,6"}) {
    PlaceTable wrong = table("w.csv", std::string("town,region,lat,lon\na,A,") + bad + "\n");
    wrong.latitude_column = "lat";
    wrong.longitude_column = "lon";
    EXPECT_NE(error({wrong}).find("are no latitude and longitude"), std::string::npos) << bad;
  }
}

TEST_F(PlacesTest, ARegionAcrossTheDateLineLiesOnIt) {
  PlaceTable one = table("t.csv",
                         "town,region,lat,lon\nTaveuni,Fiji,-17,179.5\nLau,Fiji,-17,-178.5\n"
                         "Chatham,Zealand,-44,-176\nWellington,Zealand,-42,176\nAuckland,Zealand,-37,174\n");
  one.latitude_column = "lat";
  one.longitude_column = "lon";
  const Places located = Places::from_tables({&one, 1});
  EXPECT_EQ(located.coordinates(0), (Coordinates{-17, -179.5}));
  EXPECT_EQ(located.coordinates(1), (Coordinates{-41, 178}));
}

TEST_F(PlacesTest, UnknownPlacesAreExplained) {
  const Places known = places(doubs);
  EXPECT_EQ(known.why_not("Pontarlié"), "place 'Pontarlié' belongs to no region");
  EXPECT_EQ(known.why_not(" "), "there is no place");
  EXPECT_NE(known.hint("Pontarlié").find("Did you mean 'Pontarlier'?"), std::string::npos);
  EXPECT_NE(known.hint("Pontarlié").find("other = \"drop\""), std::string::npos);
}

TEST_F(PlacesTest, DroppedPlacesAreFoundAsSuch) {
  const Places some = places(doubs, {.drop = {"Hors-département"}});
  EXPECT_EQ(some.find("HORS DEPARTEMENT").kind, Kind::dropped);
  EXPECT_EQ(error({table("t.csv", doubs)}, {.drop = {"saint vit"}}),
            "place 'saint vit' is to be dropped, but belongs to region 'Grand Besançon'");
}

TEST(PlacesOfRegions, MatchExactlyAfterTrimming) {
  const Places places = Places::of_regions({"B01", "B02"}, {.drop = {"B99"}});
  EXPECT_EQ(places.regions().labels(), (std::vector<std::string>{"B01", "B02"}));
  EXPECT_EQ(places.find(" B02 "), (Places::Found{Kind::region, 1}));
  EXPECT_EQ(places.find("b02").kind, Kind::unknown);
  EXPECT_EQ(places.find("B99").kind, Kind::dropped);
  EXPECT_EQ(input_error([] {
              Places::of_regions({"a", "b"}, {.drop = {"b"}});
            }),
            "place 'b' is to be dropped, but belongs to region 'b'");
}

TEST(PlacesOfRegions, HaveAnOwnRegionForOthersWhichIsNotAPlace) {
  const Places places = Places::of_regions({"a", "b"}, {.other = OtherPlaces::own_region});
  EXPECT_EQ(places.regions().size(), 3U);
  EXPECT_EQ(places.find("other").kind, Kind::unknown);
  EXPECT_EQ(places.other_region(), 2U);
}

TEST(PlaceIndex, AnswersAsThePlacesAndCountsUnknownOnes) {
  const auto places = std::make_shared<const Places>(Places::of_regions({"a", "b"}));
  PlaceIndex index(places);
  for (const char* place : {"a", "x", "b", "y", "x", "", "x", "y"}) EXPECT_EQ(index.find(place), places->find(place));
  using Counts = std::vector<std::pair<std::string, std::uint64_t>>;
  EXPECT_EQ(index.unknown(20), (Counts{{"x", 3}, {"y", 2}, {"", 1}}));
  EXPECT_EQ(index.unknown(1), (Counts{{"x", 3}}));
}

TEST(PlaceIndex, TakesOverTheUnknownPlacesOfAnother) {
  const auto places = std::make_shared<const Places>(Places::of_regions({"a"}));
  PlaceIndex index(places);
  PlaceIndex other(places);
  for (const char* place : {"x", "a", "y"}) index.find(place);
  for (const char* place : {"y", "z", "a"}) other.find(place);
  index.take_unknown(other);
  EXPECT_EQ(index.unknown(9), (std::vector<std::pair<std::string, std::uint64_t>>{{"y", 2}, {"x", 1}, {"z", 1}}));
  EXPECT_TRUE(other.unknown(9).empty());
}

TEST(PlaceIndex, KeepsABoundedNumberOfSpellings) {
  PlaceIndex index(std::make_shared<const Places>(Places::of_regions({"a"})));
  for (std::size_t i = 0; i < PlaceIndex::max_spellings + 7; ++i) index.find(std::to_string(i));
  EXPECT_EQ(index.unknown(PlaceIndex::max_spellings * 2).size(), PlaceIndex::max_spellings);
  EXPECT_EQ(index.unlisted(), 7U);
  EXPECT_EQ(index.find("a"), (Places::Found{Kind::region, 0}));
}

TEST(PlaceIndex, KeepsNoEndlessSpellings) {
  PlaceIndex index(std::make_shared<const Places>(Places::of_regions({"a"})));
  index.find(std::string(PlaceIndex::max_spelling_bytes, 'x'));
  index.find(std::string(PlaceIndex::max_spelling_bytes + 1, 'x'));
  EXPECT_EQ(index.unknown(9).size(), 1U);
  EXPECT_EQ(index.unlisted(), 1U);
  EXPECT_EQ(index.find("a" + std::string(PlaceIndex::max_spelling_bytes, ' ')), (Places::Found{Kind::region, 0}));
}

TEST(OtherPlaces, AreFoundByName) {
  EXPECT_EQ(find_other_places("own region"), OtherPlaces::own_region);
  EXPECT_EQ(input_error([] { find_other_places("keep"); }),
            "unknown way to treat other places 'keep'; known: stop, drop, own region");
}

}  // namespace
}  // namespace sourdine
