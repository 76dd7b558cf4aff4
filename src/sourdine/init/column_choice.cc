#include "sourdine/init/column_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sourdine/base/calendar.h"
#include "sourdine/base/error.h"
#include "sourdine/base/fold_name.h"
#include "sourdine/base/text.h"
#include "sourdine/events/named_rows.h"
#include "sourdine/events/time_format.h"
#include "sourdine/events/time_survey.h"

namespace sourdine {
namespace {

// Words that name places, folded. A longer one may stand inside a name ("StationArea"), a short one is a word of it.
constexpr std::array<std::string_view, 46> place_words{
    "area",      "arrondissement", "battalion",     "bezirk",     "borough",     "canton",   "city",
    "commune",   "concelho",       "county",        "department", "departement", "district", "distrito",
    "freguesia", "gemeinde",       "insee",         "kreis",      "lieu",        "location", "municipality",
    "municipio", "neighborhood",   "neighbourhood", "ort",        "parish",      "place",    "planning room",
    "postal",    "postcode",       "precinct",      "province",   "quartier",    "region",   "room",
    "sector",    "site",           "stadt",         "state",      "station",     "town",     "village",
    "ville",     "ward",           "zip",           "zone"};

bool names_place(const std::string& column) {
  const std::string folded = fold_name(column);
  const std::string padded = " " + folded + " ";
  return std::any_of(place_words.begin(), place_words.end(), [&](std::string_view word) {
    constexpr std::size_t long_enough = 4;
    return word.size() >= long_enough ? folded.find(word) != std::string::npos
                                      : padded.find(fmt::format(" {} ", word)) != std::string::npos;
  });
}

std::string column_list(const std::vector<std::string>& names, const char* before_last = ", ") {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    list += fmt::format("{}'{}'", i == 0 ? "" : i + 1 == names.size() ? before_last : ", ", shown(names[i]));
  }
  return list;
}

// "%d.%m.%y" for "31.12.23"; empty for what else there is.
std::string short_year_format(const std::string& example) {
  for (const char* date : {"%d.%m.%y", "%d/%m/%y", "%d-%m-%y", "%m/%d/%y"}) {
    for (const char* clock : {"", " %H:%M", " %H:%M:%S"}) {
      std::string format = fmt::format("{}{}", date, clock);
      if (TimeFormat(format).parse(example)) return format;
    }
  }
  return {};
}

// %s, or %z; "%%s" is a percent sign and an s.
bool reads_moments(std::string_view format) {
  for (std::size_t i = 0; i + 1 < format.size(); ++i) {
    if (format[i] != '%') continue;
    if (format[++i] == 's' || format[i] == 'z') return true;
  }
  return false;
}

}  // namespace

const ColumnProfile& ColumnChoice::column(const std::string& name, const char* option) const {
  const auto is_called = [&](const ColumnProfile& profile) { return profile.name == name; };
  const auto end = profile_.columns.end();
  if (const auto found = std::find_if(profile_.columns.begin(), end, is_called); found != end) {
    if (std::none_of(found + 1, end, is_called)) return *found;
    fail(fmt::format("two columns are called '{}'", shown(name)), "Rename one of them in the header.");
  }
  std::vector<std::string> names;
  for (const ColumnProfile& profile : profile_.columns) names.push_back(profile.name);
  fail(fmt::format("there is no column '{}' for {}; columns: {}", shown(name), option, column_list(names)), "");
}

void ColumnChoice::require_table() const {
  if (!profile_.has_header) {
    fail("there seems to be no header row: the first row looks like the others",
         "Put a row with the names of the columns before the first one.");
  }
  const std::string file = escaped(shell_word(options_.source));
  const auto has_return = [](const ColumnProfile& found) { return found.name.find('\r') != std::string::npos; };
  if (std::any_of(profile_.columns.begin(), profile_.columns.end(), has_return)) {
    fail("its lines end as those of old Macintoshes did, by a carriage return alone",
         fmt::format("Convert it first: tr '\\r' '\\n' < {} > converted.csv", file));
  }
  if (profile_.columns.size() == 1 && profile_.columns.front().name.find('|') != std::string::npos) {
    fail("its columns are separated by '|', and , ; and tab are known",
         fmt::format("Convert it first: tr '|' '\\t' < {} > converted.tsv", file));
  }
  if (profile_.rows == 0) fail("there are no rows", "");
}

