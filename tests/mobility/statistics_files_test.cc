#include "sourdine/mobility/statistics_files.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

UnionStatistics unions_from(std::string_view text) {
  InputBytes input("'u.csv'", text);
  return read_union_statistics(input);
}
std::vector<Marginal> marginals_from(std::string_view text, const std::vector<std::string>& days) {
  InputBytes input("'m.csv'", text);
  return read_marginals(input, days);
}
std::string unions_error(std::string_view text) {
  return input_error([&] { unions_from(text); });
}
std::string marginals_error(std::string_view text) {
  return input_error([&] { marginals_from(text, numbered_days(2)); });
}

TEST(UnionFile, IsReadInAnyOrderOfRowsAndColumns) {
  const UnionStatistics read = unions_from("people,to,from\n8,2,1\n5,1,1\n4.5,2,2\n");
  EXPECT_EQ(read.day_names(), numbered_days(2));
  EXPECT_EQ(read.people(), (std::vector<double>{5, 8, 4.5}));
}

TEST(UnionFile, MayNameDaysByDates) {
  const UnionStatistics read = unions_from(
      "from,to,people\n2016-02-29,2016-02-29,3\n2016-02-28,2016-02-29,9\n2016-02-28,2016-02-28,7\n"
      "2016-03-01,2016-03-01,1\n2016-02-28,2016-03-01,10\n2016-02-29,2016-03-01,4\n");
  EXPECT_EQ(read.day_names(), (std::vector<std::string>{"2016-02-28", "2016-02-29", "2016-03-01"}));
  EXPECT_EQ(read.people(), (std::vector<double>{7, 9, 10, 3, 4, 1}));
}

TEST(UnionFile, ThatIsWrongSaysWhere) {
  EXPECT_EQ(unions_error("from,to\n1,1\n"), "'u.csv' has no column 'people'; columns: from, to");
  EXPECT_EQ(unions_error("from,to,people\n"), "'u.csv' has no statistics: there is no row below its header");
  EXPECT_EQ(unions_error("from,to,people\n0,1,3\n"), "'u.csv', line 2, column 1 ('from'): '0' is no day");
  EXPECT_EQ(unions_error("from,to,people\n1,2017-02-29,3\n"),
            "'u.csv', line 2, column 2 ('to'): '2017-02-29' is no day");
  EXPECT_EQ(unions_error("from,to,people\n1,2017-02-28,3\n"),
            "'u.csv', line 2, column 2 ('to'): '2017-02-28' is a date, but days above are numbers");
  EXPECT_EQ(unions_error("from,to,people\n2,1,3\n"),
            "'u.csv', line 2, column 2 ('to'): the last day, 1, is before the first, 2");
  EXPECT_EQ(unions_error("from,to,people\n1,1,-3\n"),
            "'u.csv', line 2, column 3 ('people'): '-3' is no number of people");
  EXPECT_EQ(unions_error("from,to,people\n1,1,nan\n"),
            "'u.csv', line 2, column 3 ('people'): 'nan' is no number of people");
  EXPECT_EQ(unions_error("from,to,people\n1,1,3\n\n1,1,4\n"),
            "'u.csv', line 4, column 1 ('from'): the same days are on line 2 already");
  EXPECT_EQ(unions_error("from,to,people\n1,13,3\n"),
            "'u.csv', line 2, column 2 ('to'): with '13' there are more than 12 days");
  EXPECT_EQ(unions_error("from,to,people\n2017-01-01,2017-01-01,3\n2016-12-01,2017-01-01,3\n"),
            "'u.csv', line 3, column 1 ('from'): with '2016-12-01' there are more than 12 days");
  EXPECT_EQ(unions_error("from,to,people\n1,1,3\n1,2,4\n"), "'u.csv' has no row from 2 to 2");
  EXPECT_EQ(unions_error("from,to,people\n2,2,3\n"), "'u.csv' has no row from 1 to 1");
  EXPECT_EQ(unions_error("from,to,people\n1,1,3\n1,2,2\n2,2,1\n"),
            "the union of days 1 to 2 has 2 people, fewer than day 1, which is a part of it and has 3");
}

TEST(MarginalFile, TellsStaticAttributesFromDailyOnes) {
  const std::vector<Marginal> read = marginals_from(
      "attribute,value,day,people\nage,old,,30\nduration,1h,1,2\nage,young,,70\nage,young,2,1\nduration,2h,2,5\n",
      numbered_days(2));
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].attribute, "age");
  EXPECT_FALSE(read[0].is_daily());
  EXPECT_EQ(read[0].values.labels(), (std::vector<std::string>{"old", "young"}));
  EXPECT_EQ(read[0].overall, (std::vector<double>{30, 70}));
  EXPECT_FALSE(read[0].has_day(0));
  EXPECT_EQ(read[0].by_day[1], (std::vector<double>{0, 1}));
  EXPECT_TRUE(read[1].is_daily());
  EXPECT_EQ(read[1].by_day, (std::vector<std::vector<double>>{{2, 0}, {0, 5}}));
  EXPECT_EQ(marginals_from("attribute,value,people\nage,old,30\n", numbered_days(2))[0].overall,
            std::vector<double>{30});
  EXPECT_TRUE(marginals_from("attribute,value,day,people\na,b,2017-05-31,1\n", {"2017-05-31"})[0].is_daily());
}

TEST(MarginalFile, ThatIsWrongSaysWhere) {
  const std::string header = "attribute,value,day,people\n";
  EXPECT_EQ(marginals_error(header), "'m.csv' has no attributes: there is no row below its header");
  EXPECT_EQ(marginals_error(header + "a,,1,2\n"), "'m.csv', line 2, column 2 ('value'): it is empty");
  EXPECT_EQ(marginals_error(header + "a,x,3,2\n"),
            "'m.csv', line 2, column 3 ('day'): '3' is none of the days, which are 1 to 2");
  EXPECT_EQ(marginals_error(header + "a,x,,many\n"),
            "'m.csv', line 2, column 4 ('people'): 'many' is no number of people");
  EXPECT_EQ(marginals_error(header + "a,x,,1\na,x,,2\n"),
            "'m.csv', line 3, column 2 ('value'): the value 'x' of 'a' has a row for all people already");
  EXPECT_EQ(marginals_error(header + "a,x,1,1\n"), "attribute 'a' is given by day, but not for day 2");
  EXPECT_EQ(marginals_error(header + "a,\xFF,,1\n"), "'m.csv', line 2, column 2 ('value'): '\\xFF' is not UTF-8 text");
}

}  // namespace
}  // namespace sourdine
