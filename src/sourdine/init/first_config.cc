#include "sourdine/init/first_config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/csv.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/counts/config.h"
#include "sourdine/events/calendar.h"
#include "sourdine/events/fold_name.h"
#include "sourdine/events/named_rows.h"
#include "sourdine/events/time_format.h"
#include "sourdine/events/time_survey.h"
#include "sourdine/init/first_config_text.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

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

std::string table_path_of(const std::string& config_path) {
  const fs::path path = config_path;
  return (path.parent_path() / (path.stem().string() + ".places.csv")).string();
}

void write_new_file(const std::string& path, std::string_view text) {
  AtomicFile file(path, {}, AtomicFile::Existing::refused);
  file.append(text);
  file.commit();
}

class ConfigMaker {
 public:
  ConfigMaker(const TableProfile& profile, const FirstConfigOptions& options, const AskQuestion& ask)
      : profile_(profile), options_(options), ask_(ask) {}

  FirstConfig make() {
    if (!profile_.has_header) {
      fail("there seems to be no header row: the first row looks like the others",
           "Put a row with the names of the columns before the first one.");
    }
    refuse_other_tables();
    if (profile_.rows == 0) fail("there are no rows", "");
    choose_time();
    choose_place();
    make_table();
    first_.config_path = options_.config;
    first_.config_text = first_config_text(profile_, options_, first_);
    parse_config(first_.config_text, first_.config_path);  // what is written can be read
    return std::move(first_);
  }

 private:
  const ColumnProfile& column(const std::string& name, const char* option) const {
    const auto found = std::find_if(profile_.columns.begin(), profile_.columns.end(),
                                    [&](const ColumnProfile& one) { return one.name == name; });
    if (found != profile_.columns.end()) {
      const auto is_namesake = [&](const ColumnProfile& one) { return one.name == name; };
      if (std::none_of(found + 1, profile_.columns.end(), is_namesake)) return *found;
      fail(fmt::format("two columns are called '{}'", shown(name)), "Rename one of them in the header.");
    }
    std::vector<std::string> names;
    for (const ColumnProfile& one : profile_.columns) names.push_back(one.name);
    fail(fmt::format("there is no column '{}' for {}; columns: {}", shown(name), option, column_list(names)), "");
  }

  // Tables that are read as one column, or as one line.
  void refuse_other_tables() const {
    const std::string file = escaped(shell_word(options_.source));
    const auto has_return = [](const ColumnProfile& one) { return one.name.find('\r') != std::string::npos; };
    if (std::any_of(profile_.columns.begin(), profile_.columns.end(), has_return)) {
      fail("its lines end as those of old Macintoshes did, by a carriage return alone",
           fmt::format("Convert it first: tr '\\r' '\\n' < {} > converted.csv", file));
    }
    if (profile_.columns.size() == 1 && profile_.columns.front().name.find('|') != std::string::npos) {
      fail("its columns are separated by '|', and , ; and tab are known",
           fmt::format("Convert it first: tr '|' '\\t' < {} > converted.tsv", file));
    }
  }

  void refuse_mixed_times(const std::string& column) const {
    const auto mixed = find_mixed_times(options_.source, profile_.skip_lines, column);
    if (!mixed) return;
    fail(fmt::format("two formats seem to be mixed in column '{}': {}, '{}', and {}, '{}'", shown(mixed->column),
                     mixed->where, shown(mixed->text), mixed->other_where, shown(mixed->other_text)),
         "Write all times alike; or give one format, --time-format, and rows of the other one are skipped.");
  }

  // "%d.%m.%y" for "31.12.23"; empty for what else there is.
  static std::string short_year_format(const std::string& example) {
    for (const char* date : {"%d.%m.%y", "%d/%m/%y", "%d-%m-%y", "%m/%d/%y"}) {
      for (const char* clock : {"", " %H:%M", " %H:%M:%S"}) {
        std::string format = fmt::format("{}{}", date, clock);
        if (TimeFormat(format).parse(example)) return format;
      }
    }
    return {};
  }

