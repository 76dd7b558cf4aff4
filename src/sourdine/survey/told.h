// What the terminal is told of a survey: of reports that were made or would be, of estimates that would be published,
// and of what a person spends altogether. Internal to survey/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/publish/kind.h"
#include "sourdine/survey/estimates.h"
#include "sourdine/survey/people.h"
#include "sourdine/survey/statement.h"

namespace sourdine {

// Of people who report again.
struct PersonTotal {
  SymbolCap cap = SymbolCap::none;
  std::uint64_t collections = 0;   // so far, these included; 0: nobody counts
  double total = 0;                // of a person, so far
  double lifetime = 0;             // … and for ever
  std::uint64_t most_symbols = 0;  // that anybody has used; 0: nobody counts. Told by the values: not to be published
  std::uint64_t repeats = 0;       // reports about another symbol, because of the cap
};

// What one person spends.
std::vector<std::string> told_person(const PersonTotal& person, const Speaker& speaker);

// Of reports that were not drawn: of how many people, what estimates from them will be worth, what they promise and
// what a person spends with them.
Outlook reports_outlook(const PreparedSurvey& survey, const std::vector<SurveyCollection>& collections,
                        const std::optional<PersonTotal>& person, bool is_seeded);
// Of estimates that were not published: of how many reports, how uncertain, and what they promise.
Outlook estimates_outlook(const PreparedSurvey& survey, const SurveyFacts& facts, const SurveyEstimates& estimates);

}  // namespace sourdine
