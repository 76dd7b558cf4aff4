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
            "'old' of 'age' is no number");
}

// Where a decimal lies between whole bounds is decided exactly, below zero as well.
TEST(Hierarchy, DecimalsLieInIntervals) {
  const std::int64_t widths[] = {5};
  const Hierarchy made = Hierarchy::intervals("x", Texts{"-0.5", "4.999999999999999999999", "5.0", "-5"}, widths);
  EXPECT_EQ(lines_of(made), (std::vector<Texts>{{"-5", "[-5;0[", "*"},
                                                {"-0.5", "[-5;0[", "*"},
                                                {"4.999999999999999999999", "[0;5[", "*"},
                                                {"5.0", "[5;10[", "*"}}));
}

TEST(Hierarchy, NumbersThatAreTooLargeAreRefused) {
  const std::int64_t widths[] = {5};
  for (const char* text :
       {"-9223372036854775808", "9223372036854775807", "99999999999999999999", "1e3", "+5", ".5", ""}) {
    EXPECT_EQ(testing::error_code([&] { Hierarchy::intervals("x", Texts{text}, widths); }), ErrorCode::bad_input)
        << text;
  }
  EXPECT_EQ(testing::error_code([&] { Hierarchy::intervals("x", Texts{"1"}, widths, INT64_MIN); }),
            ErrorCode::bad_input);
}

TEST(Hierarchy, AutomaticWidthsAreRoundAndFew) {
  using Widths = std::vector<std::int64_t>;
  EXPECT_EQ(Hierarchy::automatic_widths("age", Texts{"17", "90"}), (Widths{5, 10, 20, 40}));
  EXPECT_EQ(Hierarchy::automatic_widths("n", Texts{"1", "2", "3"}), (Widths{2}));
  EXPECT_EQ(Hierarchy::automatic_widths("n", Texts{"7"}), Widths{});
  EXPECT_EQ(Hierarchy::automatic_widths("wage", Texts{"0", "99999"}), (Widths{5000, 10000, 20000, 40000, 80000}));
  for (std::int64_t last = 2; last < 100000; last = last * 3 / 2 + 1) {
    const Widths widths = Hierarchy::automatic_widths("n", Texts{"0", std::to_string(last)});
    ASSERT_FALSE(widths.empty());
    EXPECT_LE(last / widths.front(), 20);
    EXPECT_LE(widths.back(), last);
    Hierarchy::intervals("n", Texts{"0", std::to_string(last)}, widths);  // they nest
  }
}

TEST(Hierarchy, NumbersAreCutAtChosenBounds) {
  const std::vector<double> levels[] = {{18, 25.5, 65}, {65}};
  const Hierarchy made = Hierarchy::cut("age", Texts{"70", "3", "25.5", "18", "65"}, levels);
  EXPECT_EQ(lines_of(made), (std::vector<Texts>{{"3", "< 18", "< 65", "*"},
                                                {"18", "[18;25.5[", "< 65", "*"},
                                                {"25.5", "[25.5;65[", "< 65", "*"},
                                                {"65", ">= 65", ">= 65", "*"},
                                                {"70", ">= 65", ">= 65", "*"}}));
  const std::vector<double> crooked[] = {{18}, {20}}, falling[] = {{20, 18}};
  EXPECT_EQ(error_message(ErrorCode::bad_input, [&] { Hierarchy::cut("age", Texts{"1"}, crooked); }),
            "level 2 of 'age' is cut at 20, and the finer level is not");
  EXPECT_EQ(error_message(ErrorCode::bad_input, [&] { Hierarchy::cut("age", Texts{"1"}, falling); }),
            "the bounds of level 1 of 'age' do not rise");
}

TEST(Hierarchy, DatesLieInWeeksAndQuarters) {
  const DateStep quarters[] = {DateStep::month, DateStep::quarter, DateStep::year}, weeks[] = {DateStep::week};
  EXPECT_EQ(lines_of(Hierarchy::dates("day", Texts{"2018-07-14"}, quarters))[0],
            (Texts{"2018-07-14", "2018-07", "2018-Q3", "2018", "*"}));
  // 2018-12-31 was a Monday.
  EXPECT_EQ(lines_of(Hierarchy::dates("day", Texts{"2018-12-30", "2018-12-31", "2019-01-06"}, weeks)),
            (std::vector<Texts>{{"2018-12-30", "week of 2018-12-24", "*"},
                                {"2018-12-31", "week of 2018-12-31", "*"},
                                {"2019-01-06", "week of 2018-12-31", "*"}}));
  const DateStep crooked[] = {DateStep::week, DateStep::month};
  EXPECT_EQ(error_message(ErrorCode::bad_input,
                          [&] {
                            Hierarchy::dates("day", Texts{"2018-12-31", "2019-01-01"}, crooked);
                          }),
            "the hierarchy of 'day': 'week of 2018-12-31' of level 1 lies in '2018-12' and in '2019-01'");
  for (const char* none : {"2018-02-30", "2018-7-14", "18-07-14x", "2018-07-14 10:00", ""}) {
    EXPECT_EQ(testing::error_code([&] { Hierarchy::dates("day", Texts{none}); }), ErrorCode::bad_input) << none;
  }
}

TEST(Hierarchy, WhatIsNotKnownIsACategoryOfItsOwn) {
  const std::int64_t widths[] = {10};
  const Hierarchy made = Hierarchy::intervals("age", Texts{"12", "15"}, widths).with_own_category("?");
  EXPECT_EQ(lines_of(made), (std::vector<Texts>{{"12", "[10;20[", "*"}, {"15", "[10;20[", "*"}, {"?", "?", "*"}}));
  const Hierarchy open = Hierarchy("a", {{"x", "g"}, {"y", "h"}}).with_own_category("");
  EXPECT_EQ(lines_of(open)[2], (Texts{"", ""}));
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
