// Events: any bytes are read as a table of events without harm. With bad rows skipped, reading never fails after the
// format of the times is known, gives at least the events that reading strictly gave, and accounts for every row; every
// time has labels that read back; a folded name stays as it is when folded again.
#include "check.h"
#include "sourdine/base/calendar.h"
#include "sourdine/base/error.h"
#include "sourdine/base/fold_name.h"
#include "sourdine/events/compressed_input.h"
#include "sourdine/events/event_reader.h"

namespace {

using namespace sourdine;
using fuzz::check;

constexpr std::string_view formats[] = {"auto", "%d/%m/%Y[ %H:%M]", "%Y%m%d %I%M%S%p", "%y-%m-%dT%T"};

void check_labels(std::chrono::local_seconds time) {
  for (const Period period : all_periods()) {
    const auto back = parse_label(period_label(period, time));
    check(back && back->first == period && back->second == period_start(period, period_number(period, time)),
          "a label reads back");
  }
}

EventReader open(std::string_view text, std::string_view format, OnBadRow on_bad_row) {
  return {csv_rows(std::make_unique<InputBytes>("fuzz", text),
                   {.on_bad_row = on_bad_row, .max_row_bytes = 256, .block_bytes = 64}),
          {.time_column = "t", .place_column = "p", .time_format = std::string(format), .on_bad_row = on_bad_row},
          Places::of_regions({"A", "B"}, {.other = OtherPlaces::own_region, .drop = {"C"}})};
}

// All events at once, or an error: as one by one.
void check_blocks(std::string_view text, std::string_view format, OnBadRow on_bad_row,
                  const std::vector<Event>& one_by_one, bool is_whole) {
  std::vector<Event> events;
  try {
    open(text, format, on_bad_row)
        .read_all(
            {},
            [&](const EventBatch& batch) { events.insert(events.end(), batch.events().begin(), batch.events().end()); },
            2);
    check(is_whole && events == one_by_one, "blocks hold the same events");
  } catch (const Error&) {
    check(!is_whole, "blocks hold no error of their own");
  }
}

// The events read before an error, if there is one.
std::vector<Event> read(std::string_view text, std::string_view format, OnBadRow on_bad_row, bool& is_whole) {
  std::vector<Event> events;
  is_whole = false;
  try {
    EventReader reader = open(text, format, on_bad_row);
    for (Event event{}; reader.next(event);) {
      check(event.region < 3, "a region is one of the domain");
      check_labels(event.time);
      const std::string key = fold_name(reader.row()[reader.place_column()]);
      check(fold_name(key) == key, "folding a key gives the key");
      events.push_back(event);
    }
    const EventCounts counts = reader.counts();
    check(counts.used == events.size() && counts.read == counts.used + counts.dropped + counts.skipped,
          "every row is accounted for");
    is_whole = true;
  } catch (const Error&) {
  }
  return events;
}

// A format longer than any shape is read step by step, and must give what eight bytes at once give.
void check_times(std::string_view text) {
  static const std::string pad(40, '|');
  static const TimeFormat whole("%Y-%m-%d %H:%M:%S"), padded(whole.format() + pad);
  if (text.starts_with(' ') || text.starts_with('\t') || text.ends_with(' ') || text.ends_with('\t')) return;
  check(whole.parse(text) == padded.parse(std::string(text) + pad), "both ways of reading a time agree");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view format = formats[data[0] % std::size(formats)];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (find_compression(text) != Compression::none) return 0;  // that can fail anywhere; compressed.cc has it
  bool is_whole = false;
  const std::vector<Event> strict = read(text, format, OnBadRow::stop, is_whole);
  bool is_skipping_whole = false;
  const std::vector<Event> skipping = read(text, format, OnBadRow::skip, is_skipping_whole);
  check(is_skipping_whole || strict.empty(), "with bad rows skipped, only the header and the format can fail");
  check(skipping.size() >= strict.size() && std::equal(strict.begin(), strict.end(), skipping.begin()),
        "skipping gives the events that come before the first bad row");
  check_blocks(text, format, OnBadRow::stop, strict, is_whole);
  check_blocks(text, format, OnBadRow::skip, skipping, is_skipping_whole);
  check_times(text);
  return 0;
}
