// Arrow columns: any elements of any type, sliced anywhere, are read without harm; a null is empty, numbers and times
// read back, and whatever was handed over is released once. What the interface believes (pointers, sizes of buffers) is
// right; lengths, offsets, indices and views are any.
#include <charconv>
#include <chrono>

#include "check.h"
#include "events/arrow_table.h"
#include "sourdine/base/error.h"
#include "sourdine/events/arrow_rows.h"
#include "sourdine/events/time_format.h"

namespace {

using namespace sourdine;
using fuzz::check;
using sourdine::testing::TestArray;
using sourdine::testing::TestStream;

struct Type {
  const char* format;
  std::size_t bits;  // of an element
};
constexpr Type types[] = {{"b", 1},     {"c", 8},        {"C", 8},     {"s", 16},    {"S", 16},   {"i", 32},
                          {"I", 32},    {"l", 64},       {"L", 64},    {"f", 32},    {"g", 64},   {"d:38,9", 128},
                          {"tdD", 32},  {"tdm", 64},     {"tts", 32},  {"ttm", 32},  {"ttu", 64}, {"ttn", 64},
                          {"tss:", 64}, {"tsm:UTC", 64}, {"tsu:", 64}, {"tsn:", 64}, {"vu", 128}, {"?", 8}};

template <class Number>
void check_number(std::string_view text, const char* element) {
  Number number, back = {};
  std::memcpy(&number, element, sizeof number);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), back);
  check(error == std::errc() && end == text.data() + text.size() && back == number, "a number reads back");
}

void check_seconds(std::string_view text, const char* element) {
  static const TimeFormat iso("%F %T");
  std::int64_t seconds = 0;
  std::memcpy(&seconds, element, sizeof seconds);
  const bool is_in_calendar = seconds >= -719'528LL * 86'400 && seconds < 2'932'897LL * 86'400;
  const auto time = iso.parse(text);
  if (is_in_calendar && seconds >= 0) {
    check(time && time->time_since_epoch().count() == seconds, "a time reads back");
  }
  check(is_in_calendar || !time, "what is outside of the calendar is no time");
}

void check_text(const Type& type, std::string_view text, const char* element) {
  const std::string_view format = type.format;
  if (format == "l") check_number<std::int64_t>(text, element);
  if (format == "L") check_number<std::uint64_t>(text, element);
  if (format == "s") check_number<std::int16_t>(text, element);
  if (format == "tss:") check_seconds(text, element);
  double number = 0;
  if (format == "g") std::memcpy(&number, element, sizeof number);
  if (format == "g" && number == number) check_number<double>(text, element);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t head = 8;
  if (size < head) return 0;
  const Type& type = types[data[0] % std::size(types)];
  const std::string bytes(reinterpret_cast<const char*>(data) + head, size - head);
  const auto elements = static_cast<std::int64_t>(bytes.size() * 8 / type.bits);
  const std::int64_t offset = elements == 0 ? 0 : data[1] % (elements + 1);
  const std::int64_t rows = elements - offset;
  std::string validity(static_cast<std::size_t>(elements) / 8 + 1, static_cast<char>(data[2]));
  TestArray column{.format = type.format,
                   .length = rows,
                   .buffers = {validity, bytes},
                   .offset = offset,
                   .null_count = -1,
                   .name = "x"};
  if (column.format == "vu") {  // two buffers of texts, and their sizes
    column.buffers.insert(column.buffers.end(), {bytes, std::string("a text of twenty bytes"),
                                                 testing::buffer_of(static_cast<std::int64_t>(bytes.size()), 22L)});
  }
  if ((data[3] & 1) != 0 && type.bits <= 64 && data[0] % std::size(types) < 9) {
    column.dictionary = std::make_shared<TestArray>(testing::text_array({"a", std::nullopt, "c"}));
  }
  TestArray table = testing::table_of({column});
  if ((data[3] & 2) != 0) table.length += static_cast<std::int8_t>(data[4]);
  TestStream from(table);
  ArrowArrayStream stream = from.stream();
  try {
    const auto source = arrow_rows(stream);
    std::int64_t count = 0;
    for (; source->next(); ++count) {
      const std::string_view text = source->row()[0];
      const std::int64_t at = offset + count;
      const bool is_null = ((data[2] >> (at % 8)) & 1) == 0;
      check(!is_null || text.empty(), "a null is empty");
      if (!is_null && !column.dictionary && type.bits >= 8) {
        check_text(type, text, bytes.data() + at * static_cast<std::int64_t>(type.bits) / 8);
      }
    }
    check(count == table.length && count <= rows, "every row is read");
  } catch (const Error& error) {
    check(error.code() == ErrorCode::bad_input, "what is wrong is the input");
  }
  check(stream.release == nullptr && from.stream_releases() == 1 && from.handed() == from.released(),
        "what was handed over is released once");
  return 0;
}
