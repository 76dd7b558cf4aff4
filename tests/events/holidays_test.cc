#include "sourdine/events/holidays.h"

#include <gtest/gtest.h>

#include "sourdine/base/error.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using namespace std::chrono;
using testing::input_error;

std::vector<month_day> holidays_of(std::string_view country, year in) {
  const Holidays holidays = find_holidays(country);
  std::vector<month_day> found;
  for (local_days day(in / January / 1); day < local_days((in + years(1)) / January / 1); day += days(1)) {
    const year_month_day date(day);
    if (holidays.contains(day)) found.push_back(date.month() / date.day());
  }
  return found;
}

using Dates = std::vector<month_day>;

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

TEST(Holidays, ThereAreNoneUnlessACountryIsNamed) {
  EXPECT_TRUE(Holidays().empty());
  EXPECT_EQ(Holidays().country(), "none");
  EXPECT_TRUE(holidays_of("none", 2018y).empty());
  EXPECT_EQ(find_holidays("FR").country(), "FR");
  EXPECT_EQ(input_error([] { find_holidays("fr"); }), "there are no holidays of 'fr'; known: none, DE, FR, PT, US");
}

TEST(Holidays, FranceHasElevenDaysAYearUnlessTwoFallTogether) {
  for (int y = 2006; y <= 2018; ++y) {
    // In 2008 Ascension Day was the first of May.
    EXPECT_EQ(holidays_of("FR", year(y)).size(), y == 2008 ? 10U : 11U) << y;
  }
}

TEST(Holidays, OfFranceIn2018) {
  EXPECT_EQ(holidays_of("FR", 2018y), (Dates{January / 1, April / 2, May / 1, May / 8, May / 10, May / 21, July / 14,
                                             August / 15, November / 1, November / 11, December / 25}));
}

TEST(Holidays, OfGermany) {
  EXPECT_EQ(holidays_of("DE", 2018y), (Dates{January / 1, March / 30, April / 2, May / 1, May / 10, May / 21,
                                             October / 3, December / 25, December / 26}));
  EXPECT_TRUE(find_holidays("DE").contains(local_days(2017y / October / 31)));
  EXPECT_FALSE(find_holidays("DE").contains(local_days(2019y / October / 31)));
  EXPECT_TRUE(find_holidays("DE").contains(local_days(1985y / June / 17)));
  EXPECT_FALSE(find_holidays("DE").contains(local_days(1985y / October / 3)));
}

TEST(Holidays, OfPortugal) {
  EXPECT_EQ(holidays_of("PT", 1988y),
            (Dates{January / 1, April / 1, April / 25, May / 1, June / 2, June / 10, August / 15, October / 5,
                   November / 1, December / 1, December / 8, December / 25}));
  EXPECT_EQ(holidays_of("PT", 2018y).size(), 12U);
  EXPECT_EQ(holidays_of("PT", 2014y),
            (Dates{January / 1, April / 18, April / 25, May / 1, June / 10, August / 15, December / 8, December / 25}));
}

TEST(Holidays, OfTheUnitedStates) {
  EXPECT_EQ(holidays_of("US", 2013y),
            (Dates{January / 1, January / 21, February / 18, May / 27, July / 4, September / 2, October / 14,
                   November / 11, November / 28, December / 25}));
  EXPECT_EQ(holidays_of("US", 2021y).size(), 11U);
  EXPECT_EQ(holidays_of("US", 1985y).size(), 9U);
}

}  // namespace
}  // namespace sourdine
