#include "sourdine/forecast/holidays.h"

#include <gtest/gtest.h>

namespace sourdine {
namespace {

using namespace std::chrono;

TEST(Holidays, EasterIsOnItsPublishedDates) {
  const year_month_day published[] = {
      2006y / April / 16, 2007y / April / 8,  2008y / March / 23, 2009y / April / 12,
      2010y / April / 4,  2011y / April / 24, 2012y / April / 8,  2013y / March / 31,
      2014y / April / 20, 2015y / April / 5,  2016y / March / 27, 2017y / April / 16,
      2018y / April / 1,  1818y / March / 22, 2038y / April / 25,  // the earliest and the latest date there is
      1954y / April / 18, 1981y / April / 19};                     // years of the two exceptions of the computus
  for (const year_month_day& date : published) {
    EXPECT_EQ(easter_sunday(date.year()), local_days(date)) << static_cast<int>(date.year());
  }
}

TEST(Holidays, FranceHasElevenDaysAYearUnlessTwoFallTogether) {
  for (int y = 2006; y <= 2018; ++y) {
    int holidays = 0;
    for (local_days day(year(y) / January / 1); day < local_days(year(y + 1) / January / 1); day += days(1)) {
      holidays += is_french_holiday(day);
    }
    EXPECT_EQ(holidays, y == 2008 ? 10 : 11) << y;  // in 2008 Ascension Day was the first of May
  }
}

TEST(Holidays, TheMovableOnesOf2018) {
  for (const month_day date : {April / 2, May / 10, May / 21})
    EXPECT_TRUE(is_french_holiday(local_days(2018y / date.month() / date.day())));
  EXPECT_FALSE(is_french_holiday(local_days(2018y / April / 1)));  // Easter itself is a Sunday like others
  EXPECT_FALSE(is_french_holiday(local_days(2018y / December / 26)));
}

}  // namespace
}  // namespace sourdine