  [[noreturn]] void fail_without_time() const {
    refuse_mixed_times({});
    std::string hint = "Name the column and its format: --time COLUMN --time-format '%d %m %Y'.";
    for (const ColumnProfile& one : profile_.columns) {
      const std::string format = short_year_format(one.example);
      if (format.empty()) continue;
      hint = fmt::format("Is it '{}', like '{}'? Then say so: --time {} --time-format '{}'", shown(one.name),
                         shown(one.example), escaped(shell_word(one.name)), format);
      break;
    }
    fail("no column has times with a date that are known without being told", hint);
  }

  // The answer of whoever is there; an Error that says how to give it when nobody is.
  std::string ask(const Question& question) const {
    if (const auto answer = ask_(question)) return question.answers.at(*answer);
    fail(fmt::format("{} It may be {}", question.text, column_list(question.answers, " or ")),
         fmt::format("Say it, for example: {} '{}'", question.option, shown(question.answers.front())));
  }

  void choose_time() {
    const ColumnProfile* time = nullptr;
    if (!options_.time.empty()) {
      time = &column(options_.time, "--time");
    } else {
      Question question{"Which column is the time of an event?", {}, {}, "--time"};
      for (const ColumnProfile& one : profile_.columns) {
        if (!one.is_time) continue;
        question.answers.push_back(column(one.name, "--time").name);
        question.remarks.push_back(fmt::format("like {}", shown(one.example)));
      }
      if (question.answers.empty()) fail_without_time();
      time = &column(question.answers.size() == 1 ? question.answers.front() : ask(question), "--time");
    }
    first_.time = time->name;
    choose_clock(*time);
    choose_format(*time);
    choose_zone(*time);
    survey();
  }

  // Only a person knows where the clocks are.
  void choose_zone(const ColumnProfile& time) {
    first_.time_zone = options_.time_zone;
    if (!first_.time_zone.empty()) return;
    if (reads_moments(options_.time_format)) {
      fail(fmt::format("times of the format '{}' are moments: whose days are to be counted?",
                       shown(options_.time_format)),
           "Say it, for example: --time-zone Europe/Paris");
    }
    const bool is_zoned = options_.time_format.empty() && time.has_zone;
    if (!is_zoned) return;
    fail(fmt::format("the times of column '{}', like '{}', have a time zone: whose days are to be counted?",
                     shown(time.name), shown(time.example)),
         "Say it, for example: --time-zone Europe/Paris");
  }

  // %s, or %z; "%%s" is a percent sign and an s.
  static bool reads_moments(std::string_view format) {
    for (std::size_t i = 0; i + 1 < format.size(); ++i) {
      if (format[i] != '%') continue;
      if (format[++i] == 's' || format[i] == 'z') return true;
    }
    return false;
  }

  // Rows that a release by this configuration would stop at, and the days of the others.
  void survey() {
    const TimeSurvey survey = survey_times(
        options_.source, profile_.skip_lines,
        {.time = first_.time, .clock = first_.clock, .time_format = first_.time_format, .time_zone = first_.time_zone});
    if (!survey.first) {
      fail(fmt::format("no row has a time of the format '{}' in column '{}'; the first is '{}'",
                       shown(first_.time_format), shown(first_.time), shown(survey.unreadable_text)),
           "Give the format that the times have: --time-format.");
    }
    first_.bad_rows = survey.unreadable;
    first_.bad_row_where = survey.unreadable_where;
    first_.bad_row_text = survey.unreadable_text;
    first_.first_day = period_label(Period::day, *survey.first);
    first_.last_day = period_label(Period::day, *survey.last);
  }

  void choose_clock(const ColumnProfile& time) {
    if (!options_.clock.empty()) {
      first_.clock = column(options_.clock, "--clock").name;
      return;
    }
    if (time.has_time_of_day || !options_.time_format.empty()) return;
    std::vector<std::string> clocks;
    for (const ColumnProfile& one : profile_.columns) {
      if (one.is_clock) clocks.push_back(one.name);
    }
    // Of several, none: the day is enough for a release, and no guess is needed.
    if (clocks.size() == 1) first_.clock = clocks.front();
  }

