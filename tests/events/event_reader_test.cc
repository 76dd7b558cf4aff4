#include "sourdine/events/event_reader.h"

#include <gtest/gtest.h>

#include "events/times.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using namespace std::chrono;
using testing::at;
using testing::input_error;

EventReader reader(std::string_view text, PlaceOptions places = {}, const std::string& format = "auto",
                   OnBadRow on_bad_row = OnBadRow::stop) {
  return EventReader(csv_rows(std::make_unique<InputBytes>("'e.csv'", text), {.on_bad_row = on_bad_row}),
                     {.time_column = "when", .place_column = "place", .time_format = format, .on_bad_row = on_bad_row},
                     Places::of_regions({"A", "B"}, std::move(places)));
}

std::vector<Event> all(EventReader& events) {
  std::vector<Event> result;
  for (Event event{}; events.next(event);) result.push_back(event);
  return result;
}

TEST(EventReader, GivesTimesAndRegionsWithTheirRows) {
  EventReader events = reader("id,when,place\n1,2006-01-31 08:00,B\n2,2006-01-01 07:00,A\n");
  Event event{};
  ASSERT_TRUE(events.next(event));
  EXPECT_EQ(event, (Event{at(2006, 1, 31, 8), 1}));
  EXPECT_EQ(events.row()[0], "1");
  ASSERT_TRUE(events.next(event));
  EXPECT_EQ(event, (Event{at(2006, 1, 1, 7), 0}));
  EXPECT_FALSE(events.next(event));
  EXPECT_EQ(events.first(), at(2006, 1, 1, 7));
  EXPECT_EQ(events.last(), at(2006, 1, 31, 8));
  EXPECT_EQ(events.counts(), (EventCounts{2, 2, 0, 0}));
  EXPECT_EQ(events.columns()[events.place_column()], "place");
  events.require_some();
}

TEST(EventReader, FindsTheFormatOnceAndReadsTheFirstRowsByItToo) {
  EventReader events = reader("when,place\n01/02/2006,A\n12/02/2006,A\n13/02/2006,B\n");
  EXPECT_EQ(all(events), (std::vector<Event>{{at(2006, 2, 1), 0}, {at(2006, 2, 12), 0}, {at(2006, 2, 13), 1}}));
}

TEST(EventReader, RefusesDaysAndMonthsThatCannotBeToldApart) {
  EXPECT_EQ(input_error([] { reader("when,place\n01/02/2006,A\n03/04/2006,A\n"); }),
            "'e.csv', column 'when': in times such as '01/02/2006' the day or the month may come first");
  EventReader told = reader("when,place\n01/02/2006,A\n", {}, "%m/%d/%Y");
  EXPECT_EQ(all(told).front().time, at(2006, 1, 2));
}

TEST(EventReader, StopsAtARowWithoutATime) {
  EventReader events = reader("when,place\n2006-01-31,A\n2006-02-31,A\n");
  EXPECT_EQ(input_error([&] { all(events); }),
            "'e.csv', line 3, column 'when': time '2006-02-31' is a day that does not exist");
  EventReader zone = reader("when,place\n2006-01-31 08:00,A\n2006-01-31 08:00+01,A\n");
  EXPECT_EQ(input_error([&] { all(zone); }),
            "'e.csv', line 3, column 'when': time '2006-01-31 08:00+01' has a time zone");
}

TEST(EventReader, SkipsAndCountsBadRowsOfEveryKind) {
  EventReader events =
      reader("when,place\nnever,A\n2006-01-31,A\n,A\n2006-01-31\n2006-01-30,B\n", {}, "auto", OnBadRow::skip);
  EXPECT_EQ(all(events).size(), 2U);
  EXPECT_EQ(events.counts(), (EventCounts{5, 2, 0, 3}));
}

TEST(EventReader, StopsAtAnUnknownPlaceEvenWhenBadRowsAreSkipped) {
  for (const OnBadRow on_bad_row : {OnBadRow::stop, OnBadRow::skip}) {
    EventReader events = reader("when,place\n2006-01-31,C\n", {}, "auto", on_bad_row);
    EXPECT_EQ(input_error([&] { all(events); }), "'e.csv', line 2, column 'place': place 'C' belongs to no region");
  }
}

const char* const with_others = "when,place\n2006-01-31,A\n2006-01-31,C\n2006-01-31,\n2006-01-31,Z\n2006-01-31,C\n";

TEST(EventReader, DropsAndListsUnknownPlaces) {
  EventReader events = reader(with_others, {.other = OtherPlaces::drop, .drop = {"Z"}});
  EXPECT_EQ(all(events).size(), 1U);
  EXPECT_EQ(events.counts(), (EventCounts{5, 1, 4, 0}));
  EXPECT_EQ(events.unknown_places(), (std::vector<std::pair<std::string, std::uint64_t>>{{"C", 2}, {"", 1}}));
}

TEST(EventReader, CountsUnknownPlacesAsARegionOfTheirOwn) {
  EventReader events = reader(with_others, {.other = OtherPlaces::own_region, .drop = {"Z"}});
  const auto got = all(events);
  ASSERT_EQ(got.size(), 4U);
  EXPECT_EQ(got[1].region, 2U);
  EXPECT_EQ(events.counts(), (EventCounts{5, 4, 1, 0}));
  EXPECT_EQ(events.unknown_places().size(), 2U);
}

TEST(EventReader, NeedsItsColumnsAndEvents) {
  EXPECT_EQ(input_error([] { reader("time,place\n"); }),
            "'e.csv' has no column 'when'; did you mean 'time'? columns: time, place");
  EventReader empty = reader("when,place\n");
  EXPECT_TRUE(all(empty).empty());
  EXPECT_EQ(empty.first(), std::nullopt);
  EXPECT_EQ(input_error([&] { empty.require_some(); }), "there are no rows in 'e.csv'");
  EventReader dropped = reader("when,place\n2006-01-31,C\n", {.other = OtherPlaces::drop});
  EXPECT_TRUE(all(dropped).empty());
  EXPECT_EQ(input_error([&] { dropped.require_some(); }),
            "none of the 1 rows of 'e.csv' is an event: 1 were dropped for their place, 0 skipped as bad");
}

TEST(EventReader, IsToldWhenNoRowHasATimeOfAKnownForm) {
  EXPECT_EQ(input_error([] { reader("when,place\nnever,A\n", {}, "auto", OnBadRow::skip); }),
            "'e.csv', column 'when': time 'never' is of no format that is known without being told");
}

}  // namespace
}  // namespace sourdine
