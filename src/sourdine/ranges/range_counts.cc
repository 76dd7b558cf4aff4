#include "sourdine/ranges/range_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <span>
#include <unordered_map>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/events/message_text.h"
#include "sourdine/events/time_column.h"
#include "sourdine/range/central_tree.h"
#include "sourdine/range/decimal_number.h"

namespace sourdine {
namespace {

// More than anybody asks for; a mistyped number would fill the memory.
constexpr std::uint64_t max_values = std::uint64_t{1} << 24;

// Values as consecutive numbers: those of the calendar's periods, or the whole numbers themselves.
struct Bounds {
  std::optional<std::int64_t> first, last;
};

std::optional<std::int64_t> parse_bound(const RangeRows& rows, const std::string& text, std::string_view option,
                                        bool is_last) {
  if (text.empty()) return std::nullopt;
  const auto item = rows.period ? OrderedDomain::date_item(text) : OrderedDomain::number_item(text, rows.decimals);
  if (!item) {
    const std::string kind = rows.period         ? "date"
                             : rows.decimals > 0 ? fmt::format("number with at most {} decimals", rows.decimals)
                                                 : "whole number";
    fail_input(fmt::format("{} must be a {}, not '{}'", option, kind, shown(text)),
               rows.period ? "Write 2014, 2014-03, 2014-W09, 2014-03-01 or 2014-03-01T13." : "");
  }
  const std::int64_t point = is_last ? item->end - 1 : item->begin;
  if (!rows.period) return point;
  return period_number(*rows.period, std::chrono::local_seconds(std::chrono::seconds(point)));
}

// One row after the other.
class Reader {
 public:
  explicit Reader(const RangeRows& rows)
      : rows_(rows), source_(open_rows(rows.source, rows.query, {.on_bad_row = rows.on_bad_row})) {
    column_ = find_column(*source_, rows.column);
    if (!rows.counts.empty()) counts_column_ = find_column(*source_, rows.counts);
    if (!rows.place.empty()) place_column_ = find_column(*source_, rows.place);
    if (rows.period) {
      time_format_ = rows.time_format == "auto" ? guess_time_format(source_, column_) : TimeFormat(rows.time_format);
    }
  }

  struct Row {
    std::int64_t value = 0;
    std::uint64_t records = 1;
    std::string_view place = {};  // valid until next()
  };

