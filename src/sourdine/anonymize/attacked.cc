#include "sourdine/anonymize/attacked.h"

#include <algorithm>

#include "sourdine/anonymize/reached.h"

namespace sourdine {

std::vector<SensitiveAttacks> attacks_on(const Anonymized& table) {
  constexpr std::uint64_t most_ruled_out = 3;
  const Classes classes = classes_of_text(table);
  std::vector<SensitiveAttacks> attacks;
  for (std::size_t s = 0; s < table.config.sensitive.size(); ++s) {
    const TextColumn& column = table.published.at(table.config.sensitive[s].column);
    const ClassHistograms histograms(classes, {column.codes, static_cast<Value>(column.texts.size())});
    const auto rows = histograms.all();
    const auto values = static_cast<std::uint64_t>(
        std::count_if(rows.begin(), rows.end(), [](std::uint32_t count) { return count > 0; }));
    attacks.push_back({.column = column.name,
                       .values = values,
                       .homogeneity = attack_homogeneity(classes, histograms),
                       .background = attack_with_background(classes, histograms, std::min(most_ruled_out, values - 1)),
                       .minimality = {}});
    if (table.search && table.search->best) {
      attacks.back().minimality = attack_minimality(table.problem, *table.search->best, s);
    }
  }
  return attacks;
}

}  // namespace sourdine
