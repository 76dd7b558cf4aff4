// The reports of one collection, made in memory.
#pragma once

#include <string>

#include "sourdine/protocol/reports.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/row_secret.h"
#include "sourdine/survey/people.h"
#include "sourdine/survey/symbol_state.h"

namespace sourdine {

// A name for all that the permanent responses of the survey depend on but the secret and the ids: a hash of data set,
// solution, attributes and first rounds. Surveys with the same memo share permanent responses.
std::string memo_name(const PreparedSurvey& survey);

// Tells one key of the memo from another, and nothing else of it.
std::string key_name(const PreparedSurvey& survey, const RowSecret& secret);

// Of people who report once: fresh randomness. One report each, in the order of the table.
Reports fresh_reports(const PreparedSurvey& survey, const SurveyCollection& people, const RandomSource& random,
                      const StopToken& stop);

// Of people who report again: trait, permanent responses and, with smp, the attribute are functions of the secret and
// of the person's id; what is drawn from `random` is the second round. `state`, where there is one, says which symbols
// may be reported about, and counts them.
Reports memo_reports(const PreparedSurvey& survey, const SurveyCollection& people, const RowSecret& secret,
                     const RandomSource& random, SymbolState* state, const StopToken& stop);

}  // namespace sourdine
