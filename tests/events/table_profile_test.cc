#include "sourdine/events/table_profile.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::TemporaryDirectory;

TableProfile profile(const std::string& text, std::optional<std::size_t> skip_lines = {}) {
  const TemporaryDirectory directory;
  testing::write_all(directory.file("t.csv"), text);
  return profile_table(directory.file("t.csv"), skip_lines);
}

TEST(TableProfile, TellsTimesFromTimesOfDayAndFromTexts) {
  const TableProfile table = profile(
      "id;day;hour;updated;town\n1;31/01/2006;08:08;2006-01-31 09:00;A\n2;01/02/2006;9:00:00;2006-02-01;B\n"
      "3;02/02/2006;;2006-02-02 10:00;A\n");
  ASSERT_EQ(table.columns.size(), 5U);
  EXPECT_EQ(table.rows, 3U);
  EXPECT_TRUE(table.has_header);
  EXPECT_FALSE(table.columns[0].is_time);
  EXPECT_TRUE(table.columns[1].is_time);
  EXPECT_EQ(table.columns[1].time_format, "%d/%m/%Y[ %H:%M[:%S]]");
  EXPECT_FALSE(table.columns[1].has_time_of_day);
  EXPECT_TRUE(table.columns[2].is_clock);
  EXPECT_FALSE(table.columns[2].is_time);
  EXPECT_EQ(table.columns[2].filled, 2U);
  EXPECT_TRUE(table.columns[3].has_time_of_day);
  EXPECT_EQ(table.columns[4].values, (std::vector<std::pair<std::string, std::uint64_t>>{{"A", 2}, {"B", 1}}));
}

TEST(TableProfile, LeavesTheOrderOfDayAndMonthOpenWhereItIs) {
  const TableProfile table = profile("day,town\n01/02/2006,A\n03/04/2006,B\n");
  EXPECT_TRUE(table.columns[0].is_time);
  EXPECT_EQ(table.columns[0].time_format, "");
}

TEST(TableProfile, CountsTimesThatCannotBeRead) {
  std::string text = "day,hour,zoned,code\n";
  for (int i = 0; i < 300; ++i) {
    text += fmt::format("2006-01-{:02},{}:00,2006-01-31T08:00:00+01:00,0{}\n", 1 + i % 28, i == 5 ? 24 : 8, i % 7);
  }
  const TableProfile table = profile(text + "never,08:00,2006-01-31T08:00:00Z,1\n");
  EXPECT_EQ(table.columns[0].unreadable, 1U);
  EXPECT_EQ(table.columns[1].unreadable, 1U);
  EXPECT_FALSE(table.columns[0].has_zone);
  EXPECT_TRUE(table.columns[2].has_zone);
  EXPECT_FALSE(table.columns[3].is_number);  // 03 is a code
}

TEST(TableProfile, KeepsABoundedNumberOfTexts) {
  std::string text = "id,town\n";
  for (std::size_t i = 0; i <= ColumnProfile::max_values; ++i) text += fmt::format("{},A\n", i);
  const TableProfile table = profile(text);
  EXPECT_TRUE(table.columns[0].has_many_values);
  EXPECT_TRUE(table.columns[0].values.empty());
  EXPECT_EQ(table.columns[1].values.size(), 1U);
}

TEST(TableProfile, SeesThatThereIsNoHeader) {
  EXPECT_FALSE(profile("2006-01-31,A,x\n2006-02-01,B,y\n").has_header);
  EXPECT_FALSE(profile("39,77516,13\n50,83311,13\n").has_header);
  EXPECT_TRUE(profile("when,2018,town\n2006-01-31,3,A\n").has_header);
  EXPECT_FALSE(profile("39, State-gov, Male\n50, Private, Female\n38, State-gov, Male\n").has_header);
}

TEST(TableProfile, FindsTheHeaderBelowOtherLines) {
  EXPECT_EQ(count_lines_before_header("a,b\n1,2\n3,4\n"), 0U);
  EXPECT_EQ(count_lines_before_header("Calls of 2006\n\na,b\n1,2\n3,4\n"), 2U);
  EXPECT_EQ(count_lines_before_header("Calls, by town\na;b;c\n1;2;3\n3;4;5\n"), 1U);
  EXPECT_EQ(count_lines_before_header("one\ntwo\nthree\n"), 0U);
  EXPECT_EQ(count_lines_before_header(""), 0U);
  EXPECT_EQ(count_lines_before_header("a,\"b,c\"\n1,2\n"), 0U);
  const TableProfile table = profile("Calls of 2006\n\nwhen,town\n2006-01-31,A\n2006-02-01,B\n");
  EXPECT_EQ(table.skip_lines, 2U);
  EXPECT_EQ(table.columns[1].name, "town");
  EXPECT_EQ(profile("x,y\nwhen,town\n2006-01-31,A\n", 1).columns[0].name, "when");
}

TEST(TableProfile, NamesTextThatIsNotUtf8) {
  EXPECT_NE(input_error([] {
              profile("when,town\n2006-01-31,H\xE9ricourt\n");
            }).find("t.csv', line 2: 'H\\xE9ricourt' is not UTF-8 text"),
            std::string::npos);
  EXPECT_NE(input_error([] { profile("when,d\xE9partement\n2006-01-31,A\n"); }).find("is not UTF-8 text"),
            std::string::npos);
}

}  // namespace
}  // namespace sourdine
