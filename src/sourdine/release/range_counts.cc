#include "sourdine/release/range_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>

#include "sourdine/base/error.h"
#include "sourdine/events/message_text.h"
#include "sourdine/events/time_column.h"
#include "sourdine/range/central_tree.h"

namespace sourdine {
namespace {

// More than anybody asks for; a mistyped number would fill the memory.
constexpr std::uint64_t most_values = std::uint64_t{1} << 24;

// Values as consecutive numbers: those of the calendar's periods, or the whole numbers themselves.
struct Bounds {
  std::optional<std::int64_t> first, last;
};

std::optional<std::int64_t> bound_of(const RangeRows& rows, const std::string& text, std::string_view option,
                                     bool is_last) {
  if (text.empty()) return std::nullopt;
  const auto item = rows.period ? OrderedDomain::date_item(text) : OrderedDomain::number_item(text);
  if (!item) {
    fail_input(fmt::format("{} must be a {}, not '{}'", option, rows.period ? "date" : "whole number", shown(text)),
               rows.period ? "Write 2014, 2014-03, 2014-W09, 2014-03-01 or 2014-03-01T13." : "");
  }
  const std::int64_t point = is_last ? item->end - 1 : item->begin;
  if (!rows.period) return point;
  return period_number(*rows.period, std::chrono::local_seconds(std::chrono::seconds(point)));
}

// Reads one row after the other into (value, records).
class Reader {
 public:
  explicit Reader(const RangeRows& rows) : rows_(rows), source_(open_rows(rows.source, rows.query, options_of(rows))) {
    column_ = find_column(*source_, rows.column);
    if (!rows.counts.empty()) counts_column_ = find_column(*source_, rows.counts);
    if (rows.period) {
      time_format_ = rows.time_format == "auto" ? guess_time_format(source_, column_) : TimeFormat(rows.time_format);
    }
  }

  bool next(std::int64_t& value, std::uint64_t& records) {
    while (source_->next()) {
      try {
        value = value_of(source_->row()[column_]);
        records = counts_column_ ? records_of(source_->row()[*counts_column_]) : 1;
        return true;
      } catch (const Error&) {
        if (rows_.on_bad_row == OnBadRow::stop) throw;
        ++bad_;
      }
    }
    return false;
  }

  std::uint64_t skipped() const { return bad_ + source_->skipped(); }
  const std::string& name() const { return source_->name(); }

 private:
  static RowOptions options_of(const RangeRows& rows) {
    RowOptions options;
    options.on_bad_row = rows.on_bad_row;
    return options;
  }

  std::int64_t value_of(std::string_view text) const {
    if (time_format_) {
      const auto time = time_format_->parse(text);
      if (!time) fail(column_, time_format_->why_not(text), time_format_->hint(text));
      return period_number(*rows_.period, *time);
    }
    const auto item = OrderedDomain::number_item(trimmed(text));
    if (!item)
      fail(column_, fmt::format("'{}' is not a whole number of at most 15 digits", shown(text)), correct_or_skip);
    return item->begin;
  }

  std::uint64_t records_of(std::string_view text) const {
    const std::string_view number = trimmed(text);
    double count = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), count);
    const bool is_number = error == std::errc() && end == number.data() + number.size();
    if (!is_number || !(count >= 0) || count > static_cast<double>(max_total) || std::floor(count) != count) {
      fail(*counts_column_, fmt::format("the count '{}' is not a whole number of at least 0", shown(text)),
           correct_or_skip);
    }
    return static_cast<std::uint64_t>(count);
  }

  [[noreturn]] void fail(std::size_t column, const std::string& why, const std::string& hint) const {
    fail_input(fmt::format("{}, column '{}': {}", source_->where(), source_->columns()[column], why), hint);
  }

  const RangeRows& rows_;
  std::unique_ptr<RowSource> source_;
  std::size_t column_ = 0;
  std::optional<std::size_t> counts_column_;
  std::optional<TimeFormat> time_format_;
  std::uint64_t bad_ = 0;
};

OrderedDomain domain_of(const RangeRows& rows, std::int64_t first, std::int64_t last, const Bounds& given) {
  const bool is_from_data = !given.first || !given.last;
  if (rows.period) {
    return {Timeline(*rows.period, period_start(*rows.period, first), period_start(*rows.period, last)), is_from_data};
  }
  if (rows.bin == 0) fail_input("a bin must be at least 1 wide");
  const auto bin = static_cast<std::int64_t>(std::min<std::uint64_t>(rows.bin, OrderedDomain::Numbers::largest));
  if (!given.first) first -= ((first % bin) + bin) % bin;
  if (!given.last && last >= first) last += bin - 1 - (last - first) % bin;
  const OrderedDomain domain({first, last, rows.bin}, is_from_data);
  if (domain.size() > most_values) {
    fail_input(fmt::format("the domain is too large: {}, more than {}", domain.describe(), most_values),
               "Give the bounds that you need by --from and --to, or wider bins by --bin.");
  }
  return domain;
}

}  // namespace

RangeCounts read_range_counts(const RangeRows& rows) {
  const Bounds given{bound_of(rows, rows.from, "--from", false), bound_of(rows, rows.to, "--to", true)};
  if (given.first && given.last && *given.last < *given.first) {
    fail_input(fmt::format("the domain from '{}' to '{}' ends before it begins", rows.from, rows.to));
  }
  if (given.first && given.last) domain_of(rows, *given.first, *given.last, given);  // what cannot be, before any work

  Reader reader(rows);
  std::unordered_map<std::int64_t, std::uint64_t> found;
  std::uint64_t records = 0, outside = 0, added = 0;
  std::int64_t value = 0;
  while (reader.next(value, added)) {
    if ((given.first && value < *given.first) || (given.last && value > *given.last)) {
      outside += added;
      continue;
    }
    found[value] += added;
    records += added;
    if (records > max_total) fail_input(fmt::format("{} has more than 2^52 records", reader.name()));
  }
  if (found.empty() && !(given.first && given.last)) {
    fail_input(fmt::format("there are no rows to count in {}", reader.name()),
               "Is it the right source? With both --from and --to an empty table is as good as any.");
  }
  const auto [least, greatest] = std::minmax_element(found.begin(), found.end());
  const std::int64_t first = given.first ? *given.first : least->first;
  const std::int64_t last = given.last ? *given.last : greatest->first;
  RangeCounts result{domain_of(rows, first, last, given), {}, records, outside, reader.skipped()};
  const auto* numbers = result.domain.numbers();
  result.counts.resize(result.domain.size());
  for (const auto& [number, count] : found) {
    const auto place = static_cast<std::uint64_t>(number - (numbers != nullptr ? numbers->from : first));
    result.counts[place / (numbers != nullptr ? numbers->bin : 1)] += count;
  }
  return result;
}

}  // namespace sourdine
