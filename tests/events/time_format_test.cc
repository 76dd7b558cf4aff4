#include "sourdine/events/time_format.h"

#include <gtest/gtest.h>

#include <cstring>

#include "events/times.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using namespace std::chrono;
using testing::at;
using testing::input_error;

auto parse(const char* format, const char* text) { return TimeFormat(format).parse(text); }

TEST(TimeFormat, ReadsEveryField) {
  EXPECT_EQ(parse("%Y-%m-%d", "2006-01-31"), at(2006, 1, 31));
  EXPECT_EQ(parse("%d/%m/%Y %H:%M", "31/01/2006 08:08"), at(2006, 1, 31, 8, 8));
  EXPECT_EQ(parse("%FT%T", "2006-01-31T08:09:10"), at(2006, 1, 31, 8, 9, 10));
  EXPECT_EQ(parse("%Y%m%d%H%M%S", "20060131080910"), at(2006, 1, 31, 8, 9, 10));
  EXPECT_EQ(parse("%d.%m.%y", "31.01.68"), at(2068, 1, 31));
  EXPECT_EQ(parse("%d.%m.%y", "31.01.69"), at(1969, 1, 31));
  EXPECT_EQ(parse("on %d %% %m, %Y", "on 3 % 4, 2006"), at(2006, 4, 3));
  EXPECT_EQ(parse("%Y", "2006"), at(2006, 1, 1));
  EXPECT_EQ(parse("%Y-%m", "2006-05"), at(2006, 5, 1));
}

TEST(TimeFormat, ReadsTwelveHourClocks) {
  for (const auto& [text, hour] : {std::pair{"12:05 AM", 0}, {"1:05 am", 1}, {"12:05 PM", 12}, {"11:05 pm", 23}}) {
    EXPECT_EQ(parse("%m/%d/%Y %I:%M %p", (std::string("4/12/2000 ") + text).c_str()), at(2000, 4, 12, hour, 5)) << text;
  }
  EXPECT_FALSE(parse("%Y %I %p", "2006 13 PM"));
  EXPECT_FALSE(parse("%Y %I %p", "2006 00 PM"));
  EXPECT_FALSE(parse("%Y %I %p", "2006 1 XM"));
  EXPECT_EQ(parse("%F[ %I:%M %p]", "2006-01-31"), at(2006, 1, 31));
}

TEST(TimeFormat, LeadingZerosSpacesAroundAndFractionsDoNotMatter) {
  EXPECT_EQ(parse("%d/%m/%Y %H:%M", "  1/2/2006 8:08\t"), at(2006, 2, 1, 8, 8));
  EXPECT_EQ(parse("%F %T", "2006-01-31 08:09:10.987654"), at(2006, 1, 31, 8, 9, 10));
  EXPECT_EQ(parse("%F %H.%M.%S.", "2006-01-31 08.09.10."), at(2006, 1, 31, 8, 9, 10));
  EXPECT_FALSE(parse("%F %T", "2006-01-31 08:09:10."));
}

TEST(TimeFormat, WhatStandsInBracketsMayBeAbsent) {
  const TimeFormat format("%F[ %H:%M[:%S]]");
  EXPECT_EQ(format.parse("2006-01-31"), at(2006, 1, 31));
  EXPECT_EQ(format.parse("2006-01-31 08:08"), at(2006, 1, 31, 8, 8));
  EXPECT_EQ(format.parse("2006-01-31 08:08:07"), at(2006, 1, 31, 8, 8, 7));
  EXPECT_FALSE(format.parse("2006-01-31 08"));
  EXPECT_FALSE(format.parse("2006-01-31T08:08"));
}

