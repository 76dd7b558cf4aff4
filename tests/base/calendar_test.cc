#include "sourdine/base/calendar.h"

#include <gtest/gtest.h>

#include "events/times.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using namespace std::chrono;
using testing::at;
using testing::input_error;

TEST(Calendar, LabelsTellThePeriod) {
  const local_seconds time = at(2014, 3, 1, 13, 59, 59);
  EXPECT_EQ(period_label(Period::year, time), "2014");
  EXPECT_EQ(period_label(Period::month, time), "2014-03");
  EXPECT_EQ(period_label(Period::week, time), "2014-W09");
  EXPECT_EQ(period_label(Period::day, time), "2014-03-01");
  EXPECT_EQ(period_label(Period::hour, time), "2014-03-01T13");
}

TEST(Calendar, WeeksAreThoseOfIso8601) {
  EXPECT_EQ(period_label(Period::week, at(2005, 1, 1)), "2004-W53");
  EXPECT_EQ(period_label(Period::week, at(2006, 1, 1)), "2005-W52");
  EXPECT_EQ(period_label(Period::week, at(2007, 12, 31)), "2008-W01");
  EXPECT_EQ(period_label(Period::week, at(2008, 12, 28)), "2008-W52");
  EXPECT_EQ(period_label(Period::week, at(2008, 12, 29)), "2009-W01");
  EXPECT_EQ(period_label(Period::week, at(2010, 1, 3)), "2009-W53");
  EXPECT_EQ(period_label(Period::week, at(1969, 12, 28, 23)), "1969-W52");
  EXPECT_EQ(period_label(Period::week, at(1969, 12, 29)), "1970-W01");
}

TEST(Calendar, EveryPeriodOfACenturyAndALeapRuleFollowsTheOneBeforeAndItsLabelReadsBack) {
  for (const Period period : all_periods()) {
    const local_seconds first = period == Period::hour ? at(1999, 12, 30) : at(1895, 1, 1);
    const local_seconds last = period == Period::hour ? at(2000, 3, 2) : at(2005, 1, 1);
    const Timeline timeline(period, first, last);
    std::string before;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
      ASSERT_EQ(timeline.index(timeline.start(i)), i);
      ASSERT_EQ(timeline.index(timeline.start(i + 1) - seconds{1}), i);
      const std::string label = timeline.label(i);
      ASSERT_LT(before, label);
      const auto back = parse_label(label);
      ASSERT_TRUE(back.has_value()) << label;
      ASSERT_EQ(back->first, period);
      ASSERT_EQ(back->second, timeline.start(i)) << label;
      before = label;
    }
    EXPECT_EQ(timeline.index(first), 0U);
    EXPECT_EQ(timeline.index(last), timeline.size() - 1);
  }
}

TEST(Calendar, ATimelineHasAllPeriodsBetweenItsEnds) {
  const local_seconds first = at(2006, 1, 1, 7), last = at(2018, 12, 31, 23, 59, 59);
  EXPECT_EQ(Timeline(Period::year, first, last).size(), 13U);
  EXPECT_EQ(Timeline(Period::month, first, last).size(), 156U);
  EXPECT_EQ(Timeline(Period::day, first, last).size(), 4748U);
  EXPECT_EQ(Timeline(Period::hour, first, last).size(), 4748U * 24 - 7);
  EXPECT_EQ(Timeline(Period::week, first, last).size(), 680U);  // 2005-W52, 52 or 53 a year, 2019-W01
  EXPECT_EQ(Timeline(Period::day, first, first).size(), 1U);
}

TEST(Calendar, TimesBeforeTheEpochAreCountedDownwards) {
  EXPECT_EQ(period_label(Period::hour, at(1969, 12, 31, 23, 59, 59)), "1969-12-31T23");
  EXPECT_EQ(period_number(Period::day, at(1969, 12, 31, 23, 59, 59)), -1);
}

TEST(Calendar, TextsThatAreNoLabelsAreRefused) {
  for (const char* text : {"",
                           "0000",
                           "20144",
                           "2014-00",
                           "2014-13",
                           "2014-3",
                           "2014/03",
                           "2014-W53",
                           "2014-W00",
                           "2014-W54",
                           "2014-w09",
                           "2014-02-29",
                           "2014-03-00",
                           "2014-03-32",
                           "2014-03-01T24",
                           "2014-03-01 13",
                           "2014-03-01T1x",
                           "-014",
                           "+014",
                           "2014-03-01T13:00"}) {
    EXPECT_FALSE(parse_label(text).has_value()) << text;
  }
  EXPECT_TRUE(parse_label("2009-W53").has_value());
  EXPECT_TRUE(parse_label("2012-02-29").has_value());
}

TEST(Calendar, ErrorsSayWhatIsWrong) {
  EXPECT_EQ(input_error([] { find_period("days"); }), "unknown period 'days'; known: hour, day, week, month, year");
  EXPECT_EQ(find_period("week"), Period::week);
  EXPECT_EQ(input_error([] { Timeline(Period::day, at(2014, 1, 2), at(2014, 1, 1)); }),
            "a timeline from 2014-01-02 to 2014-01-01 ends before it begins");
  EXPECT_EQ(input_error([] { Timeline(Period::hour, at(201, 1, 1), at(2014, 1, 1)); }),
            "from 0201-01-01 to 2014-01-01 there are 15892441 periods of one hour, more than 4194304");
  const Timeline timeline(Period::month, at(2014, 2, 1), at(2014, 4, 1));
  EXPECT_EQ(input_error([&] { timeline.index(at(2014, 1, 31, 23)); }),
            "2014-01-31T23 is outside of the periods 2014-02 … 2014-04");
  EXPECT_FALSE(timeline.covers(at(2014, 5, 1)));
  EXPECT_TRUE(timeline.covers(at(2014, 4, 30)));
}

}  // namespace
}  // namespace sourdine
