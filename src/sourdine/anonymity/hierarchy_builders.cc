// Hierarchies that are made from the values they are for.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

#include "sourdine/anonymity/hierarchy.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

using BuiltLines = std::vector<std::vector<std::string>>;

constexpr std::int64_t largest_number = std::int64_t{1} << 52;

[[noreturn]] void fail_number(const std::string& attribute, const std::string& text) {
  fail_input(fmt::format("'{}' of '{}' is no number", shown(text), shown(attribute)),
             "Intervals are for numbers like 42 and -3.5: give a hierarchy file, or say which texts mean that a value "
             "is missing.");
}

// Sums and differences of two such numbers fit.
bool is_small(std::int64_t number) { return -largest_number <= number && number <= largest_number; }

bool are_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The largest whole number that is not above the decimal, exactly: what decides where it lies between whole bounds.
std::int64_t floor_of(const std::string& attribute, const std::string& text) {
  const std::size_t point = std::min(text.find('.'), text.size());
  const bool is_negative = text.starts_with('-');
  const std::string_view whole(text.data(), point);
  const std::string_view fraction = std::string_view(text).substr(std::min(point + 1, text.size()));
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(whole.data(), whole.data() + whole.size(), number);
  if (error != std::errc() || end != whole.data() + whole.size() || !are_digits(fraction) || !is_small(number)) {
    fail_number(attribute, text);
  }
  return is_negative && fraction.find_first_not_of('0') != std::string_view::npos ? number - 1 : number;
}

double decimal_of(const std::string& attribute, const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) fail_number(attribute, text);
  return number;
}

// a/b rounded towards minus infinity, b > 0.
std::int64_t floor_divided(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

std::vector<std::string> in_order_of_numbers(const std::string& attribute, std::span<const std::string> values) {
  std::vector<std::pair<double, std::string>> sorted;
  for (const std::string& value : values) sorted.emplace_back(decimal_of(attribute, value), value);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> made;
  for (auto& [number, value] : sorted) made.push_back(std::move(value));
  return made;
}

std::chrono::sys_days day_of(const std::string& attribute, const std::string& text) {
  const auto digits = [&](std::size_t begin, std::size_t count) {
    int number = -1;
    if (text.size() >= begin + count && are_digits(std::string_view(text).substr(begin, count))) {
      std::from_chars(text.data() + begin, text.data() + begin + count, number);
    }
    return number;
  };
  const bool has_form = text.size() == 10 && text[4] == '-' && text[7] == '-';
  const std::chrono::year_month_day day{std::chrono::year(digits(0, 4)),
                                        std::chrono::month(static_cast<unsigned>(digits(5, 2))),
                                        std::chrono::day(static_cast<unsigned>(digits(8, 2)))};
  if (!has_form || digits(0, 4) < 0 || digits(5, 2) < 0 || digits(8, 2) < 0 || !day.ok()) {
    fail_input(fmt::format("'{}' of '{}' is no date", shown(text), shown(attribute)), "Write dates as 2018-07-14.");
  }
  return day;
}

std::string date_label(DateStep step, const std::string& text, std::chrono::sys_days day) {
  switch (step) {
    case DateStep::week: {
      const std::chrono::year_month_day monday = day - (std::chrono::weekday(day) - std::chrono::Monday);
      return fmt::format("week of {:04}-{:02}-{:02}", static_cast<int>(monday.year()),
                         static_cast<unsigned>(monday.month()), static_cast<unsigned>(monday.day()));
    }
    case DateStep::month:
      return text.substr(0, 7);
    case DateStep::quarter:
      return fmt::format("{}-Q{}", text.substr(0, 4),
                         (static_cast<unsigned>(std::chrono::year_month_day(day).month()) - 1) / 3 + 1);
    case DateStep::year:
      return text.substr(0, 4);
  }
  return "*";
}

// "< 18", "[18;25[", "≥ 65".
std::string cut_label(std::span<const double> cuts, double number) {
  const auto after = std::upper_bound(cuts.begin(), cuts.end(), number);
  if (after == cuts.begin()) return fmt::format("< {}", cuts.front());
  if (after == cuts.end()) return fmt::format(">= {}", cuts.back());
  return fmt::format("[{};{}[", *(after - 1), *after);
}

}  // namespace

Hierarchy Hierarchy::flat(std::string attribute, std::span<const std::string> values) {
  BuiltLines lines;
  for (const std::string& value : values) lines.push_back({value, "*"});
  return Hierarchy(std::move(attribute), lines);
}

Hierarchy Hierarchy::masked(std::string attribute, std::span<const std::string> values) {
  BuiltLines lines;
  std::size_t length = 0;
  for (const std::string& value : values) {
    std::vector<std::size_t> starts;  // of its characters
    for (std::size_t i = 0; i < value.size(); ++i) {
      if ((static_cast<unsigned char>(value[i]) & 0xC0) != 0x80) starts.push_back(i);
    }
    if (lines.empty()) length = starts.size();
    if (starts.size() != length || length >= max_levels) {
      fail_input(
          fmt::format("'{}' of '{}' has {} and others have {}", shown(value), shown(attribute),
                      counted(starts.size(), "character"), length),
          "Only text of one length can be masked from its end: write zeros that a spreadsheet left out (01000, not "
          "1000), or give a hierarchy file.");
    }
    std::vector<std::string> line = {value};
    for (std::size_t masked = 1; masked <= length; ++masked) {
      line.push_back(value.substr(0, starts[length - masked]) + std::string(masked, '*'));
    }
    lines.push_back(std::move(line));
  }
  return Hierarchy(std::move(attribute), lines);
}

