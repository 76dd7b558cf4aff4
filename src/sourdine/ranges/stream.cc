#include "sourdine/ranges/stream.h"

#include <fmt/format.h>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/base/nothing_stops.h"
#include "sourdine/base/text.h"
#include "sourdine/events/named_rows.h"
#include "sourdine/events/row_source.h"
#include "sourdine/range/stream_file.h"
#include "sourdine/ranges/publication.h"
#include "sourdine/ranges/statement.h"

namespace sourdine {
namespace {

void add_count(std::string_view text, const std::string& where, StreamCounts& into) {
  const auto count = parse_count(trimmed(text));
  if (!count) {
    fail_input(fmt::format("{}: '{}' is not a whole number of at least 0", where, shown(text)),
               "Every step needs its count, 0 included: one per line, or in the column that --counts names.");
  }
  into.counts.push_back(*count);
  into.rows.records += *count;
}

StreamCounts read_lines_in_order(const std::string& path) {
  if (is_named_rows(path)) {
    fail_input("which column of the frame has the counts is not said", "Name it by --counts, or count rows by --time.");
  }
  InputFile file(path);
  StreamCounts read;
  for (LineReader lines(file); lines.next();) {
    add_count(lines.text(), fmt::format("{}, line {}", lines.name(), lines.line()), read);
  }
  return read;
}

StreamCounts read_rows_in_order(const RangeRows& rows) {
  const auto source = open_rows(rows.source, rows.query);
  const std::size_t column = find_column(*source, rows.counts);
  StreamCounts read;
  while (source->next()) {
    add_count(source->row()[column], fmt::format("{}, column '{}'", source->where(), rows.counts), read);
  }
  return read;
}

StreamCounts read_dated_rows(const RangeRows& rows, const StreamCounter& stream) {
  const auto steps = OrderedDomain::from_json(stream.domain(), stream.size() + 1);  // so far, and the next one
  const std::string next = steps.label(stream.size());
  if (steps.timeline() == nullptr) {
    fail_input("the steps of this stream are numbers, and have no dates",
               "Leave --time out, or begin a stream with --start.");
  }
  if (rows.to.empty()) {
    fail_input(
        "the last period to append is missing: how many steps a stream has is public, and must not depend on the data",
        fmt::format("Give --to; the next step is {}.", next));
  }
  const auto last = OrderedDomain::date_item(rows.to);
  if (last && last->end <= OrderedDomain::date_item(next)->begin) {
    fail_input(fmt::format("the stream has all steps up to {} already", rows.to),
               fmt::format("The next step is {}; what was counted once is not counted again.", next));
  }
  RangeRows dated = rows;
  dated.period = steps.timeline()->period();
  dated.from = next;
  RangeCounts read = read_range_counts(dated);
  return {std::move(read.counts), read.rows};
}

}  // namespace

std::string stream_domain(const std::optional<Period>& period, const std::string& start) {
  if (!period) return OrderedDomain(OrderedDomain::Numbers{1, 1, 1}, false).to_json(false);
  const auto item = OrderedDomain::date_item(start);
  if (!item) {
    fail_input(fmt::format("the first step must be a date, not '{}'", shown(start)),
               "Write 2014, 2014-03, 2014-W09, 2014-03-01 or 2014-03-01T13.");
  }
  const std::chrono::local_seconds first{std::chrono::seconds(item->begin)};
  return OrderedDomain(Timeline(*period, first, first), false).to_json(false);
}

std::string step_label(const StreamCounter& stream, std::uint64_t step) {
  return OrderedDomain::from_json(stream.domain(), step + 1).label(step);
}

Payment begin_stream(const StreamCounter& stream, const std::string& path, const Head& head, const StopToken& stop) {
  if (path == "-") fail_input("a stream needs a file that it can go on in", "Give it the name of a file.");
  require_range_ledger(head, path);
  Payment payment(range_spendings(head, terms_of(stream), path, std::string(stream.kind())));
  payment.ask(stop);
  create_stream_file(path, [&] {
    AtomicFile file(path, StopToken::never());  // what cannot be written fails here
    payment.reserve(stop);
    const NothingStops paid_for;
    stream.write(file);
    file.commit();
    payment.commit();
  });
  return payment;
}

StreamCounts read_stream_counts(const RangeRows& rows, const StreamCounter& stream,
                                const std::optional<std::uint64_t>& after) {
  if (after && *after != stream.size()) {
    fail_input(fmt::format("the stream has seen {} steps, not {}", stream.size(), *after),
               "Were these counts appended before? Nothing was changed.");
  }
  if (rows.column.empty() && (!rows.to.empty() || rows.time_format != "auto" || rows.on_bad_row == OnBadRow::skip)) {
    fail_input("--to, --time-format and --on-bad-row are for rows with dates", "Name their column by --time.");
  }
  StreamCounts read = !rows.column.empty()  ? read_dated_rows(rows, stream)
                      : rows.counts.empty() ? read_lines_in_order(rows.source)
                                            : read_rows_in_order(rows);
  if (read.counts.empty()) fail_input("there is no count to append", "A step without records has the count 0.");
  return read;
}

}  // namespace sourdine