  void choose_format(const ColumnProfile& time) {
    if (!options_.time_format.empty()) {
      first_.time_format = options_.time_format;
    } else if (!time.is_time) {
      refuse_mixed_times(time.name);
      const std::string likely = short_year_format(time.example);
      fail(fmt::format("the times of column '{}', like '{}', are of no format that is known without being told",
                       shown(time.name), shown(time.example)),
           fmt::format("Give it, for example: --time-format '{}'.", likely.empty() ? "%d %m %Y" : likely));
    } else if (time.time_format.empty()) {
      const std::size_t at = time.example.find_first_of("/.-");
      const char separator = at == std::string::npos ? '/' : time.example[at];
      const char* clock = time.has_time_of_day || !first_.clock.empty() ? "[ %H:%M[:%S]]" : "";
      const Question question{
          fmt::format("Does '{}' in column '{}' begin with the day or with the month?", shown(time.example),
                      shown(time.name)),
          {fmt::format("%d{0}%m{0}%Y{1}", separator, clock), fmt::format("%m{0}%d{0}%Y{1}", separator, clock)},
          {"day first", "month first"},
          "--time-format"};
      first_.time_format = ask(question);
    } else {
      first_.time_format = "auto";  // it finds the same, from as many rows
    }
  }

  bool may_be_place(const ColumnProfile& one) const {
    if (one.name.empty() || one.name == first_.time || one.name == first_.clock || one.is_time || one.is_clock) {
      return false;
    }
    // Numbers of rows are as many as rows; a column that is mostly empty is not where events happened.
    const bool repeats = one.values.size() * 2 <= profile_.rows || profile_.rows < 20;
    return !one.has_many_values && one.values.size() >= 2 && repeats && one.filled * 2 >= profile_.rows;
  }

  void choose_place() {
    if (!options_.place.empty()) {
      first_.place = column(options_.place, "--place").name;
      if (first_.place == first_.time || first_.place == first_.clock) {
        fail(fmt::format("column '{}' cannot be the time and the place", shown(first_.place)), "");
      }
      return;
    }
    std::vector<const ColumnProfile*> likely, others;
    std::vector<std::string> numbers;
    for (const ColumnProfile& one : profile_.columns) {
      if (!may_be_place(one)) continue;
      if (names_place(one.name)) {
        likely.push_back(&one);
      } else if (one.is_number) {
        numbers.push_back(one.name);
      } else {
        others.push_back(&one);
      }
    }
    if (likely.size() + others.size() == 0 && !numbers.empty()) {
      if (numbers.size() > 3) numbers.resize(3);
      fail(fmt::format("no column looks like the place of an event: {} hold{} numbers", column_list(numbers, " and "),
                       numbers.size() == 1 ? "s" : ""),
           "If the numbers are names of places, say which: --place COLUMN. If they are counts, see 'sourdine range "
           "build "
           "--help'.");
    }
    if (likely.size() + others.size() == 0) {
      fail(
          fmt::format("no column has between 2 and {} different texts that repeat: there is none that may be the place",
                      ColumnProfile::max_values),
          "Name it: --place COLUMN; or write the configuration by hand, with a table place → region.");
    }
    if (likely.size() == 1) {
      first_.place = likely.front()->name;
    } else if (likely.empty() && others.size() == 1) {
      first_.place = others.front()->name;
    } else {
      Question question{"Which column is the place of an event?", {}, {}, "--place"};
      likely.insert(likely.end(), others.begin(), others.end());
      for (const ColumnProfile* one : likely) {
        question.answers.push_back(column(one->name, "--place").name);  // of two columns of one name, neither
        question.remarks.push_back(fmt::format("{} different texts", one->values.size()));
      }
      first_.place = ask(question);
    }
  }