TEST(TimeFormat, EveryDayOfFourCenturiesIsReadAndTheNextNumberIsNot) {
  const TimeFormat format("%Y%m%d");
  char text[32];
  for (int y = 1800; y < 2200; ++y) {
    for (int m = 1; m <= 12; ++m) {
      const auto last = static_cast<int>(static_cast<unsigned>((year{y} / m / std::chrono::last).day()));
      for (int d = 0; d <= 32; ++d) {
        std::snprintf(text, sizeof text, "%04d%02d%02d", y, m, d);
        ASSERT_EQ(format.parse(text), d >= 1 && d <= last ? std::optional(at(y, m, d)) : std::nullopt) << text;
      }
    }
  }
}

// A format longer than any shape is read step by step: both ways give the same answers.
TEST(TimeFormat, EightBytesAtOnceGiveWhatStepByStepGives) {
  const std::string pad(40, '|');
  std::size_t accepted = 0;
  for (const char* form : {"%F %T", "%Y%m%d%H%M%S", "%d/%m/%y", "%Y-%m", "%H:%M %d.%m.%Y"}) {
    const TimeFormat whole(form), padded(form + pad);
    for (const char* text : {"2006-01-31 08:09:10", "20060131080910", "31/01/06", "2006-01", "08:09 31.01.2006"}) {
      for (std::size_t i = 0; i < std::strlen(text); ++i) {
        for (int byte = '!'; byte < 256; ++byte) {  // from '!' on, because spaces at the ends are trimmed
          std::string changed = text;
          changed[i] = static_cast<char>(byte);
          const auto time = whole.parse(changed);
          accepted += time.has_value();
          ASSERT_EQ(time, padded.parse(changed + pad)) << form << " " << changed;
        }
      }
    }
  }
  EXPECT_GT(accepted, 100U);
}

TEST(TimeFormat, TextsThatAreNoTimesAreRefused) {
  const TimeFormat format("%F %T");
  for (const char* text :
       {"", " ", "2006", "2006-01-31", "2006-1-31 08", "06-01-31 08:00:00", "2006-02-31 08:00:00",
        "2006-13-01 08:00:00", "2006-00-01 08:00:00", "2006-01-00 08:00:00", "0000-01-01 08:00:00",
        "2006-01-31 24:00:00", "2006-01-31 08:60:00", "2006-01-31 08:00:60", "2006-01-31 08:00:00 ", "x"}) {
    EXPECT_EQ(format.parse(text).has_value(), std::string(text) == "2006-01-31 08:00:00 ") << text;
  }
}

TEST(TimeFormat, TellsWhatIsWrongWithAText) {
  const TimeFormat format("%F[ %T]");
  EXPECT_EQ(format.why_not(" "), "there is no time");
  EXPECT_EQ(format.why_not("31/01/2006"), "time '31/01/2006' is not of the format '%F[ %T]'");
  EXPECT_EQ(format.why_not("2006-02-30"), "time '2006-02-30' is a day that does not exist");
  EXPECT_EQ(format.why_not("2006-14-01"), "time '2006-14-01' has a number out of range");
  for (const char* zone : {"Z", "+01:00", "+0100", "+01", "-05:30", " UTC", " +02:00"}) {
    const std::string text = std::string("2006-01-31 08:00:00") + zone;
    EXPECT_FALSE(format.parse(text));
    EXPECT_EQ(format.why_not(text), "time '" + text + "' has a time zone");
    EXPECT_NE(format.hint(text).find("time_zone = "), std::string::npos);
  }
}

TEST(TimeFormat, RefusesFormatsThatCannotWork) {
  const auto error = [](const char* format) { return input_error([format] { TimeFormat{format}; }); };
  EXPECT_EQ(error("%d/%m"), "time format '%d/%m': it needs the year, %Y or %y, once");
  EXPECT_EQ(error("%Y %y"), "time format '%Y %y': it needs the year, %Y or %y, once");
  EXPECT_EQ(error("%Y %Y"), "time format '%Y %Y': a field stands in it twice");
  EXPECT_EQ(error("%Y %q"), "time format '%Y %q': %q is unknown");
  EXPECT_EQ(error("%Y %"), "time format '%Y %': it ends in %; a percent sign is written %%");
  EXPECT_EQ(error("%Y %I"), "time format '%Y %I': %I and %p go together");
  EXPECT_EQ(error("%Y %H %I %p"), "time format '%Y %H %I %p': it has both %H and %I");
  for (const char* format : {"%Y[", "%Y]", "[%Y]%m", "%Y[%m][%d]"}) {
    EXPECT_NE(error(format).find("brackets"), std::string::npos) << format;
  }
  EXPECT_NE(error("").find("needs the year"), std::string::npos);
}

