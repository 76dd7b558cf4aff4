#include "sourdine/events/table_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/base/spelling_table.h"
#include "sourdine/base/text.h"
#include "sourdine/base/utf8.h"
#include "sourdine/events/compressed_input.h"
#include "sourdine/events/foreign_input.h"
#include "sourdine/events/named_rows.h"
#include "sourdine/events/peeked_input.h"
#include "sourdine/events/row_source.h"
#include "sourdine/events/time_format.h"

namespace sourdine {
namespace {

// Formats are found from the first rows, as the reader of events does it.
constexpr std::uint64_t rows_for_formats = std::uint64_t{1} << 16;
constexpr double nearly_all = 0.99;

// Zoned times are told as such; which zone's days are counted is for a person to say.
const std::shared_ptr<const TimeZone>& some_zone() {
  static const auto zone = std::make_shared<const TimeZone>(TimeZone::utc());
  return zone;
}

bool is_plain_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

constexpr std::size_t max_columns = 5000;

// What is learnt about one column, text by text.
class ColumnClues {
 public:
  explicit ColumnClues(std::string name) { profile_.name = std::move(name); }

  void see(std::string_view field, std::uint64_t row) {
    const std::string_view text = trimmed(field);
    if (text.empty()) return;
    if (++profile_.filled == 1) profile_.example = text;
    if (row < rows_for_formats) {
      see_format(text);
    } else {
      see_later(text);
    }
    count(text);
  }

  ColumnProfile finish() {
    profile_.is_number = !profile_.has_many_values && profile_.filled > 0;
    for (std::uint32_t i = 0; i < values_.size(); ++i) {
      profile_.values.emplace_back(values_.text(i), counts_[i]);
      const std::string_view text = values_.text(i);
      profile_.is_number &= is_plain_number(text) && (text.size() == 1 || text[0] != '0' || text[1] == '.');
    }
    const auto least = nearly_all * static_cast<double>(asked_);
    profile_.is_time = times_ > 0 && static_cast<double>(times_) >= least;
    profile_.is_clock = clocks_ > 0 && static_cast<double>(clocks_) >= least;
    if (profile_.is_time || profile_.is_clock) profile_.unreadable = asked_ - (profile_.is_time ? times_ : clocks_);
    if (!profile_.is_time || !guess_.is_decided()) return std::move(profile_);
    profile_.time_format = guess_.format().format();
    profile_.has_zone = profile_.time_format.ends_with("%z");
    return std::move(profile_);
  }

  // The column's name is a value like those below it: no header has dates for names, but it may have a year.
  bool is_named_by_time() const {
    TimeFormatGuess guess;
    return times_ > 0 && guess.see(profile_.name);
  }
  bool is_named_by_value() const {
    const std::string_view name = trimmed(profile_.name);
    return is_plain_number(name) || (!name.empty() && values_.find(name) != SpellingTable::absent);
  }

 private:
  void see_format(std::string_view text) {
    constexpr std::uint64_t patience = 100;
    ++asked_;
    if (times_ > 0 || asked_ <= patience) {
      if (guess_.see(text)) {
        ++times_;
        profile_.has_time_of_day |= text.find(':') != std::string_view::npos;
      }
    }
    if (clocks_ > 0 || asked_ <= patience) see_clock(text);
  }

  // Behind the rows that decide the format, times are counted by it.
  void see_later(std::string_view text) {
    if (times_ == 0 && clocks_ == 0) return;
    ++asked_;
    if (times_ > 0 && !format_ && guess_.is_decided()) format_ = guess_.format();
    if (times_ > 0 && (!format_ || format_->parse(text))) ++times_;
    if (clocks_ > 0) see_clock(text);
  }

  void see_clock(std::string_view text) {
    joined_.assign("2000-01-01 ");
    joined_ += text;
    if (clock_format_.parse(joined_)) ++clocks_;
  }