  // One row per place, spelled as most rows do: "Besançon" and "BESANCON" are one.
  void make_table() {
    const ColumnProfile& place = column(first_.place, "--place");
    if (place.has_many_values) {
      fail(fmt::format("column '{}' has more than {} different texts, too many to be regions", shown(place.name),
                       ColumnProfile::max_values),
           "Put them into regions: write a table place → region, and the configuration by hand.");
    }
    struct Spelled {
      std::string name;
      std::uint64_t most = 0;
      std::uint64_t rows = 0;
    };
    std::map<std::string, Spelled> places;  // by folded name; in a public order, not that of the events
    first_.empty_rows = profile_.rows - place.filled;
    for (const auto& [text, rows] : place.values) {
      const std::string folded = fold_name(text);
      if (folded.empty()) {  // "-" is no name
        first_.empty_rows += rows;
        continue;
      }
      Spelled& one = places[folded];
      one.rows += rows;
      if (rows > one.most) {
        one.most = rows;
        one.name = text;
      }
    }
    std::string table = "place,region\n";
    for (const auto& [folded, one] : places) {
      if (!options_.has_public_places && one.rows < options_.rare) {
        first_.rare.emplace_back(one.name, one.rows);
        first_.rare_rows += one.rows;
        continue;
      }
      const std::string region = region_name(one.name);
      table += fmt::format("{},{}\n", csv_field(one.name), csv_field(region));
      ++first_.regions;
      first_.has_other |= region == "other";
    }
    first_.rare_places = first_.rare.size();
    if (places.size() < 2) {
      fail(fmt::format("column '{}' names {} in all, and a release needs at least two", shown(place.name),
                       counted(places.size(), "place")),
           "Choose another column with --place; or write the table of places and the configuration by hand.");
    }
    if (first_.regions < 2) {
      fail(fmt::format("column '{}' names {} in at least {} rows, and a release needs two", shown(place.name),
                       counted(first_.regions, "place"), options_.rare),
           "Choose another column with --place; or say by --public-places that every place in the events is on a "
           "public list.");
    }
    first_.table_path = table_path_of(options_.config);
    first_.table_text = std::move(table);
  }

  // A region's name is published, and no spreadsheet may take it for a formula (events/places.h).
  static std::string region_name(std::string_view place) {
    while (!place.empty() && harmless_cell(place) != place) place.remove_prefix(1);
    return place.empty() ? "unnamed" : std::string(place);
  }

  [[noreturn]] void fail(const std::string& what, const std::string& hint) const {
    fail_input(fmt::format("{}: {}", shown_source(options_.source), what), hint);
  }

  const TableProfile& profile_;
  const FirstConfigOptions& options_;
  const AskQuestion& ask_;
  FirstConfig first_;
};

}  // namespace

std::string default_config_path(const std::string& source) {
  fs::path name = fs::path(source).filename();
  for (const char* ending : {".gz", ".zst", ".csv", ".txt", ".tsv"}) {
    if (name.extension() == ending) name = name.stem();
  }
  return name.string() + ".toml";
}

FirstConfig make_first_config(const TableProfile& profile, const FirstConfigOptions& options, const AskQuestion& ask) {
  return ConfigMaker(profile, options, ask).make();
}

void refuse_existing_config(const std::string& config_path) {
  for (const std::string& path : {config_path, table_path_of(config_path)}) {
    std::error_code error;
    if (fs::symlink_status(path, error).type() == fs::file_type::not_found) continue;
    fail_input(fmt::format("'{}' exists already", path), "It is never written over: choose another name with --out.");
  }
}

void write_first_config(const FirstConfig& first) {
  refuse_existing_config(first.config_path);
  write_new_file(first.table_path, first.table_text);
  try {
    write_new_file(first.config_path, first.config_text);
  } catch (const Error&) {
    std::error_code ignored;
    fs::remove(first.table_path, ignored);  // which nobody has seen yet
    throw;
  }
}

}  // namespace sourdine