  bool next(Row& row) {
    while (source_->next()) {
      try {
        const auto fields = source_->row();
        row.value = parse_value(fields[column_]);
        if (counts_column_) row.records = parse_records(fields[*counts_column_]);
        if (place_column_) row.place = parse_place(fields[*place_column_]);
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
  std::int64_t parse_value(std::string_view text) const {
    if (time_format_) {
      const auto time = time_format_->parse(text);
      if (!time) fail(column_, time_format_->why_not(text), time_format_->hint(text));
      return period_number(*rows_.period, *time);
    }
    if (rows_.decimals > 0) {
      const auto steps = parse_decimal(trimmed(text), rows_.decimals);
      if (!steps) fail(column_, fmt::format("'{}' is not a decimal number", shown(text)), correct_or_skip);
      return steps->steps;
    }
    const auto item = OrderedDomain::number_item(trimmed(text));
    if (!item) {
      const bool is_decimal = parse_decimal(trimmed(text), max_decimals).has_value();
      fail(column_, fmt::format("'{}' is not a whole number of at most 15 digits", shown(text)),
           is_decimal ? "Numbers with decimals are counted in bins of a width: --bin 0.5" : correct_or_skip);
    }
    return item->begin;
  }

  std::uint64_t parse_records(std::string_view text) const {
    const auto count = parse_count(trimmed(text));
    if (!count) {
      fail(*counts_column_, fmt::format("the count '{}' is not a whole number of at least 0", shown(text)),
           correct_or_skip);
    }
    return *count;
  }

  std::string_view parse_place(std::string_view text) const {
    const std::string_view place = trimmed(text);
    if (place.empty()) fail(*place_column_, "the place is empty", correct_or_skip);
    return place;
  }

  [[noreturn]] void fail(std::size_t column, const std::string& why, const std::string& hint) const {
    fail_input(fmt::format("{}, column '{}': {}", source_->where(), source_->columns()[column], why), hint);
  }

  const RangeRows& rows_;
  std::unique_ptr<RowSource> source_;
  std::size_t column_ = 0;
  std::optional<std::size_t> counts_column_, place_column_;
  std::optional<TimeFormat> time_format_;
  std::uint64_t bad_ = 0;
};

OrderedDomain make_domain(const RangeRows& rows, std::int64_t first, std::int64_t last, const Bounds& given) {
  const bool is_from_data = !given.first || !given.last;
  if (rows.period) {
    return {Timeline(*rows.period, period_start(*rows.period, first), period_start(*rows.period, last)), is_from_data};
  }
  if (rows.bin == 0) fail_input("a bin must be at least 1 wide");
  const auto bin = static_cast<std::int64_t>(std::min<std::uint64_t>(rows.bin, OrderedDomain::Numbers::largest));
  if (!given.first) first -= ((first % bin) + bin) % bin;
  if (!given.last && last >= first) last += bin - 1 - (last - first) % bin;
  const OrderedDomain domain({first, last, rows.bin, rows.decimals}, is_from_data);
  if (domain.size() > max_values) {
    fail_input(fmt::format("the domain is too large: {}, more than {}", domain.describe(), max_values),
               "Give the bounds that you need by --from and --to, or wider bins by --bin.");
  }
  return domain;
}

using RecordsByValue = std::unordered_map<std::int64_t, std::uint64_t>;

Bounds read_bounds(const RangeRows& rows) {
  const Bounds given{parse_bound(rows, rows.from, "--from", false), parse_bound(rows, rows.to, "--to", true)};
  if (!given.first || !given.last) return given;
  if (*given.last < *given.first) {
    fail_input(fmt::format("the domain from '{}' to '{}' ends before it begins", rows.from, rows.to));
  }
  make_domain(rows, *given.first, *given.last, given);  // what cannot be, before any work
  return given;
}

void fill_counts(const OrderedDomain& domain, const RecordsByValue& found, std::span<std::uint64_t> counts) {
  const auto* const numbers = domain.numbers();
  const std::int64_t first =
      numbers != nullptr ? numbers->from : period_number(domain.timeline()->period(), domain.timeline()->start(0));
  for (const auto& [value, records] : found) {
    counts[static_cast<std::uint64_t>(value - first) / (numbers != nullptr ? numbers->bin : 1)] += records;
  }
}

}  // namespace

std::optional<std::uint64_t> parse_count(std::string_view text) {
  double count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (!is_number || !(count >= 0) || count > static_cast<double>(max_total) || std::floor(count) != count) return {};
  return static_cast<std::uint64_t>(count);
}

RangeCounts read_range_counts(const RangeRows& rows) {
  const Bounds given = read_bounds(rows);
  const bool is_grid = !rows.place.empty(), finds_places = is_grid && rows.places.empty();
  std::vector<std::string> names = is_grid ? rows.places : std::vector<std::string>{""};
  if (is_grid && !finds_places) PlaceList(names, false);     // what cannot be, before any work
  std::map<std::string, RecordsByValue, std::less<>> found;  // by name
  for (const std::string& name : names) found[name];
  Reader reader(rows);
  Bounds seen;
  RowsRead read;
  for (Reader::Row row; reader.next(row);) {
    const bool is_inside = row.value >= given.first.value_or(row.value) && row.value <= given.last.value_or(row.value);
    auto place = found.find(row.place);
    if (is_inside && finds_places && place == found.end()) place = found.emplace(row.place, RecordsByValue()).first;
    if (!is_inside || place == found.end()) {
      read.outside += row.records;
      continue;
    }
    place->second[row.value] += row.records;
    seen = {std::min(seen.first.value_or(row.value), row.value), std::max(seen.last.value_or(row.value), row.value)};
    read.records += row.records;
    if (read.records > max_total) fail_input(fmt::format("{} has more than 2^52 records", reader.name()));
  }
  read.skipped = reader.skipped();
  if (!seen.first && (finds_places || !given.first || !given.last)) {
    fail_input(fmt::format("there are no rows to count in {}", reader.name()),
               "Is it the right source? With both --from and --to an empty table is as good as any.");
  }
  if (finds_places) {
    for (const auto& [name, values] : found) names.push_back(name);
  }
  const std::int64_t first = given.first ? *given.first : *seen.first, last = given.last ? *given.last : *seen.last;
  RangeCounts result{{make_domain(rows, first, last, given)}, {}, read};
  if (is_grid) result.domain.places.emplace(names, finds_places);
  const std::uint64_t columns = result.domain.values.size();
  if (is_grid && names.size() > max_values / columns) {
    fail_input(fmt::format("the grid is too large: {}, more than {} cells", result.domain.describe(), max_values),
               "Give the bounds that you need by --from and --to, longer periods, or fewer places.");
  }
  result.counts.resize(names.size() * columns);
  for (std::size_t row = 0; row < names.size(); ++row) {
    fill_counts(result.domain.values, found[names[row]], std::span(result.counts).subspan(row * columns, columns));
  }
  return result;
}

}  // namespace sourdine