  void count(std::string_view text) {
    if (profile_.has_many_values) return;
    if (const std::uint32_t number = values_.find(text); number != SpellingTable::absent) {
      ++counts_[number];
      return;
    }
    if (values_.size() == ColumnProfile::max_values) {
      profile_.has_many_values = true;
      values_.clear();
      counts_.clear();
      return;
    }
    values_.add(text);
    counts_.push_back(1);
  }

  ColumnProfile profile_;
  TimeFormatGuess guess_{some_zone()};
  std::optional<TimeFormat> format_;  // once it is needed
  TimeFormat clock_format_{"%F %H:%M[:%S]"};
  std::string joined_;
  std::uint64_t asked_ = 0;
  std::uint64_t times_ = 0;
  std::uint64_t clocks_ = 0;
  SpellingTable values_;
  std::vector<std::uint64_t> counts_;
};

[[noreturn]] void fail_encoding(std::string_view text, const std::string& where, const std::string& name) {
  fail_input(fmt::format("{}: '{}' is not UTF-8 text", where, shown(text)), convert_hint(name));
}

}  // namespace

std::size_t count_lines_before_header(std::string_view head) {
  constexpr std::size_t lines_looked_at = 100;
  constexpr std::size_t max_skipped = 30;
  std::size_t best = 0;
  std::size_t best_lines = 0;
  for (const char separator : {',', ';', '\t'}) {
    std::vector<std::ptrdiff_t> counts;
    for (std::string_view rest = head; !rest.empty() && counts.size() < lines_looked_at;) {
      const std::string_view line = take_line(rest);
      bool is_quoted = false;
      counts.push_back(std::count_if(line.begin(), line.end(), [&](char c) {
        if (c == '"') is_quoted = !is_quoted;
        return c == separator && !is_quoted;
      }));
    }
    std::map<std::ptrdiff_t, std::size_t> lines;  // by number of separators
    for (const std::ptrdiff_t count : counts) ++lines[count];
    lines.erase(0);
    for (const auto& [count, how_many] : lines) {
      const auto first = static_cast<std::size_t>(std::find(counts.begin(), counts.end(), count) - counts.begin());
      // Most of the lines, and a header with at least one row.
      if (how_many < 2 || 2 * how_many <= counts.size() - first || first > max_skipped) continue;
      if (how_many <= best_lines) continue;
      best_lines = how_many;
      best = first;
    }
  }
  return best;
}

TableProfile profile_table(const std::string& path, std::optional<std::size_t> skip_lines) {
  TableProfile profile;
  if (skip_lines) {
    profile.skip_lines = *skip_lines;
  } else if (!is_named_rows(path)) {
    const PeekedInput input(decompressed(std::make_unique<InputFile>(path)));
    profile.skip_lines = count_lines_before_header(input.head());
  }
  const auto rows = open_table(path, {.skip_lines = profile.skip_lines});
  if (rows->columns().size() > max_columns) {
    fail_input(
        fmt::format("{} has {} columns, which no table of events has", shown_source(path), rows->columns().size()),
        "Is the separator another one, or the table turned on its side?");
  }
  std::vector<ColumnClues> clues;
  for (const std::string& name : rows->columns()) {
    if (!is_utf8(name)) fail_encoding(name, rows->name(), rows->name());
    clues.emplace_back(name);
  }
  for (; rows->next(); ++profile.rows) {
    const auto row = rows->row();
    for (std::size_t column = 0; column < clues.size(); ++column) {
      if (!is_utf8(row[column])) fail_encoding(row[column], rows->where(), rows->name());
      clues[column].see(row[column], profile.rows);
    }
  }
  const auto count_if = [&](bool (ColumnClues::*is_so)() const) {
    return static_cast<std::size_t>(
        std::count_if(clues.begin(), clues.end(), [&](const ColumnClues& clue) { return (clue.*is_so)(); }));
  };
  const std::size_t values = count_if(&ColumnClues::is_named_by_value);
  profile.has_header = count_if(&ColumnClues::is_named_by_time) == 0 && (values == 0 || 2 * values < clues.size());
  for (ColumnClues& clue : clues) profile.columns.push_back(clue.finish());
  return profile;
}

}  // namespace sourdine
