#include "sourdine/anonymize/compare.h"

#include <filesystem>

#include "sourdine/base/text.h"
#include "sourdine/publish/speaker.h"

namespace sourdine {
namespace {

constexpr Words nothing_in_common{
    "{directory} has no quasi-identifier and sensitive column in common with this table.",
    "{directory} n'a pas de quasi-identifiant et de colonne sensible en commun avec cette table."};
constexpr Words both_tables_words{
    "Together with {directory}, {column} of up to {revealed} is revealed ({alone} by this table alone): whoever is in "
    "both has the one value that their two classes share. {possible} of {rows} may belong to somebody of both.",
    "Avec {directory}, {column} est révélé pour {revealed} au plus ({alone} par cette seule table) : qui est dans les "
    "deux a la seule valeur commune à ses deux classes. Peuvent appartenir à quelqu'un des deux : {possible} sur "
    "{rows}."};
constexpr Words unknown_value{"{count} value could not be compared: there may be more.",
                              "{count} valeur n'a pas pu être comparée : il peut y en avoir davantage."};
constexpr Words unknown_values{"{count} values could not be compared: there may be more.",
                               "{count} valeurs n'ont pas pu être comparées : il peut y en avoir davantage."};

}  // namespace

std::vector<Comparison> compare_with_release(const Anonymized& table, const std::string& directory) {
  const auto rows = open_table((std::filesystem::path(directory) / "table.csv").string());
  const TextTable earlier = read_text_table(*rows);
  std::vector<LabelledColumn> quasi, earlier_quasi;
  for (const QuasiConfig& column : table.config.quasi) {
    const TextColumn* const other = earlier.find(column.column);
    if (other == nullptr) continue;
    quasi.push_back(table.published.at(column.column).labelled());
    earlier_quasi.push_back(other->labelled());
  }
  std::vector<Comparison> comparisons;
  for (const SensitiveConfig& sensitive : table.config.sensitive) {
    const TextColumn* const other = earlier.find(sensitive.column);
    if (other == nullptr || quasi.empty()) continue;
    comparisons.push_back(
        {directory, sensitive.column,
         compare_releases(quasi, table.published.at(sensitive.column).labelled(), earlier_quasi, other->labelled())});
  }
  if (comparisons.empty()) comparisons.push_back({directory});
  return comparisons;
}

std::string text_of(const Comparison& comparison, Language language) {
  const Speaker speaker(language);
  const std::string directory = speaker.quoted(shown(comparison.directory));
  if (comparison.column.empty()) return speaker.say(nothing_in_common, {{"directory", directory}});
  const TwoReleases& both = comparison.found;
  std::string text =
      speaker.say(both_tables_words, {{"directory", directory},
                                      {"column", speaker.quoted(shown(comparison.column))},
                                      {"revealed", speaker.counted(both.revealed_possibly, row_word, rows_word)},
                                      {"alone", speaker.number(both.revealed_alone)},
                                      {"possible", speaker.counted(both.possible, row_word, rows_word)},
                                      {"rows", speaker.number(both.rows)}});
  if (both.unknown_values > 0) {
    text += " " + speaker.counted(both.unknown_values, unknown_value, unknown_values);
  }
  return text;
}

}  // namespace sourdine