void ColumnChoice::refuse_mixed_times(const std::string& column) const {
  const auto mixed = find_mixed_times(options_.source, profile_.skip_lines, column);
  if (!mixed) return;
  fail(fmt::format("two formats seem to be mixed in column '{}': {}, '{}', and {}, '{}'", shown(mixed->column),
                   mixed->where, shown(mixed->text), mixed->other_where, shown(mixed->other_text)),
       "Write all times alike; or give one format, --time-format, and rows of the other one are skipped.");
}

void ColumnChoice::fail_without_time() const {
  refuse_mixed_times({});
  std::string hint = "Name the column and its format: --time COLUMN --time-format '%d %m %Y'.";
  for (const ColumnProfile& found : profile_.columns) {
    const std::string format = short_year_format(found.example);
    if (format.empty()) continue;
    hint = fmt::format("Is it '{}', like '{}'? Then say so: --time {} --time-format '{}'", shown(found.name),
                       shown(found.example), escaped(shell_word(found.name)), format);
    break;
  }
  fail("no column has times with a date that are known without being told", hint);
}

// The answer of whoever is there; an Error that says how to give it when nobody is.
std::string ColumnChoice::ask(const Question& question) const {
  if (const auto answer = ask_(question)) return question.answers.at(*answer);
  fail(fmt::format("{} It may be {}", question.text, column_list(question.answers, " or ")),
       fmt::format("Say it, for example: {} '{}'", question.option, shown(question.answers.front())));
}

std::string ColumnChoice::ask_column(const char* text, const char* option,
                                     const std::vector<const ColumnProfile*>& columns,
                                     std::string (*remark)(const ColumnProfile&)) const {
  Question question{text, {}, {}, option};
  for (const ColumnProfile* found : columns) {
    question.answers.push_back(column(found->name, option).name);  // of two columns of one name, neither
    question.remarks.push_back(remark(*found));
  }
  return columns.size() == 1 ? question.answers.front() : ask(question);
}

std::string ColumnChoice::time_column() const {
  if (!options_.time.empty()) return options_.time;
  std::vector<const ColumnProfile*> times;
  for (const ColumnProfile& found : profile_.columns) {
    if (found.is_time) times.push_back(&found);
  }
  if (times.empty()) fail_without_time();
  return ask_column("Which column is the time of an event?", "--time", times,
                    [](const ColumnProfile& found) { return fmt::format("like {}", shown(found.example)); });
}

void ColumnChoice::choose_time(FirstConfig& first) const {
  const ColumnProfile& time = column(time_column(), "--time");
  first.time = time.name;
  choose_clock(time, first);
  choose_format(time, first);
  choose_zone(time, first);
  survey(first);
}

// Only a person knows where the clocks are.
void ColumnChoice::choose_zone(const ColumnProfile& time, FirstConfig& first) const {
  first.time_zone = options_.time_zone;
  if (!first.time_zone.empty()) return;
  const char* hint = "Say it, for example: --time-zone Europe/Paris";
  if (reads_moments(options_.time_format)) {
    fail(
        fmt::format("times of the format '{}' are moments: whose days are to be counted?", shown(options_.time_format)),
        hint);
  }
  if (!options_.time_format.empty() || !time.has_zone) return;
  fail(fmt::format("the times of column '{}', like '{}', have a time zone: whose days are to be counted?",
                   shown(time.name), shown(time.example)),
       hint);
}

// Rows that a release by this configuration would stop at, and the days of the others.
void ColumnChoice::survey(FirstConfig& first) const {
  first.times = survey_times(options_.source, profile_.skip_lines, first);
  if (first.times.first) return;
  fail(fmt::format("no row has a time of the format '{}' in column '{}'; the first is '{}'", shown(first.time_format),
                   shown(first.time), shown(first.times.unreadable_text)),
       "Give the format that the times have: --time-format.");
}

