#include "sourdine/init/first_config.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/csv.h"
#include "sourdine/base/error.h"
#include "sourdine/base/fold_name.h"
#include "sourdine/base/text.h"
#include "sourdine/counts/config.h"
#include "sourdine/events/named_rows.h"
#include "sourdine/init/column_choice.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

std::string table_path_of(const std::string& config_path) {
  const fs::path path = config_path;
  return (path.parent_path() / (path.stem().string() + ".places.csv")).string();
}

void write_new_file(const std::string& path, std::string_view text) {
  AtomicFile file(path, {}, AtomicFile::Existing::refused);
  file.append(text);
  file.commit();
}

std::string toml_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      quoted += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

// The events as seen from the configuration's folder. A data frame has no name that would last.
std::string source_text(const FirstConfigOptions& options) {
  if (is_named_rows(options.source))
    return "# source = \"events.csv\"  # or a data frame, given with the configuration";
  const fs::path folder = fs::path(options.config).parent_path();
  const fs::path source = options.source;
  return fmt::format(
      "source = {}",
      toml_text(source.is_absolute() || folder.empty() ? source.string() : fs::proximate(source, folder).string()));
}

// That of the events, whatever the configuration is called: all releases of them add up in one ledger.
std::string dataset_name(const FirstConfigOptions& options) {
  if (is_named_rows(options.source)) return fs::path(options.config).stem().string();
  const std::string name = fs::path(default_config_path(options.source)).stem().string();
  return name.empty() || name[0] == '.' ? fs::path(options.config).stem().string() : name;
}

std::string head_text(const TableProfile& profile, const FirstConfigOptions& options) {
  const std::string dataset = dataset_name(options);
  return fmt::format(
      "# Made by 'sourdine init' from {0} rows. docs/configuration.md explains every key.\n"
      "# Before you publish: sourdine release --config {1} --check\n"
      "title = {2}\n"
      "# What all releases of these events add up under, in {3}.ledger.jsonl:\n"
      "dataset = {2}\n"
      "# events_word = \"calls\"    # what is counted, in the plural, for the page and PRIVACY.md\n"
      "# places_word = \"towns\"    # where, in the plural\n"
      "# language = \"fr\"          # of the page and of PRIVACY.md\n\n[events]\n{4}\n",
      profile.rows, escaped(shell_word(options.config)), toml_text(dataset), escaped(dataset), source_text(options));
}

std::string events_text(const TableProfile& profile, const FirstConfig& first) {
  std::string text;
  if (profile.skip_lines > 0) {
    text += fmt::format("skip_lines = {}  # before the header\n", profile.skip_lines);
  }
  text += fmt::format("time = {}\n", toml_text(first.time));
  if (!first.clock.empty()) text += fmt::format("clock = {}  # the time of day\n", toml_text(first.clock));
  if (first.time_format != "auto") text += fmt::format("time_format = {}\n", toml_text(first.time_format));
  if (!first.time_zone.empty()) {
    text += fmt::format("time_zone = {}  # whose days are counted\n", toml_text(first.time_zone));
  }
  text += fmt::format("place = {}\n", toml_text(first.place));
  text += first.times.unreadable > 0
              ? fmt::format("on_bad_row = \"skip\"      # {} without a time that can be read; or \"stop\"\n",
                            counted(first.times.unreadable, "row"))
              : "# on_bad_row = \"skip\"    # leave rows out that cannot be read\n";
  text +=
      "# keep = []                # columns that are public: copied into the synthetic rows as they are\n"
      "# from = 2006-01-01        # days to cover; default: from the first event to the last\n";
  return text;
}

std::string places_text(const FirstConfigOptions& options, const FirstConfig& first) {
  std::string text = "\n[places]\n";
  if (options.has_public_places) {
    text += "# Said to be a public list: which places are here tells nobody anything.\nlist = \"public\"\n";
  } else {
    text += fmt::format(
        "# These {} places were found in the events. The names in the table are published: COMPARE IT WITH A PUBLIC\n"
        "# LIST, add the places that had no event, and put small ones together by giving them one region. Then write\n"
        "# \"public\" here; until then a release is marked as NOT private.\nlist = \"from the events\"\n",
        first.regions);
  }
  text += fmt::format("table = {}\nplace = \"place\"\nregion = \"region\"\n",
                      toml_text(fs::path(first.table_path).filename().string()));
  if (options.has_public_places) {  // whatever the events are
    text += "other = \"own region\"     # rows with other places, or none, count together; or \"drop\", or \"stop\"\n";
  } else if (first.rare_rows + first.empty_rows > 0) {
    text += fmt::format(
        "# Rows with other places, or none, count together; places in fewer than {} rows are not in the table.\n"
        "other = \"own region\"     # or \"drop\", or \"stop\"\n",
        options.rare);
  } else {
    return text + "other = \"stop\"           # a place that is not in the table; or \"drop\", or \"own region\"\n";
  }
  if (first.has_other) text += "other_name = \"all others\"\n";
  return text;
}

