#include "sourdine/events/named_rows.h"

#include <gtest/gtest.h>

#include "events/arrow_table.h"
#include "sourdine/events/arrow_rows.h"
#include "sourdine/events/event_reader.h"
#include "sourdine/events/table_profile.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::error_code;
using testing::input_error;
using testing::named;
using testing::table_of;
using testing::TestStream;
using testing::text_array;

// A frame with the columns "when" and "where", made anew for every reading.
NamedRows::Open frame(const std::vector<std::optional<std::string>>& when) {
  return [when] {
    const std::vector<std::optional<std::string>> where(when.size(), "north");
    TestStream from(table_of({named("when", text_array(when)), named("where", text_array(where))}));
    ArrowArrayStream stream = from.stream();
    return arrow_rows(stream);
  };
}

TEST(NamedRows, AreOpenedByTheirName) {
  std::string name;
  {
    const NamedRows first(frame({"a", "b"})), second(frame({"c"}));
    name = first.name();
    EXPECT_NE(name, second.name());
    for (int reading = 0; reading < 2; ++reading) {
      const auto rows = open_rows(name, "");
      ASSERT_TRUE(rows->next());
      EXPECT_EQ(rows->row()[0], "a");
      EXPECT_EQ(rows->where(), "the frame, row 1");
    }
    EXPECT_TRUE(can_be_read_again(name));
    EXPECT_EQ(shown_source(name), "the frame");
    EXPECT_EQ(input_error([&] { open_rows(name, "SELECT 1"); }), "a query needs a database, and the frame is none");
  }
  EXPECT_EQ(error_code([&] { open_rows(name, ""); }), ErrorCode::bad_input);  // a file that is not there
  EXPECT_FALSE(is_named_rows(name));
}

TEST(NamedRows, CanBeReadOnceWhereThatIsAll) {
  const NamedRows rows(frame({"a"}), NamedRows::Reading::once);
  EXPECT_FALSE(can_be_read_again(rows.name()));
  EXPECT_FALSE(can_be_read_again("-"));
  EXPECT_TRUE(can_be_read_again("x.csv"));
  EXPECT_TRUE(open_rows(rows.name(), "")->next());
  EXPECT_EQ(input_error([&] { open_rows(rows.name(), ""); }), "the frame can be read only once, and was");
}

TEST(NamedRows, GiveEventsAndErrorsAsAFileDoes) {
  const Places places = Places::of_regions({"north", "south"}, {});
  const NamedRows good(frame({"2024-01-01", "2024-01-02 08:00"}));
  const EventOptions options{.time_column = "when", .place_column = "where"};
  EventReader reader(open_rows(good.name(), ""), options, places);
  Event event;
  ASSERT_TRUE(reader.next(event));
  ASSERT_TRUE(reader.next(event));
  EXPECT_FALSE(reader.next(event));
  const NamedRows bad(frame({"2024-01-01", std::nullopt}));
  const std::string message = input_error([&] {
    EventReader failing(open_rows(bad.name(), ""), options, places);
    while (failing.next(event)) continue;
  });
  EXPECT_EQ(message.find("the frame, row 2, column 'when': "), 0U) << message;
  // Many at once, on several threads.
  EventReader parallel(open_rows(good.name(), ""), options, places);
  std::size_t events = 0;
  parallel.read_all(
      {}, [&](const EventBatch& batch) { events += batch.events().size(); }, 3);
  EXPECT_EQ(events, 2U);
}

TEST(NamedRows, AreProfiledAsAFileIs) {
  const NamedRows rows(frame({"2024-01-01", "2024-01-02"}));
  const TableProfile profile = profile_table(rows.name());
  EXPECT_EQ(profile.rows, 2U);
  EXPECT_TRUE(profile.columns.at(0).is_time);
  EXPECT_EQ(profile.columns.at(1).values.size(), 1U);
}

}  // namespace
}  // namespace sourdine
