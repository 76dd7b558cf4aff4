// AnonymizeConfig: what a data officer writes in a TOML file to publish a generalised table. docs/anonymity.md explains
// every key.
//
// Relative paths in the file are relative to the file's folder. Unknown keys are errors, and so is a column of the
// table that has no role: a name that was forgotten must not be published.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/anonymity/hierarchy.h"
#include "sourdine/anonymity/models.h"
#include "sourdine/anonymity/table.h"
#include "sourdine/publish/config_text.h"
#include "sourdine/publish/source_config.h"

namespace sourdine {

enum class HierarchyKind { file, intervals, cuts, automatic, dates, masked, places, flat };
enum class Algorithm { optimal, mondrian, mondrian_relaxed };
enum class MissingValues { category, drop_rows };

std::string_view word_of(HierarchyKind kind);
std::string_view word_of(Algorithm algorithm);
std::string_view word_of(GroundDistance distance);
// The word of a measure in configurations and manifests: "ncp".
std::string_view key_of(LossMeasure measure);

struct QuasiConfig {
  std::string column;
  HierarchyKind kind = HierarchyKind::flat;
  std::string file = {};                       // of file and places
  char separator = ';';                        // of file
  std::vector<std::int64_t> widths = {};       // of intervals
  std::int64_t origin = 0;                     // of intervals and automatic
  std::vector<std::vector<double>> cuts = {};  // of cuts
  std::vector<DateStep> steps{std::begin(default_date_steps), std::end(default_date_steps)};  // of dates
  std::string place = "town";  // of places: columns of its file
  std::string region = "region";
  std::optional<bool> is_ordered = {};  // for Mondrian; nothing: where its kind is one of numbers or dates
};

struct SensitiveConfig {
  std::string column;
  SensitiveModel model = {};            // without its hierarchy
  std::string file = {};                // of the hierarchical distance
  std::vector<std::string> order = {};  // of the ordered distance; empty: the values are numbers
};

struct AnonymizeConfig {
  Head head = {.has_population = true};

  SourceConfig table;                       // the command line may give another source
  std::vector<std::string> missing = {""};  // texts that mean: not known
  MissingValues on_missing = MissingValues::category;

  // Everybody of whom the table has some, with the quasi-identifiers' columns: what presence and risks are measured
  // against.
  std::optional<SourceConfig> population;

  std::vector<std::string> identifiers;  // columns that are removed
  std::vector<std::string> keep;         // columns that are published as they are
  std::vector<QuasiConfig> quasi;
  std::vector<SensitiveConfig> sensitive;

  std::uint64_t k = 0;
  std::uint64_t max_suppressed = 0;            // rows
  std::optional<double> max_suppressed_share;  // of the rows, in place of their number
  std::optional<PresenceModel> presence;

  Algorithm algorithm = Algorithm::optimal;
  LossMeasure measure = LossMeasure::ncp;
  bool recodes_locally = true;  // the optimum
};

// Throws Error(bad_input) naming file, line and key.
AnonymizeConfig read_anonymize_config(const ConfigText& text);
// The same of a text in place of a file.
inline AnonymizeConfig parse_anonymize_config(const std::string& text, const std::string& path) {
  return read_anonymize_config({text, path});
}

}  // namespace sourdine
