#include "sourdine/privacy/unit.h"

#include <gtest/gtest.h>

#include <set>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

TEST(Unit, EveryUnitAndRelationIsFoundByItsOwnWord) {
  std::set<std::string_view> words;
  for (const Unit unit : all_units()) {
    EXPECT_EQ(unit_from(word_of(unit)), unit);
    EXPECT_FALSE(phrase_of(unit).empty());
    words.insert(word_of(unit));
  }
  for (const Neighbours neighbours : all_neighbours()) {
    EXPECT_EQ(neighbours_from(word_of(neighbours)), neighbours);
    EXPECT_FALSE(phrase_of(neighbours).empty());
    words.insert(word_of(neighbours));
  }
  EXPECT_EQ(words.size(), all_units().size() + all_neighbours().size());
}

TEST(Unit, AnUnknownWordIsRefusedWithTheKnownOnes) {
  try {
    unit_from("household");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
    EXPECT_NE(error.hint().find("'person'"), std::string::npos);
  }
  EXPECT_THROW(neighbours_from("add"), Error);
}

}  // namespace
}  // namespace sourdine
