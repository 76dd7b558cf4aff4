#include "sourdine/events/arrow_rows.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "events/arrow_table.h"
#include "sourdine/events/time_format.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::bits_of;
using testing::Buffer;
using testing::buffer_of;
using testing::error_code;
using testing::input_error;
using testing::named;
using testing::table_of;
using testing::TestArray;
using testing::TestStream;
using testing::text_array;
using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

std::unique_ptr<RowSource> rows_of(TestStream& from) {
  ArrowArrayStream stream = from.stream();
  auto rows = arrow_rows(stream);
  EXPECT_EQ(stream.release, nullptr);
  return rows;
}

Rows all(RowSource& source) {
  Rows rows;
  while (source.next()) rows.emplace_back(source.row().begin(), source.row().end());
  return rows;
}

// The texts of a table's single column.
Row texts_of(const TestArray& column) {
  TestStream stream(table_of({named("x", column)}));
  Row texts;
  for (const Row& row : all(*rows_of(stream))) texts.push_back(row.at(0));
  return texts;
}

std::string error_of(const TestArray& column) {
  return input_error([&] { texts_of(column); });
}

template <class... Numbers>
TestArray numbers(std::string format, Numbers... all_numbers) {
  return {.format = std::move(format), .length = sizeof...(all_numbers), .buffers = {{}, buffer_of(all_numbers...)}};
}

TEST(ArrowRows, HaveColumnsRowsAndPlaces) {
  TestStream stream(table_of({named("when", text_array({"a", "b"})), named("n", numbers("l", 1L, 2L))}));
  const auto rows = rows_of(stream);
  EXPECT_EQ(rows->name(), "the frame");
  EXPECT_EQ(rows->columns(), (Row{"when", "n"}));
  EXPECT_EQ(find_column(*rows, "n"), 1U);
  ASSERT_TRUE(rows->next());
  ASSERT_TRUE(rows->next());
  EXPECT_EQ(rows->where(), "the frame, row 2");
  EXPECT_EQ(Row(rows->row().begin(), rows->row().end()), (Row{"b", "2"}));
  EXPECT_FALSE(rows->next());
  EXPECT_FALSE(rows->next());
}

TEST(ArrowRows, ShowTextWhereItLies) {
  TestStream stream(table_of({named("x", text_array({"a text that is long enough"}))}));
  ArrowArrayStream taken = stream.stream();
  ArrowArray seen = {};
  static ArrowArray* watched = nullptr;
  watched = &seen;
  static int (*get_next)(ArrowArrayStream*, ArrowArray*) = nullptr;
  get_next = taken.get_next;
  taken.get_next = [](ArrowArrayStream* self, ArrowArray* out) {
    const int result = get_next(self, out);
    if (out->release != nullptr) *watched = *out;
    return result;
  };
  const auto rows = arrow_rows(taken);
  ASSERT_TRUE(rows->next());
  EXPECT_EQ(static_cast<const void*>(rows->row()[0].data()), seen.children[0]->buffers[2]);
}

TEST(ArrowRows, ReadTextOfEveryKind) {
  const Row expected{"", "a", "été"};
  const TestArray small{.format = "u", .length = 3, .buffers = {{}, buffer_of(0, 0, 1, 6), "aété"}};
  EXPECT_EQ(texts_of(small), expected);
  TestArray binary = small;
  binary.format = "z";
  EXPECT_EQ(texts_of(binary), expected);
  TestArray large{.format = "U", .length = 3, .buffers = {{}, buffer_of(0L, 0L, 1L, 6L), "aété"}};
  EXPECT_EQ(texts_of(large), expected);
  large.format = "Z";
  EXPECT_EQ(texts_of(large), expected);
  const TestArray empty{.format = "u", .length = 2, .buffers = {{}, buffer_of(0, 0, 0), {}}};
  EXPECT_EQ(texts_of(empty), (Row{"", ""}));
}

Buffer view_of(std::int32_t size, std::string_view begin, std::int32_t buffer = 0, std::int32_t offset = 0) {
  std::string view = *buffer_of(size);
  view += begin;
  if (size > 12) view += *buffer_of(buffer, offset);
  view.resize(16, '\0');
  return view;
}

