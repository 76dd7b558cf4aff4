// What a survey promises, and what it does not, in plain words of the reader's language.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sourdine/survey/ground.h"

namespace sourdine {

// About what is published: the collections, and what is known of the clients' counts.
struct SurveyFacts {
  std::vector<std::string> collections;
  std::vector<std::uint64_t> people;  // by collection
  SymbolCap cap = SymbolCap::none;
  bool is_seeded = false;
  double confidence = 0.95;
};

struct SurveyStatement {
  std::string promise;            // both levels of ε
  std::vector<std::string> more;  // what follows from it: one report, several values, fake data
  std::vector<std::string> not_protected;
  std::vector<std::string> not_private_because;  // empty: the promise holds
  std::string beyond_cap;                        // what a cap does to the estimates; empty: there is none
};
SurveyStatement survey_statement(const SurveyGround& ground, const SurveyFacts& facts, Language language);

// What the collections together tell of a person: the protocol's own guarantee of a single fresh report, else that of
// the total (survey/ground.h).
Guarantee survey_guarantee(const SurveyGround& ground, const SurveyFacts& facts);

// PRIVACY.md, in the configuration's language.
std::string survey_document(const SurveyGround& ground, const SurveyFacts& facts, const std::string& software,
                            const std::string& date);

}  // namespace sourdine