std::string guessed(std::initializer_list<const char*> texts) {
  TimeFormatGuess guess;
  for (const char* text : texts) guess.see(text);
  return guess.format().format();
}

TEST(TimeFormatGuess, KnowsTheUsualForms) {
  EXPECT_EQ(guessed({"2006-01-31"}), "%F[ %H:%M[:%S]]");
  EXPECT_EQ(guessed({"2006-01-31 08:08"}), "%F[ %H:%M[:%S]]");
  EXPECT_EQ(guessed({"2006-01-31 08:08:09.5"}), "%F[ %H:%M[:%S]]");
  EXPECT_EQ(guessed({"2006-01-31T08:08:00"}), "%FT%H:%M[:%S]");
  EXPECT_EQ(guessed({"2006/01/31 08:08"}), "%Y/%m/%d[ %H:%M[:%S]]");
  EXPECT_EQ(guessed({"31/01/2006 08:08"}), "%d/%m/%Y[ %H:%M[:%S]]");
  EXPECT_EQ(guessed({"04/30/2000 10:18:53 PM"}), "%m/%d/%Y %I:%M:%S %p");
}

TEST(TimeFormatGuess, LooksOnUntilDayAndMonthAreToldApart) {
  TimeFormatGuess guess;
  guess.see("01/02/2006");
  guess.see("12/02/2006");
  EXPECT_FALSE(guess.is_decided());
  EXPECT_EQ(input_error([&] { guess.format(); }), "in times such as '01/02/2006' the day or the month may come first");
  guess.see("13/02/2006");
  EXPECT_TRUE(guess.is_decided());
  EXPECT_EQ(guess.format().format(), "%d/%m/%Y[ %H:%M[:%S]]");
  guess.see("02/13/2006");  // a bad row, not another format
  EXPECT_EQ(guess.format().format(), "%d/%m/%Y[ %H:%M[:%S]]");
}

TEST(TimeFormatGuess, PassesOverValuesThatAreNoTimes) {
  EXPECT_EQ(guessed({"", "unknown", "2006-01-31", "never"}), "%F[ %H:%M[:%S]]");
}

TEST(TimeFormatGuess, RefusesZonesAndUnknownForms) {
  EXPECT_EQ(input_error([] { guessed({"2006-01-31T08:08:00Z"}); }), "time '2006-01-31T08:08:00Z' has a time zone");
  EXPECT_EQ(input_error([] { guessed({"31 janvier 2006"}); }),
            "time '31 janvier 2006' is of no format that is known without being told");
}

// A zone of one rule, so that no database is needed: an hour ahead of UTC in winter, two in summer.
std::shared_ptr<const TimeZone> central_europe() {
  const std::string no_data = "TZif2" + std::string(15 + 24, '\0');
  std::string header = "TZif2" + std::string(15 + 24, '\0');
  header[5 + 15 + 4 * 4 + 3] = 1;  // one type
  const std::string type = std::string("\0\0\x0e\x10\0\0", 6);
  return std::make_shared<const TimeZone>("CET", no_data + header + type + "\nCET-1CEST,M3.5.0,M10.5.0/3\n");
}

