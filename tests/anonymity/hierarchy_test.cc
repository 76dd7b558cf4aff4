#include "sourdine/anonymity/hierarchy.h"

#include <gtest/gtest.h>

#include "sourdine/base/stream.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::error_message;
using Texts = std::vector<std::string>;

std::vector<Texts> lines_of(const Hierarchy& hierarchy) {
  std::vector<Texts> lines;
  for (Value v = 0; v < hierarchy.size(); ++v) {
    Texts line;
    for (std::size_t level = 0; level < hierarchy.levels(); ++level) {
      line.push_back(hierarchy.label(level, hierarchy.group(level, v)));
    }
    lines.push_back(line);
  }
  return lines;
}

TEST(Hierarchy, PostcodesAreMaskedFromTheirEnd) {
  const Hierarchy zips = Hierarchy::masked("zip", Texts{"13053", "13068", "14853"});
  EXPECT_EQ(lines_of(zips)[1], (Texts{"13068", "1306*", "130**", "13***", "1****", "*****"}));
  EXPECT_EQ(zips.size(2), 2U);
  EXPECT_EQ(zips.leaves(2, zips.group(2, 0)), 2U);
  EXPECT_EQ(error_message(ErrorCode::bad_input,
                          [] {
                            Hierarchy::masked("zip", Texts{"13053", "1305"});
                          }),
            "'1305' of 'zip' has 4 characters and others have 5");
}

TEST(Hierarchy, NumbersLieInIntervalsThatLieInWiderOnes) {
  const std::int64_t widths[] = {5, 10};
  const Hierarchy ages = Hierarchy::intervals("age", Texts{"28", "-3", "31", "30"}, widths);
  EXPECT_EQ(lines_of(ages), (std::vector<Texts>{{"-3", "[-5;0[", "[-10;0[", "*"},
                                                {"28", "[25;30[", "[20;30[", "*"},
                                                {"30", "[30;35[", "[30;40[", "*"},
                                                {"31", "[30;35[", "[30;40[", "*"}}));
  const std::int64_t crooked[] = {5, 12};
  EXPECT_EQ(error_message(ErrorCode::bad_input, [&] { Hierarchy::intervals("age", Texts{"1"}, crooked); }),
            "the intervals of 'age' are 12 wide, which is no multiple of 5");
  EXPECT_EQ(error_message(ErrorCode::bad_input, [&] { Hierarchy::intervals("age", Texts{"old"}, widths); }),
            "'old' of 'age' is no whole number");
}

TEST(Hierarchy, DatesLieInMonthsAndYears) {
  const Hierarchy days = Hierarchy::dates("day", Texts{"2018-07-14", "2017-12-31"});
  EXPECT_EQ(lines_of(days)[1], (Texts{"2018-07-14", "2018-07", "2018", "*"}));
  EXPECT_EQ(error_message(ErrorCode::bad_input, [] { Hierarchy::dates("day", Texts{"14/07/2018"}); }),
            "'14/07/2018' of 'day' is no date");
}

TEST(Hierarchy, FilesAreThoseOfTheEstablishedTools) {
  InputBytes file("'work.csv'", "\"Private; own\";work;*\r\nState-gov;work;*\nNever-worked;none;*\n");
  const Hierarchy made = Hierarchy::from_csv("workclass", file);
  EXPECT_EQ(
      lines_of(made),
      (std::vector<Texts>{{"Private; own", "work", "*"}, {"State-gov", "work", "*"}, {"Never-worked", "none", "*"}}));
  EXPECT_EQ(made.parent(0, 1), made.parent(0, 0));
}

std::string refused(const std::string& text) {
  return error_message(ErrorCode::bad_input, [&] {
    InputBytes file("'h.csv'", text);
    Hierarchy::from_csv("a", file);
  });
}

TEST(Hierarchy, WhatIsNotNestedIsRefusedWithItsLine) {
  EXPECT_EQ(refused("x;g;*\ny;g\n"), "'h.csv', line 2 has 2 levels, and the first has 3");
  EXPECT_EQ(refused("x;g;*\nx;g;*\n"), "'h.csv', line 2 has 'x' again, which is on line 1");
  EXPECT_EQ(refused("\"x;g\n"), "'h.csv', line 1 has a quote that is not paired");
  EXPECT_EQ(refused("x;g;one\ny;g;two\n"), "the hierarchy of 'a': 'g' of level 1 lies in 'one' and in 'two'");
  EXPECT_EQ(refused(""), "the hierarchy of 'a' has no value");
}

}  // namespace
}  // namespace sourdine