void ColumnChoice::choose_clock(const ColumnProfile& time, FirstConfig& first) const {
  if (!options_.clock.empty()) {
    first.clock = column(options_.clock, "--clock").name;
    return;
  }
  if (time.has_time_of_day || !options_.time_format.empty()) return;
  std::vector<std::string> clocks;
  for (const ColumnProfile& found : profile_.columns) {
    if (found.is_clock) clocks.push_back(found.name);
  }
  // Of several, none: the day is enough for a release, and no guess is needed.
  if (clocks.size() == 1) first.clock = clocks.front();
}

void ColumnChoice::choose_format(const ColumnProfile& time, FirstConfig& first) const {
  if (!options_.time_format.empty()) {
    first.time_format = options_.time_format;
  } else if (!time.is_time) {
    refuse_mixed_times(time.name);
    const std::string likely = short_year_format(time.example);
    fail(fmt::format("the times of column '{}', like '{}', are of no format that is known without being told",
                     shown(time.name), shown(time.example)),
         fmt::format("Give it, for example: --time-format '{}'.", likely.empty() ? "%d %m %Y" : likely));
  } else if (time.time_format.empty()) {
    const std::size_t at = time.example.find_first_of("/.-");
    const char separator = at == std::string::npos ? '/' : time.example[at];
    const char* clock = time.has_time_of_day || !first.clock.empty() ? "[ %H:%M[:%S]]" : "";
    const Question question{
        fmt::format("Does '{}' in column '{}' begin with the day or with the month?", shown(time.example),
                    shown(time.name)),
        {fmt::format("%d{0}%m{0}%Y{1}", separator, clock), fmt::format("%m{0}%d{0}%Y{1}", separator, clock)},
        {"day first", "month first"},
        "--time-format"};
    first.time_format = ask(question);
  } else {
    first.time_format = "auto";  // it finds the same, from as many rows
  }
}

bool ColumnChoice::may_be_place(const ColumnProfile& found, const FirstConfig& first) const {
  if (found.name.empty() || found.name == first.time || found.name == first.clock || found.is_time || found.is_clock) {
    return false;
  }
  // Numbers of rows are as many as rows; a column that is mostly empty is not where events happened.
  const bool repeats = found.values.size() * 2 <= profile_.rows || profile_.rows < 20;
  return !found.has_many_values && found.values.size() >= 2 && repeats && found.filled * 2 >= profile_.rows;
}

void ColumnChoice::choose_place(FirstConfig& first) const {
  if (!options_.place.empty()) {
    first.place = column(options_.place, "--place").name;
    if (first.place == first.time || first.place == first.clock) {
      fail(fmt::format("column '{}' cannot be the time and the place", shown(first.place)), "");
    }
    return;
  }
  std::vector<const ColumnProfile*> likely, others;
  std::vector<std::string> numbers;
  for (const ColumnProfile& found : profile_.columns) {
    if (!may_be_place(found, first)) continue;
    if (names_place(found.name)) {
      likely.push_back(&found);
    } else if (found.is_number) {
      numbers.push_back(found.name);
    } else {
      others.push_back(&found);
    }
  }
  if (likely.size() + others.size() == 0 && !numbers.empty()) {
    if (numbers.size() > 3) numbers.resize(3);
    fail(fmt::format("no column looks like the place of an event: {} hold{} numbers", column_list(numbers, " and "),
                     numbers.size() == 1 ? "s" : ""),
         "If the numbers are names of places, say which: --place COLUMN. If they are counts, see 'sourdine range build "
         "--help'.");
  }
  if (likely.size() + others.size() == 0) {
    fail(fmt::format("no column has between 2 and {} different texts that repeat: there is none that may be the place",
                     ColumnProfile::max_values),
         "Name it: --place COLUMN; or write the configuration by hand, with a table place → region.");
  }
  if (likely.size() != 1) likely.insert(likely.end(), others.begin(), others.end());
  first.place = ask_column("Which column is the place of an event?", "--place", likely, [](const ColumnProfile& found) {
    return fmt::format("{} different texts", found.values.size());
  });
}

void ColumnChoice::fail(const std::string& what, const std::string& hint) const {
  fail_input(fmt::format("{}: {}", shown_source(options_.source), what), hint);
}

}  // namespace sourdine