TEST(TimeFormat, ZonedTimesBecomeLocalOnesOfTheDeclaredZone) {
  const auto zone = central_europe();
  const TimeFormat format("%FT%T%z", zone);
  EXPECT_EQ(format.parse("2006-01-31T23:30:00Z"), at(2006, 2, 1, 0, 30, 0));
  EXPECT_EQ(format.parse("2006-07-31T23:30:00 UTC"), at(2006, 8, 1, 1, 30, 0));
  EXPECT_EQ(format.parse("2006-07-31T23:30:00+02:00"), at(2006, 7, 31, 23, 30, 0));
  EXPECT_EQ(format.parse("2006-07-31T23:30:00.25-0530"), at(2006, 8, 1, 7, 0, 0));
  EXPECT_EQ(format.parse("2006-07-31T23:30:00+02"), at(2006, 7, 31, 23, 30, 0));
  for (const char* text :
       {"2006-07-31T23:30:00", "2006-07-31T23:30:00+2", "2006-07-31T23:30:00+99", "2006-07-31T23:30:00+",
        "2006-07-31T23:30:00+02:60", "2006-07-31T23:30:00Zulu", "2006-02-31T23:30:00Z"}) {
    EXPECT_FALSE(format.parse(text)) << text;
  }
}

TEST(TimeFormat, SecondsSince1970BecomeLocalTimes) {
  const TimeFormat format("%s", central_europe());
  EXPECT_EQ(format.parse("0"), at(1970, 1, 1, 1, 0, 0));
  EXPECT_EQ(format.parse("1711846800.75"), at(2024, 3, 31, 3, 0, 0));
  EXPECT_EQ(format.parse("-3600"), at(1970, 1, 1, 0, 0, 0));
  for (const char* text : {"", "x", "1e9", "1711846800000", "99999999999999999999999"}) {
    EXPECT_FALSE(format.parse(text)) << text;
  }
}

TEST(TimeFormat, NeedsTheZoneWhoseDaysAreCounted) {
  EXPECT_EQ(input_error([] { TimeFormat("%s"); }),
            "time format '%s': %s and %z need the time zone whose days are counted");
  EXPECT_EQ(input_error([] { TimeFormat("%F%z"); }),
            "time format '%F%z': %s and %z need the time zone whose days are counted");
  EXPECT_EQ(input_error([] { TimeFormat("%s %Y", central_europe()); }), "time format '%s %Y': %s stands alone");
}

TEST(TimeFormatGuess, KnowsZonedTimesWhereAZoneIsDeclared) {
  for (const char* text : {"2006-01-31T08:08:00Z", "2006-01-31 08:08+01:00", "2006/01/31 08:08:00 UTC"}) {
    TimeFormatGuess guess(central_europe());
    EXPECT_TRUE(guess.see(text)) << text;
    EXPECT_TRUE(guess.is_decided());
    EXPECT_TRUE(guess.format().parse(text)) << text;
  }
  TimeFormatGuess guess(central_europe());
  guess.see("2006-01-31 08:08");
  EXPECT_EQ(guess.format().format(), "%F[ %H:%M[:%S]]");
}

TEST(TimeFormat, ReadsTheNamesOfMonths) {
  const TimeFormat format("%d %b %Y[ %H:%M]");
  EXPECT_EQ(format.parse("31 Jan 2006"), at(2006, 1, 31));
  EXPECT_EQ(format.parse("1 SEPTEMBER 2006 08:09"), at(2006, 9, 1, 8, 9));
  EXPECT_EQ(format.parse("2 may 2006"), at(2006, 5, 2));
  for (const char* text : {"31 Feb 2006", "31 Jann 2006", "31 Ja 2006", "31 01 2006", "31 \x0a\x01\x0e 2006"}) {
    EXPECT_FALSE(format.parse(text)) << text;
  }
  EXPECT_NE(input_error([] { TimeFormat("%d %b %m %Y"); }).find("both %m and %b"), std::string::npos);
  TimeFormatGuess guess;
  EXPECT_FALSE(guess.see("never"));
  EXPECT_TRUE(guess.see("Mar 4, 2006"));
  EXPECT_TRUE(guess.is_decided());
  EXPECT_EQ(guess.format().parse("Dec 31, 2006 23:59"), at(2006, 12, 31, 23, 59));
}

}  // namespace
}  // namespace sourdine
