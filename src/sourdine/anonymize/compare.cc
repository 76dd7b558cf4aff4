#include "sourdine/anonymize/compare.h"

#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/text.h"

namespace sourdine {
std::vector<Comparison> compare_with_release(const Anonymized& made, const std::string& directory) {
  const auto rows = open_table((std::filesystem::path(directory) / "table.csv").string());
  const TextTable earlier = read_text_table(*rows);
  std::vector<LabelledColumn> quasi, earlier_quasi;
  for (const QuasiConfig& each : made.config.quasi) {
    const TextColumn* const other = earlier.find(each.column);
    if (other == nullptr) continue;
    quasi.push_back(labelled(*made.published.find(each.column)));
    earlier_quasi.push_back(labelled(*other));
  }
  std::vector<Comparison> comparisons;
  for (const SensitiveConfig& each : made.config.sensitive) {
    const TextColumn* const other = earlier.find(each.column);
    if (other == nullptr || quasi.empty()) continue;
    comparisons.push_back(
        {directory, each.column,
         compare_releases(quasi, labelled(*made.published.find(each.column)), earlier_quasi, labelled(*other))});
  }
  if (comparisons.empty()) comparisons.push_back({directory});
  return comparisons;
}

std::string text_of(const Comparison& comparison) {
  const std::string directory = shown(comparison.directory);
  if (comparison.column.empty()) {
    return fmt::format("'{}' has no quasi-identifier and sensitive column in common with this table.", directory);
  }
  const TwoReleases& both = comparison.found;
  std::string text = fmt::format(
      "Together with '{}', '{}' of up to {} is revealed ({} by this table alone): whoever is in both has the one value "
      "that their two classes share. {} of {} may belong to somebody of both.",
      directory, shown(comparison.column), counted(both.revealed_possibly, "row"), both.revealed_alone,
      counted(both.possible, "row"), both.rows);
  if (both.unknown_values > 0) {
    text += fmt::format(" {} could not be compared: there may be more.", counted(both.unknown_values, "value"));
  }
  return text;
}

}  // namespace sourdine
