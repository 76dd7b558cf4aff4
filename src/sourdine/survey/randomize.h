// randomize_survey(): a table of people → report files, paid for before. One file per collection; where the table has
// several collections, a directory of them that appears whole or not at all.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/privacy/ledger/totals.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/row_secret.h"
#include "sourdine/survey/people.h"

namespace sourdine {

struct SurveyRandomizing {
  PeopleOptions people;
  std::string out;
  bool replaces = false;                 // what is there; what was spent stays spent
  bool draws_key = false;                // the memo's key, which must not be there yet
  bool lost_state = false;               // begin again after the state was lost: the cap then bounds nothing
  std::optional<RowSecret> secret = {};  // in place of the memo's key: seeded
  std::function<void(const std::string&)> progress = [](const std::string&) {};
  StopToken stop;
};

struct MadeCollection {
  std::string name;
  std::uint64_t reports = 0;
  std::string file;
};

// Of people who report again.
struct PersonTotal {
  SymbolCap cap = SymbolCap::none;
  std::uint64_t collections = 0;   // so far, these included; 0: nobody counts
  double total = 0;                // of a person, so far
  double lifetime = 0;             // … and for ever
  std::uint64_t most_symbols = 0;  // that anybody has used; 0: nobody counts. Told by the values: not to be published
  std::uint64_t repeats = 0;       // reports about another symbol, because of the cap
};

struct RandomizedSurvey {
  SurveyGround ground;
  std::vector<MadeCollection> collections;
  std::optional<PersonTotal> person;
  LedgerTotal spent;
  bool is_private = true;
};

// Throws Error, writing nothing: what read_people() throws, a key that is missing, too short, readable by others or not
// that of the collections in state and ledger, a state of another survey or a lost one, budget_refused, an output that
// is there and, where it may be replaced, one that is no reports.
RandomizedSurvey randomize_survey(SurveyGround ground, const RandomSource& random, const SurveyRandomizing& options);

}  // namespace sourdine
