#include "sourdine/range/ordered_domain.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/range/decimal_number.h"

namespace sourdine {
namespace {

using Span = OrderedDomain::Span;
using Numbers = OrderedDomain::Numbers;

// "a..b", "a-b" between numbers, or one item, which is both ends.
std::pair<std::string_view, std::string_view> split(std::string_view text, bool has_dates) {
  std::size_t at = text.find(".."), width = 2;
  if (at == std::string_view::npos && !has_dates) {
    at = text.find('-', 1);  // the first character may be a sign
    width = 1;
  }
  if (at == std::string_view::npos) return {text, text};
  return {trimmed(text.substr(0, at)), trimmed(text.substr(at + width))};
}

[[noreturn]] void fail_unreadable(std::string_view text, const Numbers* numbers) {
  const bool has_dates = numbers == nullptr;
  const char* const what = has_dates ? "dates" : numbers->decimals > 0 ? "numbers" : "whole numbers";
  fail_input(fmt::format("'{}' is not a range of {}", shown(text), what),
             has_dates ? "Write 2014, 2014-03, 2014-W09, 2014-03-01 or 2014-03-01T13, or two of these with .. between."
                       : "Write 40, 18-24 or 18..24.");
}

// An end of null is that of `size` values.
Timeline read_timeline(const nlohmann::json& json, std::uint64_t size) {
  const Period period = find_period(json.at("period").get<std::string>());
  const auto read_date = [&](const nlohmann::json& text) {
    const auto label = parse_label(text.get<std::string>());
    if (!label || label->first != period) fail_input("its first or last date is none");
    return label->second;
  };
  const auto first = read_date(json.at("first"));
  if (!json.at("last").is_null()) return {period, first, read_date(json.at("last"))};
  if (size > Timeline::max_size) fail_input(fmt::format("{} {}s are too many", size, period_name(period)));
  return {period, first, period_start(period, period_number(period, first) + static_cast<std::int64_t>(size) - 1)};
}

Numbers read_numbers(const nlohmann::json& json, std::uint64_t size) {
  Numbers numbers{integer(json.at("from")), 0, whole_number(json.at("bin"))};
  if (json.contains("decimals")) {
    const std::uint64_t decimals = whole_number(json.at("decimals"));
    if (decimals < 1 || decimals > max_decimals) fail_input("its numbers have more decimals than there can be");
    numbers.decimals = static_cast<unsigned>(decimals);
  }
  if (!json.at("to").is_null()) {
    numbers.to = integer(json.at("to"));
  } else if (numbers.bin != 1 || numbers.from < -Numbers::largest || numbers.from > Numbers::largest ||
             size > OrderedDomain::max_size) {
    fail_input("numbers without an end are too large, or in bins");
  } else {
    numbers.to = numbers.from + static_cast<std::int64_t>(size) - 1;
  }
  return numbers;
}

}  // namespace

OrderedDomain::OrderedDomain(Numbers numbers, bool is_from_data) : axis_(numbers), is_from_data_(is_from_data) {
  if (numbers.to < numbers.from) {
    fail_input(fmt::format("numbers from {} to {} end before they begin", numbers.from, numbers.to));
  }
  if (numbers.from < -Numbers::largest || numbers.to > Numbers::largest) {
    fail_input(fmt::format("numbers can have 15 digits at most, and {} to {} have more", numbers.from, numbers.to));
  }
  if (numbers.bin == 0) fail_input("a bin must be at least 1 wide");
  if (size() > max_size) {
    fail_input(
        fmt::format("from {} to {} there are {} values, more than {}", numbers.from, numbers.to, size(), max_size),
        "Give the bounds that you need, or wider bins.");
  }
}

std::optional<Span> OrderedDomain::date_item(std::string_view text) {
  const auto label = parse_label(text);
  if (!label) return std::nullopt;
  const auto [period, start] = *label;
  const auto end = period_start(period, period_number(period, start) + 1);
  return Span{start.time_since_epoch().count(), end.time_since_epoch().count()};
}

std::optional<Span> OrderedDomain::number_item(std::string_view text, unsigned decimals) {
  if (decimals > 0) {
    const auto steps = parse_decimal(text, decimals);
    if (!steps || !steps->is_exact) return std::nullopt;
    return Span{steps->steps, steps->steps + 1};
  }
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (number < -Numbers::largest || number > Numbers::largest) return std::nullopt;
  return Span{number, number + 1};
}

std::optional<Span> OrderedDomain::item(std::string_view text) const {
  return timeline() != nullptr ? date_item(text) : number_item(text, numbers()->decimals);
}

std::uint64_t OrderedDomain::size() const {
  if (const Timeline* dates = timeline()) return dates->size();
  const Numbers& axis = *numbers();
  return static_cast<std::uint64_t>(axis.to - axis.from) / axis.bin + 1;
}

std::int64_t OrderedDomain::border(std::uint64_t value) const {
  if (const Timeline* dates = timeline()) return dates->start(value).time_since_epoch().count();
  const Numbers& axis = *numbers();
  return value == size() ? axis.to + 1 : axis.from + static_cast<std::int64_t>(value * axis.bin);
}

std::uint64_t OrderedDomain::value_at(std::int64_t point) const {
  if (const Timeline* dates = timeline()) {
    return dates->index(std::chrono::local_seconds(std::chrono::seconds(point)));
  }
  const Numbers& axis = *numbers();
  return static_cast<std::uint64_t>(point - axis.from) / axis.bin;
}

std::string OrderedDomain::describe() const {
  if (const Timeline* dates = timeline()) {
    return fmt::format("{} from {} to {}", counted(size(), period_name(dates->period())), label(0), label(size() - 1));
  }
  const Numbers& axis = *numbers();
  const std::string width = decimal_text(static_cast<std::int64_t>(axis.bin), axis.decimals);
  const std::string what = axis.bin == 1 && axis.decimals == 0 ? "numbers" : fmt::format("bins of {}", width);
  return fmt::format("{} {} from {} to {}", size(), what, decimal_text(axis.from, axis.decimals),
                     decimal_text(axis.to, axis.decimals));
}

std::string OrderedDomain::label(std::uint64_t value) const { return label(Range{value, value}); }

std::string OrderedDomain::label(const Range& range) const {
  if (const Timeline* dates = timeline()) {
    const std::string first = dates->label(range.first);
    return range.length() == 1 ? first : fmt::format("{}..{}", first, dates->label(range.last));
  }
  const std::int64_t first = border(range.first), last = border(range.last + 1) - 1;
  const unsigned decimals = numbers()->decimals;
  std::string first_text = decimal_text(first, decimals);
  if (first == last) return first_text;
  return fmt::format("{}{}{}", first_text, last < 0 ? ".." : "-", decimal_text(last, decimals));
}

Range OrderedDomain::parse(std::string_view text) const {
  const bool has_dates = timeline() != nullptr;
  text = trimmed(text);
  if (text.empty()) fail_unreadable(text, numbers());
  const auto [first, last] = split(text, has_dates);
  const auto begins = first.empty() ? Span{border(0), 0} : item(first);
  const auto ends = last.empty() ? Span{0, border(size())} : item(last);
  if (!begins || !ends) fail_unreadable(text, numbers());
  const Span span{begins->begin, ends->end};
  if (span.end <= span.begin) {
    fail_input(fmt::format("the range '{}' ends before it begins", shown(text)), "Write the smaller end first.");
  }
  if (span.begin < border(0) || span.end > border(size())) {
    fail_input(fmt::format("the range '{}' leaves the domain, which has {}", shown(text), describe()),
               "An end that is left out is that of the domain: A.. or ..B");
  }
  const Range range{value_at(span.begin), value_at(span.end - 1)};
  if (border(range.first) != span.begin || border(range.last + 1) != span.end) {
    fail_input(fmt::format("the range '{}' cuts a value in two: the domain has {}", shown(text), describe()),
               fmt::format("The whole values that hold it are {}.", label(range)));
  }
  return range;
}

std::string OrderedDomain::to_json(bool has_end) const {
  nlohmann::json json;
  json["bounds"] = is_from_data_ ? "data" : "given";
  if (const Timeline* dates = timeline()) {
    json.update({{"kind", "dates"},
                 {"period", period_name(dates->period())},
                 {"first", label(0)},
                 {"last", has_end ? nlohmann::json(label(size() - 1)) : nlohmann::json()}});
  } else {
    const Numbers& axis = *numbers();
    json.update({{"kind", "numbers"},
                 {"from", axis.from},
                 {"to", has_end ? nlohmann::json(axis.to) : nlohmann::json()},
                 {"bin", axis.bin}});
    if (axis.decimals > 0) json["decimals"] = axis.decimals;
  }
  return json.dump();
}

OrderedDomain OrderedDomain::from_json(std::string_view text, std::uint64_t size) {
  if (size == 0) fail_input("there are no values yet to ask for");
  if (text.empty()) return {Numbers{0, static_cast<std::int64_t>(size) - 1, 1}, false};
  try {
    const auto json = parse_bounded_json(text);
    const bool is_from_data = json.at("bounds").get<std::string>() == "data";
    const OrderedDomain domain = json.at("kind").get<std::string>() == "dates"
                                     ? OrderedDomain(read_timeline(json, size), is_from_data)
                                     : OrderedDomain(read_numbers(json, size), is_from_data);
    if (domain.size() != size) fail_input(fmt::format("it says {} values, and there are {}", domain.size(), size));
    return domain;
  } catch (const std::exception& error) {  // ours, or that of the JSON
    fail_input(fmt::format("what its values stand for cannot be read: {}", error.what()));
  }
}

}  // namespace sourdine