Hierarchy Hierarchy::intervals(std::string attribute, std::span<const std::string> values,
                               std::span<const std::int64_t> widths, std::int64_t origin) {
  std::int64_t before = 1;
  for (const std::int64_t width : widths) {
    if (width < 1 || width > largest_number || width % before != 0) {
      fail_input(
          fmt::format("the intervals of '{}' are {} wide, which is no multiple of {}", shown(attribute), width, before),
          "Each width must be a multiple of the one before, so that intervals lie whole in wider ones.");
    }
    before = width;
  }
  if (!is_small(origin)) fail_input(fmt::format("the intervals of '{}' begin too far away", attribute));
  BuiltLines lines;
  for (const std::string& value : in_order_of_numbers(attribute, values)) {
    const std::int64_t number = floor_of(attribute, value);
    std::vector<std::string> line = {value};
    for (const std::int64_t width : widths) {
      const std::int64_t begin = origin + floor_divided(number - origin, width) * width;
      line.push_back(fmt::format("[{};{}[", begin, begin + width));
    }
    line.emplace_back("*");
    lines.push_back(std::move(line));
  }
  return Hierarchy(std::move(attribute), lines);
}

std::vector<std::int64_t> Hierarchy::automatic_widths(const std::string& attribute,
                                                      std::span<const std::string> values) {
  constexpr std::int64_t most_intervals = 20;
  if (values.empty()) return {};
  std::int64_t least = largest_number, largest = -largest_number;
  for (const std::string& value : values) {
    least = std::min(least, floor_of(attribute, value));
    largest = std::max(largest, floor_of(attribute, value));
  }
  const std::int64_t span = largest - least + 1;
  const auto is_wide = [&](std::int64_t width) { return width > 1 && width * most_intervals >= span; };
  std::int64_t scale = 1;
  while (!is_wide(5 * scale)) scale *= 10;
  std::int64_t width = is_wide(scale) ? scale : is_wide(2 * scale) ? 2 * scale : 5 * scale;
  std::vector<std::int64_t> widths;
  for (; width < span && widths.size() + 2 < max_levels; width *= 2) widths.push_back(width);
  return widths;
}

Hierarchy Hierarchy::cut(std::string attribute, std::span<const std::string> values,
                         std::span<const std::vector<double>> levels) {
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const std::vector<double>& cuts = levels[i];
    if (cuts.empty() || !std::is_sorted(cuts.begin(), cuts.end(), std::less_equal<>())) {
      fail_input(fmt::format("the bounds of level {} of '{}' do not rise", i + 1, shown(attribute)),
                 "Write them in order, each once, like [18, 25, 40, 65].");
    }
    for (const double bound : cuts) {
      if (i > 0 && !std::binary_search(levels[i - 1].begin(), levels[i - 1].end(), bound)) {
        fail_input(
            fmt::format("level {} of '{}' is cut at {}, and the finer level is not", i + 1, shown(attribute), bound),
            "Bounds of a coarser level must be among those of the one before.");
      }
    }
  }
  BuiltLines lines;
  for (const std::string& value : in_order_of_numbers(attribute, values)) {
    std::vector<std::string> line = {value};
    for (const std::vector<double>& cuts : levels) line.push_back(cut_label(cuts, decimal_of(attribute, value)));
    line.emplace_back("*");
    lines.push_back(std::move(line));
  }
  return Hierarchy(std::move(attribute), lines);
}

Hierarchy Hierarchy::dates(std::string attribute, std::span<const std::string> values,
                           std::span<const DateStep> steps) {
  std::vector<std::string> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  BuiltLines lines;
  for (const std::string& value : sorted) {
    const std::chrono::sys_days day = day_of(attribute, value);
    std::vector<std::string> line = {value};
    for (const DateStep step : steps) line.push_back(date_label(step, value, day));
    line.emplace_back("*");
    lines.push_back(std::move(line));
  }
  return Hierarchy(std::move(attribute), lines);
}

Hierarchy Hierarchy::with_own_category(const std::string& value) const {
  BuiltLines lines;
  for (Value v = 0; v < size(); ++v) {
    std::vector<std::string> line;
    for (std::size_t level = 0; level < levels(); ++level) line.push_back(label(level, group(level, v)));
    lines.push_back(std::move(line));
  }
  std::vector<std::string> line(levels(), value);
  if (levels() > 1 && size(levels() - 1) == 1) line.back() = label(levels() - 1, 0);
  lines.push_back(std::move(line));
  return {attribute_, lines};
}

}  // namespace sourdine
