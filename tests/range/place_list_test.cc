#include "sourdine/range/place_list.h"

#include <gtest/gtest.h>

#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;

const PlaceList& towns() {
  static const PlaceList list({"Dole", "Ornans", "Baume, la Grande", "A..B", "Morteau"}, false);
  return list;
}

TEST(PlaceList, ParsesNamesRangesAndSets) {
  using Ranges = std::vector<Range>;
  EXPECT_EQ(towns().parse("Ornans"), (Ranges{{1, 1}}));
  EXPECT_EQ(towns().parse(" Ornans .. Morteau "), (Ranges{{1, 4}}));
  EXPECT_EQ(towns().parse(".."), (Ranges{{0, 4}}));
  EXPECT_EQ(towns().parse("..Ornans"), (Ranges{{0, 1}}));
  EXPECT_EQ(towns().parse("Morteau.."), (Ranges{{4, 4}}));
  EXPECT_EQ(towns().parse("Morteau, Dole"), (Ranges{{0, 0}, {4, 4}}));
}

TEST(PlaceList, CountsAPlaceThatIsNamedTwiceOnce) {
  EXPECT_EQ(towns().parse("Dole,Ornans,Dole..Ornans"), (std::vector<Range>{{0, 1}}));
}

TEST(PlaceList, FindsNamesThatLookLikeSetsOrRanges) {
  EXPECT_EQ(towns().parse("Baume, la Grande"), (std::vector<Range>{{2, 2}}));
  EXPECT_EQ(towns().parse("A..B"), (std::vector<Range>{{3, 3}}));
  EXPECT_EQ(towns().parse("A..B,Dole"), (std::vector<Range>{{0, 0}, {3, 3}}));
}

TEST(PlaceList, SaysWhatIsWrong) {
  EXPECT_EQ(input_error([] { towns().parse("Ornan"); }), "there is no place 'Ornan'; did you mean 'Ornans'?");
  EXPECT_EQ(input_error([] { towns().parse("Morteau..Dole"); }), "the places 'Morteau..Dole' end before they begin");
  EXPECT_NE(input_error([] { towns().parse(""); }), "no error");
  EXPECT_NE(input_error([] { towns().parse("Dole,"); }), "no error");
  EXPECT_EQ(input_error([] { PlaceList({"a", "b", "a"}, false); }), "the place 'a' is in the list twice");
  EXPECT_EQ(input_error([] { PlaceList({"a", " "}, false); }), "the list of places has an empty name, number 2");
  EXPECT_EQ(input_error([] { PlaceList({}, false); }), "the list of places is empty");
  EXPECT_NE(input_error([] { PlaceList({"\xE9"}, false); }), "no error");
}

TEST(PlaceList, IsReadFromAFile) {
  const testing::TemporaryDirectory directory;
  testing::write_all(directory.file("t"), "Dole \r\nOrnans");
  EXPECT_EQ(read_place_names(directory.file("t")), (std::vector<std::string>{"Dole", "Ornans"}));
  testing::write_all(directory.file("t"), "");
  EXPECT_EQ(input_error([&] { read_place_names(directory.file("t")); }),
            "there is no place in '" + directory.file("t") + "'");
}

}  // namespace
}  // namespace sourdine
