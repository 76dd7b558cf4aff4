#include "sourdine/range/ordered_domain.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;
using Numbers = OrderedDomain::Numbers;

OrderedDomain dates(Period period, std::string_view first, std::string_view last) {
  return {Timeline(period, parse_label(first)->second, parse_label(last)->second), false};
}

TEST(OrderedDomain, UnderstandsDatesAsPeopleWriteThem) {
  const OrderedDomain days = dates(Period::day, "2014-01-01", "2015-12-31");
  EXPECT_EQ(days.parse("2014-03-01..2014-05-31"), (Range{59, 150}));
  EXPECT_EQ(days.parse(" 2014-03-01 .. 2014-05-31 "), (Range{59, 150}));
  EXPECT_EQ(days.parse("2014-03..2014-05"), (Range{59, 150}));
  EXPECT_EQ(days.parse("2014-03"), (Range{59, 89}));
  EXPECT_EQ(days.parse("2014"), (Range{0, 364}));
  EXPECT_EQ(days.parse("2014-W02"), (Range{5, 11}));
  EXPECT_EQ(days.parse("2014-01-02"), (Range{1, 1}));
  EXPECT_EQ(days.parse("2015.."), (Range{365, 729}));
  EXPECT_EQ(days.parse("..2014-01-31"), (Range{0, 30}));
  EXPECT_EQ(days.parse(".."), (Range{0, 729}));
  EXPECT_EQ(dates(Period::month, "2014-01", "2014-12").parse("2014-03-01..2014-05-31"), (Range{2, 4}));
  EXPECT_EQ(dates(Period::hour, "2014-01-01T00", "2014-01-31T23").parse("2014-01-02"), (Range{24, 47}));
}

TEST(OrderedDomain, UnderstandsNumbersAsPeopleWriteThem) {
  const OrderedDomain ages(Numbers{0, 120, 1}, false);
  EXPECT_EQ(ages.parse("18-24"), (Range{18, 24}));
  EXPECT_EQ(ages.parse("18..24"), (Range{18, 24}));
  EXPECT_EQ(ages.parse("18 - 24"), (Range{18, 24}));
  EXPECT_EQ(ages.parse("40"), (Range{40, 40}));
  EXPECT_EQ(ages.parse("65.."), (Range{65, 120}));
  EXPECT_EQ(ages.parse("65-"), (Range{65, 120}));
  const OrderedDomain degrees(Numbers{-20, 40, 1}, false);
  EXPECT_EQ(degrees.parse("-5"), (Range{15, 15}));
  EXPECT_EQ(degrees.parse("-5--3"), (Range{15, 17}));
  EXPECT_EQ(degrees.parse("-5..3"), (Range{15, 23}));
  EXPECT_EQ(degrees.parse("..-3"), (Range{0, 17}));
}

TEST(OrderedDomain, AnswersOnlyWholeValues) {
  const OrderedDomain bins(Numbers{0, 121, 5}, false);
  EXPECT_EQ(bins.size(), 25U);
  EXPECT_EQ(bins.parse("20-29"), (Range{4, 5}));
  EXPECT_EQ(bins.parse("120-121"), (Range{24, 24}));  // the last bin is cut
  EXPECT_EQ(input_error([&] { bins.parse("18-24"); }),
            "the range '18-24' cuts a value in two: the domain has 25 bins of 5 from 0 to 121");
  EXPECT_EQ(input_error([&] { dates(Period::month, "2014-01", "2014-12").parse("2014-03-02.."); }),
            "the range '2014-03-02..' cuts a value in two: the domain has 12 months from 2014-01 to 2014-12");
}

TEST(OrderedDomain, SaysWhatIsWrongWithARange) {
  const OrderedDomain days = dates(Period::day, "2014-01-01", "2014-12-31");
  EXPECT_EQ(input_error([&] { days.parse("2014-05..2014-03"); }), "the range '2014-05..2014-03' ends before it begins");
  EXPECT_EQ(input_error([&] { days.parse("2013-12-31..2014-03"); }),
            "the range '2013-12-31..2014-03' leaves the domain, which has 365 days from 2014-01-01 to 2014-12-31");
  for (const char* text : {"", "  ", "2014-02-30", "yesterday", "18-24", "2014-1-1", "2014..2014..2014", "1e3"}) {
    EXPECT_NE(input_error([&] { days.parse(text); }).find("is not a range of dates"), std::string::npos) << text;
  }
  const OrderedDomain ages(Numbers{0, 120, 1}, false);
  EXPECT_EQ(input_error([&] { ages.parse("24-18"); }), "the range '24-18' ends before it begins");
  EXPECT_EQ(input_error([&] { ages.parse("100-121"); }),
            "the range '100-121' leaves the domain, which has 121 numbers from 0 to 120");
  for (const char* text : {"-", "a", "1.5", "99999999999999999999", "1-2-3", "2014-03-01"}) {
    EXPECT_NE(input_error([&] { ages.parse(text); }), "no error") << text;
  }
}

