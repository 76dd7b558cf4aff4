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
#include "sourdine/init/column_choice.h"
#include "sourdine/init/first_config_text.h"

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
  first.rare_places = first.rare.size();
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
