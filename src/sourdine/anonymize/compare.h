// A new table beside an earlier one of the same people, before it is published: what the two tell together.
#pragma once

#include <string>
#include <vector>

#include "sourdine/anonymity/two_releases.h"
#include "sourdine/anonymize/anonymize.h"
#include "sourdine/publish/words.h"

namespace sourdine {

struct Comparison {
  std::string directory;    // of the earlier table
  std::string column = {};  // the sensitive one; empty where the two have nothing to compare
  TwoReleases found = {};
};

// Of rows, for every sentence about them.
inline constexpr Words row_word{"{count} row", "{count} ligne"};
inline constexpr Words rows_word{"{count} rows", "{count} lignes"};

// With the table.csv of `directory`, by each sensitive column that both have; one without a column where they have no
// quasi-identifier or no sensitive column in common. Throws Error(bad_input) when it cannot be read.
std::vector<Comparison> compare_with_release(const Anonymized& table, const std::string& directory);

// In a sentence or two.
std::string text_of(const Comparison& comparison, Language language = Language::en);

}  // namespace sourdine