TEST(OrderedDomain, WritesLabelsThatItReadsAgain) {
  for (const OrderedDomain& domain :
       {dates(Period::week, "2014-W01", "2016-W30"), dates(Period::year, "1990", "2030"),
        OrderedDomain(Numbers{-7, 50, 1}, true), OrderedDomain(Numbers{-7, 50, 4}, false)}) {
    for (std::uint64_t first = 0; first < domain.size(); ++first) {
      for (std::uint64_t last = first; last < domain.size(); last += 3) {
        EXPECT_EQ(domain.parse(domain.label({first, last})), (Range{first, last})) << domain.label({first, last});
      }
    }
    EXPECT_EQ(OrderedDomain::from_json(domain.to_json(), domain.size()), domain);
  }
}

TEST(OrderedDomain, RefusesWhatIsNoDomain) {
  EXPECT_EQ(OrderedDomain::from_json("", 10), OrderedDomain(Numbers{0, 9, 1}, false));
  EXPECT_EQ(input_error([] { OrderedDomain::from_json("", 0); }), "there are no values yet to ask for");
  const std::string text = OrderedDomain(Numbers{0, 9, 1}, false).to_json();
  EXPECT_EQ(input_error([&] { OrderedDomain::from_json(text, 11); }),
            "what its values stand for cannot be read: it says 10 values, and there are 11");
  for (const char* json : {"{}", "[]", "3", R"({"bounds":"given","kind":"dates"})",
                           R"({"bounds":"given","kind":"numbers","from":5,"to":4,"bin":1})",
                           R"({"bounds":"given","kind":"numbers","from":5,"to":9,"bin":0})",
                           R"({"bounds":"given","kind":"numbers","from":5,"to":5,"bin":1.0})",
                           R"({"bounds":"given","kind":"numbers","from":5,"to":5,"bin":-1})",
                           R"({"bounds":"given","kind":"numbers","from":1e300,"to":1e300,"bin":1})",
                           R"({"bounds":"given","kind":"numbers","from":5.0,"to":5,"bin":1})",
                           R"({"bounds":"given","kind":"numbers","from":18446744073709551615,"to":-1,"bin":1})",
                           R"({"bounds":"given","kind":"dates","period":"day","first":"2014","last":"2015"})"}) {
    EXPECT_NE(input_error([&] { OrderedDomain::from_json(json, 1); }), "no error") << json;
  }
}

TEST(OrderedDomain, WithoutAnEndHasAsManyValuesAsThereAre) {
  const auto start = parse_label("2026-02-27")->second;
  const OrderedDomain day(Timeline(Period::day, start, start), false);
  const std::string days = day.to_json(false);
  EXPECT_EQ(OrderedDomain::from_json(days, 1), day);
  EXPECT_EQ(OrderedDomain::from_json(days, 3).describe(), "3 days from 2026-02-27 to 2026-03-01");
  const std::string numbers = OrderedDomain(OrderedDomain::Numbers{1, 1, 1}, false).to_json(false);
  EXPECT_EQ(OrderedDomain::from_json(numbers, 12).describe(), "12 numbers from 1 to 12");
  // Files may hold anything: no number overflows.
  const std::uint64_t huge = std::uint64_t{1} << 63;
  EXPECT_NE(input_error([&] { OrderedDomain::from_json(days, huge); }), "no error");
  EXPECT_NE(input_error([&] { OrderedDomain::from_json(numbers, huge); }), "no error");
  EXPECT_NE(input_error([] {
              OrderedDomain::from_json(
                  R"({"bin":1,"bounds":"given","from":9223372036854775807,"kind":"numbers","to":null})", 2);
            }),
            "no error");
}

}  // namespace
}  // namespace sourdine