TEST(ArrowRows, ReadViews) {
  const std::string first = "0123456789abcdef", second = "thirteen byte";
  TestArray views{.format = "vu",
                  .length = 5,
                  .buffers = {bits_of("11101"),
                              *view_of(12, "twelve bytes") + *view_of(13, "thir", 1, 0) + *view_of(0, "") +
                                  *view_of(7, "nothing") + *view_of(14, "2345", 0, 2),
                              first, second, buffer_of(16L, 13L)}};
  EXPECT_EQ(texts_of(views), (Row{"twelve bytes", "thirteen byte", "", "", "23456789abcdef"}));
  views.format = "vz";
  EXPECT_EQ(texts_of(views).back(), "23456789abcdef");
  const std::string outside = "the frame, column 'x': a text lies outside of its buffer";
  for (const Buffer& bad : {view_of(15, "2345", 0, 2), view_of(14, "2345", 2, 2), view_of(14, "2345", -1, 2),
                            view_of(14, "2345", 0, -1), view_of(-1, "")}) {
    views.length = 1;
    views.buffers[1] = bad;
    EXPECT_EQ(error_of(views), outside);
  }
  views.format = "vu";
  EXPECT_EQ(texts_of({.format = "vu", .length = 1, .buffers = {{}, view_of(1, "x"), {}}}), (Row{"x"}));
}

TEST(ArrowRows, ReadWholeNumbers) {
  using std::numeric_limits;
  EXPECT_EQ(texts_of(numbers("c", std::int8_t{-128}, std::int8_t{127})), (Row{"-128", "127"}));
  EXPECT_EQ(texts_of(numbers("C", std::uint8_t{255})), (Row{"255"}));
  EXPECT_EQ(texts_of(numbers("s", std::int16_t{-32768})), (Row{"-32768"}));
  EXPECT_EQ(texts_of(numbers("S", std::uint16_t{65535})), (Row{"65535"}));
  EXPECT_EQ(texts_of(numbers("i", numeric_limits<std::int32_t>::min())), (Row{"-2147483648"}));
  EXPECT_EQ(texts_of(numbers("I", numeric_limits<std::uint32_t>::max())), (Row{"4294967295"}));
  EXPECT_EQ(texts_of(numbers("l", numeric_limits<std::int64_t>::min())), (Row{"-9223372036854775808"}));
  EXPECT_EQ(texts_of(numbers("L", numeric_limits<std::uint64_t>::max())), (Row{"18446744073709551615"}));
  EXPECT_EQ(texts_of({.format = "b", .length = 3, .buffers = {{}, bits_of("101")}}), (Row{"true", "false", "true"}));
  EXPECT_EQ(texts_of({.format = "n", .length = 2}), (Row{"", ""}));
}

TEST(ArrowRows, ReadFloatsAsTheShortestText) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(texts_of(numbers("g", 3.0, -0.0, 0.1, 1e15, -2.5, 1e-5, std::nan(""), 1e300, 123456789.125, infinity)),
            (Row{"3", "0", "0.1", "1000000000000000", "-2.5", "0.00001", "", "1e+300", "123456789.125", "inf"}));
  EXPECT_EQ(texts_of(numbers("f", 0.1F, 16777216.0F, std::nanf(""))), (Row{"0.1", "16777216", ""}));
  for (const double number : {0.1 + 0.2, 5e-324, 1e22, 4503599627370497.5, 1.7976931348623157e308, 1e-7, 9.5e-8}) {
    const std::string text = texts_of(numbers("g", number))[0];
    double back = 0;
    EXPECT_EQ(std::from_chars(text.data(), text.data() + text.size(), back).ptr, text.data() + text.size()) << text;
    EXPECT_EQ(back, number);
  }
}

TEST(ArrowRows, ReadDecimals) {
  const auto decimals = [](std::string format, std::int64_t low, std::int64_t high) {
    return texts_of({.format = std::move(format), .length = 1, .buffers = {{}, buffer_of(low, high)}})[0];
  };
  EXPECT_EQ(decimals("d:10,2", 1250, 0), "12.50");
  EXPECT_EQ(decimals("d:10,2", -5, -1), "-0.05");
  EXPECT_EQ(decimals("d:38,0", 0, 0), "0");
  EXPECT_EQ(decimals("d:38,0,128", 0, 1), "18446744073709551616");
  EXPECT_EQ(decimals("d:38,38", 1, 0), "0.00000000000000000000000000000000000001");
  EXPECT_EQ(decimals("d:38,0", 0, std::numeric_limits<std::int64_t>::min()),
            "-170141183460469231731687303715884105728");
  for (const char* format : {"d:40,2,256", "d:10,-2", "d:10", "d:", "d:10,39"}) {
    EXPECT_NE(error_of({.format = format, .length = 1, .buffers = {{}, buffer_of(0L, 0L)}}).find("cannot be read"),
              std::string::npos)
        << format;
  }
}

