// What a survey promises, and what it does not, in plain words. Internal to survey/.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sourdine/publish/promise.h"
#include "sourdine/survey/survey.h"

namespace sourdine {

// About what is published: the collections, and what is known of the clients' counts.
struct SurveyFacts {
  std::vector<std::string> collections = {};
  std::vector<std::uint64_t> people = {};  // by collection
  SymbolCap cap = SymbolCap::none;
  bool is_seeded = false;
  double confidence = 0.95;
};

// Of estimates: what all collections together tell of a person.
Promise survey_promise(const PreparedSurvey& survey, const SurveyFacts& facts);
// Of reports, by themselves: what a person spends altogether, the ledger says.
Promise reports_promise(const PreparedSurvey& survey, bool is_seeded);

// What the collections together tell of a person: the protocol's own guarantee of a single fresh report, else that of
// the total (survey/survey.h).
Guarantee survey_guarantee(const PreparedSurvey& survey, const SurveyFacts& facts);

// What PRIVACY.md says beside it.
StatementDetails survey_details(const PreparedSurvey& survey, const SurveyFacts& facts);
// The statement as --json has had it from the first version on.
nlohmann::ordered_json statement_keys(const Statement& statement);
// What a cap does to the estimates; empty: there is none.
std::string beyond_cap_text(const PreparedSurvey& survey, Language language);
// The promise in a few words, below a picture: "local differential privacy, ε = 2 for each report".
std::string survey_caption(const PreparedSurvey& survey, const SurveyFacts& facts, Language language);

}  // namespace sourdine
