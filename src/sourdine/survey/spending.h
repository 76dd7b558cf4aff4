// What a collection spends, as the ledger has it.
//
// Asked once: the guarantee of the tuple protocol, for every collection anew. Asked again and again: the total of a
// person grows by one symbol with every collection, up to the limit (survey/survey.h), whatever people answer. Where
// somebody counts, the entry of a collection after which people have s symbols at most is the step from s−1 to s, and
// names the s-th symbols of this key as its draw (which begins with names of survey and key); where the limit was
// reached before, it names the last step again, which the ledger counts once (LedgerEntry::draw). Where nobody counts,
// every entry names all symbols there are: they are charged with the first collection.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "sourdine/ledger_store/spending.h"
#include "sourdine/random/row_secret.h"
#include "sourdine/survey/survey.h"

namespace sourdine {

// Of the next collection, of people who report once. Both are without purpose, and of random bits.
Spending once_spending(const PreparedSurvey& survey);
// Of a collection after which anybody has `symbols` of an attribute at most; 0: nobody counts.
Spending repeated_spending(const PreparedSurvey& survey, const RowSecret& secret, SymbolCap cap, std::uint64_t symbols);

// The keys (key_name) under which the ledger has collections of this survey: whoever has another one would draw
// everybody's permanent responses anew, and whoever finds no state beside them has lost it.
std::set<std::string> keys_with_collections(const PreparedSurvey& survey, const StopToken& stop);

// The guarantee about what one person reports with so many symbols of an attribute.
Guarantee person_guarantee(const PreparedSurvey& survey, double epsilon, std::uint64_t symbols);
// The same of people without a memo, who report once in each of so many collections.
Guarantee fresh_guarantee(const PreparedSurvey& survey, std::uint64_t collections);

}  // namespace sourdine