// The TOML of a first configuration, with its comments; `first` has everything but its texts. Nothing in it but names
// of columns and files, and numbers of rows and places.
std::string first_config_text(const TableProfile& profile, const FirstConfigOptions& options,
                              const FirstConfig& first) {
  return head_text(profile, options) + events_text(profile, first) + places_text(options, first) +
         fmt::format(
             "\n[privacy]\n"
             "epsilon = {}              # smaller is more private and less precise; --check says how precise\n"
             "# budget = {}             # all releases of this data set together may cost no more\n"
             "# Epsilon protects one event. Where people have several, name the column that tells whose an event is: "
             "epsilon is\n# then a person's, with all their events (docs/central.md compares the ways).\n"
             "# person = \"patient_id\"\n"
             "# max_events = 3         # of one person that are counted\n\n"
             "[publish]\nperiods = [\"year\", \"month\", \"day\"]\n",
             options.epsilon, 3 * options.epsilon);
}

// A region's name is published, and no spreadsheet may take it for a formula (events/places.h).
std::string region_name(std::string_view place) {
  while (!place.empty() && harmless_cell(place) != place) place.remove_prefix(1);
  return place.empty() ? "unnamed" : std::string(place);
}

// One row per place, spelled as most rows do: "Besançon" and "BESANCON" are one.
void make_table(const TableProfile& profile, const FirstConfigOptions& options, const ColumnChoice& choice,
                FirstConfig& first) {
  const ColumnProfile& place = choice.column(first.place, "--place");
  if (place.has_many_values) {
    choice.fail(fmt::format("column '{}' has more than {} different texts, too many to be regions", shown(place.name),
                            ColumnProfile::max_values),
                "Put them into regions: write a table place → region, and the configuration by hand.");
  }
  struct Spelled {
    std::string name;
    std::uint64_t most = 0;
    std::uint64_t rows = 0;
  };
  std::map<std::string, Spelled> places;  // by folded name; in a public order, not that of the events
  first.empty_rows = profile.rows - place.filled;
  for (const auto& [text, rows] : place.values) {
    const std::string folded = fold_name(text);
    if (folded.empty()) {  // "-" is no name
      first.empty_rows += rows;
      continue;
    }
    Spelled& spelled = places[folded];
    spelled.rows += rows;
    if (rows > spelled.most) {
      spelled.most = rows;
      spelled.name = text;
    }
  }
  std::string table = "place,region\n";
  for (const auto& [folded, spelled] : places) {
    if (!options.has_public_places && spelled.rows < options.rare) {
      first.rare.emplace_back(spelled.name, spelled.rows);
      first.rare_rows += spelled.rows;
      continue;
    }
    const std::string region = region_name(spelled.name);
    table += fmt::format("{},{}\n", csv_field(spelled.name), csv_field(region));
    ++first.regions;
    first.has_other |= region == "other";
  }
  if (places.size() < 2) {
    choice.fail(fmt::format("column '{}' names {} in all, and a release needs at least two", shown(place.name),
                            counted(places.size(), "place")),
                "Choose another column with --place; or write the table of places and the configuration by hand.");
  }
  if (first.regions < 2) {
    choice.fail(fmt::format("column '{}' names {} in at least {} rows, and a release needs two", shown(place.name),
                            counted(first.regions, "place"), options.rare),
                "Choose another column with --place; or say by --public-places that every place in the events is on a "
                "public list.");
  }
  first.table_path = table_path_of(options.config);
  first.table_text = std::move(table);
}

}  // namespace

std::string default_config_path(const std::string& source) {
  fs::path name = fs::path(source).filename();
  for (const char* ending : {".gz", ".zst", ".csv", ".txt", ".tsv"}) {
    if (name.extension() == ending) name = name.stem();
  }
  return name.string() + ".toml";
}

FirstConfig make_first_config(const TableProfile& profile, const FirstConfigOptions& options, const AskQuestion& ask) {
  const ColumnChoice choice(profile, options, ask);
  choice.require_table();
  FirstConfig first;
  choice.choose_time(first);
  choice.choose_place(first);
  make_table(profile, options, choice, first);
  first.config_path = options.config;
  first.config_text = first_config_text(profile, options, first);
  parse_config(first.config_text, first.config_path);  // what is written can be read
  return first;
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
