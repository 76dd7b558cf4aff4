#include "sourdine/events/event_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

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
            "'e.csv', line 2, column 'when': in times such as '01/02/2006' the day or the month may come first");
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
  EXPECT_EQ(input_error([] { reader("time,place\n"); }), "'e.csv' has no column 'when'; columns: time, place");
  EventReader empty = reader("when,place\n");
  EXPECT_TRUE(all(empty).empty());
  EXPECT_EQ(input_error([&] { empty.require_some(); }), "there are no rows in 'e.csv'");
  EventReader dropped = reader("when,place\n2006-01-31,C\n", {.other = OtherPlaces::drop});
  EXPECT_TRUE(all(dropped).empty());
  EXPECT_EQ(input_error([&] { dropped.require_some(); }),
            "1 row in 'e.csv' and no event: 1 left out by place, 0 skipped as bad");
}

TEST(EventReader, IsToldWhenNoRowHasATimeOfAKnownForm) {
  EXPECT_EQ(input_error([] { reader("when,place\n,B\nnever,A\n", {}, "auto", OnBadRow::skip); }),
            "'e.csv', line 3, column 'when': time 'never' is of no format that is known without being told");
}

// What reading gives: events with the text of their first column, counts, unknown places, and the error.
struct Reading {
  std::vector<Event> events;
  std::vector<std::string> ids;
  EventCounts counts;
  std::vector<std::pair<std::string, std::uint64_t>> unknown;
  std::string error;
  friend bool operator==(const Reading&, const Reading&) = default;
};

Reading read(const std::string& text, OtherPlaces other, OnBadRow on_bad_row, std::size_t threads) {
  Reading reading;
  const std::size_t id[] = {0};
  const auto take = [&](const EventBatch& batch) {
    for (std::size_t i = 0; i < batch.events().size(); ++i) {
      reading.events.push_back(batch.events()[i]);
      reading.ids.emplace_back(batch.text(i, 0));
    }
  };
  const std::string error = input_error([&] {
    EventReader events(
        csv_rows(std::make_unique<InputBytes>("'e.csv'", text), {.on_bad_row = on_bad_row, .block_bytes = 100}),
        {.time_column = "when", .place_column = "place", .on_bad_row = on_bad_row},
        Places::of_regions({"A", "B"}, {.other = other, .drop = {"Z"}}));
    if (threads > 0) events.read_all(id, take, threads);
    for (Event event{}; events.next(event);) {
      reading.events.push_back(event);
      reading.ids.emplace_back(events.row()[0]);
    }
    reading.counts = events.counts();
    reading.unknown = events.unknown_places();
  });
  // Before an error, how many events were passed on depends on the batches.
  return error == "no error" ? reading : Reading{.events = {}, .ids = {}, .counts = {}, .unknown = {}, .error = error};
}

TEST(ParallelEventReader, ReadsAllEventsAsOneByOneWhateverTheThreads) {
  std::mt19937 random(2);
  int good = 0;
  for (int i = 0; i < 100; ++i) {
    std::string text = "id,when,place\n";
    const bool is_bad = random() % 2 == 0;
    for (std::size_t row = 0; row < 60; ++row) {
      const std::uint64_t kind = random() % 300;
      const std::string id = random() % 4 == 0 ? fmt::format("\"{}\n\"\"\"", row) : std::to_string(row);
      const std::string time = is_bad && kind == 0 ? "2006-02-31" : fmt::format("2006-02-{:02}", 1 + random() % 28);
      const std::string place(1, kind < 200   ? 'A'
                                 : kind < 280 ? 'B'
                                 : kind < 290 ? 'Z'
                                              : static_cast<char>(kind % 26 + 'a'));
      text += is_bad && kind == 1   ? "stray\"quote\n"
              : is_bad && kind == 2 ? "short\n"
                                    : fmt::format("{},{},{}\n", id, time, place);
    }
    for (const OtherPlaces other : {OtherPlaces::stop, OtherPlaces::drop, OtherPlaces::own_region}) {
      for (const OnBadRow on_bad_row : {OnBadRow::stop, OnBadRow::skip}) {
        const Reading one_by_one = read(text, other, on_bad_row, 0);
        for (const std::size_t threads : {1U, 3U})
          ASSERT_EQ(read(text, other, on_bad_row, threads), one_by_one) << text;
        good += one_by_one.error.empty() ? 1 : 0;
      }
    }
  }
  EXPECT_GT(good, 100);
}

}  // namespace
}  // namespace sourdine