TEST(ArrowRows, ReadDatesAndTimes) {
  EXPECT_EQ(texts_of(numbers("tdD", 0, -1, 19'723, -719'528, 2'932'896)),
            (Row{"1970-01-01", "1969-12-31", "2024-01-01", "0000-01-01", "9999-12-31"}));
  EXPECT_EQ(texts_of(numbers("tdm", -1L, 86'400'000L)), (Row{"1969-12-31", "1970-01-02"}));
  const std::int64_t moment = 1'704'096'489;  // 2024-01-01 08:08:09
  EXPECT_EQ(texts_of(numbers("tss:", moment, std::int64_t{-1})), (Row{"2024-01-01 08:08:09", "1969-12-31 23:59:59"}));
  EXPECT_EQ(texts_of(numbers("tsm:", moment * 1'000, moment * 1'000 + 50)),
            (Row{"2024-01-01 08:08:09", "2024-01-01 08:08:09.050"}));
  EXPECT_EQ(texts_of(numbers("tsu:Europe/Paris", moment * 1'000'000 + 1, std::int64_t{-1})),
            (Row{"2024-01-01 08:08:09.000001Z", "1969-12-31 23:59:59.999999Z"}));
  EXPECT_EQ(texts_of(numbers("tsn:UTC", moment * 1'000'000'000, std::int64_t{1})),
            (Row{"2024-01-01 08:08:09Z", "1970-01-01 00:00:00.000000001Z"}));
  EXPECT_EQ(texts_of(numbers("tts", 8 * 3600 + 8 * 60)), (Row{"08:08:00"}));
  EXPECT_EQ(texts_of(numbers("ttm", 500)), (Row{"00:00:00.500"}));
  EXPECT_EQ(texts_of(numbers("ttu", 86'399'000'000L)), (Row{"23:59:59"}));
  EXPECT_EQ(texts_of(numbers("ttn", 1L, -1L)), (Row{"00:00:00.000000001", "-1"}));
}

// Whatever the number is, there is a text; outside of the calendar it is one that no format reads.
TEST(ArrowRows, WriteTimesOutsideOfTheCalendarAsNoTime) {
  const std::int64_t least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();
  for (const char* format : {"tss:", "tsm:UTC", "tsu:", "tsn:", "tdm", "ttu", "ttn"}) {
    for (const std::string& text : texts_of(numbers(format, least, most))) EXPECT_FALSE(text.empty());
  }
  const TimeFormat iso("%F[ %H:%M[:%S]]");
  for (const std::string& text : texts_of(numbers("tss:", least, most, std::int64_t{2'932'897} * 86'400))) {
    EXPECT_FALSE(iso.parse(text)) << text;
  }
  EXPECT_TRUE(iso.parse(texts_of(numbers("tsn:", std::int64_t{1'700'000'000'123'456'789}))[0]));
}

TEST(ArrowRows, ReadCategoriesByAnyIndex) {
  const auto values = std::make_shared<TestArray>(text_array({"north", std::nullopt, "south"}));
  const auto categories = [&](std::string format, const Buffer& indices) {
    return texts_of({.format = std::move(format),
                     .length = 4,
                     .buffers = {bits_of("1101"), indices},
                     .offset = 0,
                     .null_count = 1,
                     .name = {},
                     .children = {},
                     .dictionary = values});
  };
  const Row expected{"south", "north", "", ""};
  const auto indices = [](auto zero) {
    using Index = decltype(zero);
    return buffer_of(Index{2}, Index{0}, Index{99}, Index{1});
  };
  EXPECT_EQ(categories("c", indices(std::int8_t())), expected);
  EXPECT_EQ(categories("C", indices(std::uint8_t())), expected);
  EXPECT_EQ(categories("s", indices(std::int16_t())), expected);
  EXPECT_EQ(categories("S", indices(std::uint16_t())), expected);
  EXPECT_EQ(categories("i", indices(std::int32_t())), expected);
  EXPECT_EQ(categories("I", indices(std::uint32_t())), expected);
  EXPECT_EQ(categories("l", indices(std::int64_t())), expected);
  EXPECT_EQ(categories("L", indices(std::uint64_t())), expected);
  const auto with_index = [&](auto index) {
    return input_error([&] { categories("l", buffer_of(index, 0L, 0L, 0L)); });
  };
  EXPECT_EQ(with_index(3L), "the frame, column 'x': value 3 is asked for, and the dictionary has 3");
  EXPECT_EQ(with_index(-1L), "the frame, column 'x': value -1 is asked for, and the dictionary has 3");
  EXPECT_NE(input_error([&] { categories("g", buffer_of(0.0, 0.0, 0.0, 0.0)); }).find("not numbered by 'g'"),
            std::string::npos);
}

TEST(ArrowRows, KeepTheOffsetsOfSlices) {
  TestArray texts = text_array({"a", "b", std::nullopt, "d", "e"});
  texts.offset = 1;
  texts.length = 4;
  EXPECT_EQ(texts_of(texts), (Row{"b", "", "d", "e"}));
  TestArray truths{
      .format = "b", .length = 9, .buffers = {bits_of("000000000111111111"), bits_of("010101010101010101")}};
  truths.offset = 8;
  EXPECT_EQ(texts_of(truths), (Row{"", "true", "false", "true", "false", "true", "false", "true", "false"}));

  TestArray days = numbers("tdD", 0, 1, 2, 3, 4);
  days.offset = 1;
  days.length = 4;
  TestArray table = table_of({named("t", texts), named("d", days)});
  table.offset = 1;  // of the table as well: its columns go on from their own
  table.length = 2;
  TestStream stream(table);
  EXPECT_EQ(all(*rows_of(stream)), (Rows{{"", "1970-01-03"}, {"d", "1970-01-04"}}));

  table.buffers = {bits_of("001")};
  table.null_count = 1;
  TestStream with_null_row(table);
  EXPECT_EQ(all(*rows_of(with_null_row)), (Rows{{"", ""}, {"d", "1970-01-04"}}));
}

TEST(ArrowRows, TellNullsByTheBitmapOnly) {
  TestArray array = numbers("i", 1, 2, 3);
  array.buffers[0] = bits_of("101");
  EXPECT_EQ(texts_of(array), (Row{"1", "", "3"}));
  array.null_count = 0;  // there are none, says the producer
  EXPECT_EQ(texts_of(array), (Row{"1", "2", "3"}));
}

TEST(ArrowRows, GoOnOverBatches) {
  const TestArray table = table_of({named("x", text_array({"a"}))});
  TestStream stream(table,
                    {table_of({text_array({"a", "b"})}), table_of({text_array({})}), table_of({text_array({"c"})})});
  const auto rows = rows_of(stream);
  EXPECT_EQ(all(*rows), (Rows{{"a"}, {"b"}, {"c"}}));
  EXPECT_EQ(rows->where(), "the frame, row 3");
  TestStream none(table, {});
  EXPECT_FALSE(rows_of(none)->next());
}

TEST(ArrowRows, AreReleasedOnce) {
  const TestArray table = table_of({named("x", text_array({"a", "b"}))});
  for (const int rows_read : {0, 1, 2, 3, 5, 6}) {
    TestStream stream(table, {table, table, table});
    {
      const auto rows = rows_of(stream);
      for (int i = 0; i < rows_read; ++i) ASSERT_TRUE(rows->next());
      EXPECT_EQ(stream.stream_releases(), 0);
      EXPECT_LE(stream.handed() - stream.released(), 1) << "one batch at a time";
    }
    EXPECT_EQ(stream.stream_releases(), 1);
    EXPECT_EQ(stream.handed(), stream.released());
  }
}

TEST(ArrowRows, AreReleasedOnceWhenTheyAreRefused) {
  const auto refuse = [](const TestArray& table, std::optional<std::size_t> fails_at = {}) {
    TestStream stream(table);
    if (fails_at) stream.fail_after(*fails_at, "the disk is gone");
    const std::string message = input_error([&] { all(*rows_of(stream)); });
    EXPECT_EQ(stream.stream_releases(), 1) << message;
    EXPECT_EQ(stream.handed(), stream.released()) << message;
    return message;
  };
  EXPECT_EQ(refuse(text_array({"a"})), "the frame is a single column, not a table");
  const TestArray table = table_of({named("x", text_array({"a"}))});
  EXPECT_EQ(refuse(table, 0), "the frame cannot be read: the disk is gone");
  EXPECT_EQ(refuse(table, 1), "the frame cannot be read beyond row 1: the disk is gone");
  TestArray longer = table;
  longer.length = 2;
  EXPECT_EQ(refuse(longer), "the frame, column 'x': the array has 1 elements from 0 on, and 2 from 0 on are asked for");
}

TEST(ArrowRows, RefuseAStreamThatIsOver) {
  ArrowArrayStream nothing = {};
  EXPECT_EQ(input_error([&] { arrow_rows(nothing); }), "the frame was read or released before");
}

TEST(ArrowRows, NameColumnAndTypeThatHaveNoText) {
  const auto with_format = [](std::string format) { return error_of({.format = std::move(format)}); };
  EXPECT_EQ(with_format("+l"), "the frame, column 'x': lists cannot be read as text");
  EXPECT_EQ(with_format("+w:3"), "the frame, column 'x': lists cannot be read as text");
  EXPECT_EQ(with_format("+s"), "the frame, column 'x': structures cannot be read as text");
  EXPECT_EQ(with_format("+m"), "the frame, column 'x': maps cannot be read as text");
  EXPECT_EQ(with_format("+ud:0,1"), "the frame, column 'x': unions cannot be read as text");
  EXPECT_EQ(with_format("tDm"), "the frame, column 'x': durations cannot be read as text");
  EXPECT_EQ(with_format("tiM"), "the frame, column 'x': intervals of time cannot be read as text");
  EXPECT_EQ(with_format("w:16"), "the frame, column 'x': bytes of a fixed size cannot be read as text");
  for (const char* format : {"", "?", "ts", "tsx:", "tsn", "tt", "ttx", "tdX", "t", "uu"}) {
    EXPECT_NE(with_format(format).find("the frame, column 'x': columns of the Arrow type '"), std::string::npos)
        << format;
  }
}

TEST(ArrowRows, RefuseLengthsThatContradictEachOther) {
  const auto bad = [](std::int64_t length, std::int64_t offset) {
    TestArray array = numbers("i", 1, 2);
    TestArray table = table_of({named("x", array)});
    table.children[0].length = length;
    table.children[0].offset = offset;
    TestStream stream(table);
    return error_code([&] { all(*rows_of(stream)); });
  };
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(bad(1, 0), ErrorCode::bad_input);
  EXPECT_EQ(bad(-1, 0), ErrorCode::bad_input);
  EXPECT_EQ(bad(2, -1), ErrorCode::bad_input);
  EXPECT_EQ(bad(2, most), ErrorCode::bad_input);
  EXPECT_EQ(bad(most, 0), ErrorCode::bad_input);
  EXPECT_EQ(error_of({.format = "i", .length = 1, .buffers = {{}}}), "the frame, column 'x': the array has 1 buffers");
  EXPECT_EQ(error_of({.format = "i", .length = 1, .buffers = {{}, {}}}),
            "the frame, column 'x': the array has no elements");
  EXPECT_EQ(error_of({.format = "u", .length = 1, .buffers = {{}, buffer_of(1, 0), "a"}}),
            "the frame, column 'x': the offsets of the texts are not in order");
  const TestArray table = table_of({named("x", text_array({"a"}))});
  TestStream fewer(table, {table_of({})});
  EXPECT_NE(input_error([&] { all(*rows_of(fewer)); }).find("the frame has 1 columns"), std::string::npos);
}

TEST(ArrowRows, StopWhenAsked) {
  StopSource source;
  TestStream from(table_of({named("x", text_array({"a"}))}));
  ArrowArrayStream stream = from.stream();
  const auto rows = arrow_rows(stream, "the frame", source.token());
  source.ask();
  EXPECT_EQ(error_code([&] { rows->next(); }), ErrorCode::cancelled);
}

}  // namespace
}  // namespace sourdine
