// What repeated reports of one person tell, exactly.
//
// About one symbol (a value; of loloha its hash, of dbitflip its pattern): t reports from one permanent response spend
// ε(t) = Memoised::epsilon_after(t): ε(1) = ε1, rising, never above ε. (The published formula puts ε1 where the ε of
// the second round belongs, and states too little: longitudinal/published.h.)
// About several: a history that uses m different symbols spends the sum over them, m·ε at most, and never more than
// max_symbols()·ε. This is against any other history of the same pattern: the same reports have equal symbols. Between
// two such there is a bijection of symbols, and all reports about a symbol spend ε at most. Other histories are told
// apart by more, even such as change at the same moments (a b a and a b c): two reports from two permanent responses
// agree less often than two from one. Of any two histories only this is true: each report spends at most the ε of the
// second round, whatever the permanent responses, t reports t times that. Without a second round (dbitflip) a change of
// the symbol is there to be seen, and nothing bounds it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/protocol/memoised.h"
#include "sourdine/protocol/protocol.h"

namespace sourdine {

// ε(t) for each t ≥ 1. Throws Error(bad_input) for t = 0.
std::vector<double> leakage(const Memoised& protocol, std::span<const std::uint64_t> reports);

// The ε of a history with so many reports about each of its different symbols, rounded up.
double history_epsilon(const Memoised& protocol, std::span<const std::uint64_t> reports_per_symbol);
// The same whatever the number of reports: `symbols` times symbol_epsilon(), no more often than there are symbols.
double lifetime_epsilon(const Memoised& protocol, std::uint64_t symbols);

// How a client keeps to a largest number of symbols (longitudinal/memo_budget.h).
enum class SymbolCap {
  none,      // nobody counts: all symbols there are
  enforced,  // the client counts, and repeats its last memo beyond the cap
  lost,      // it counted, and what it had counted was lost: the cap bounds nothing
};
// The guarantee about everything one person ever reports: unit person, the total, and in words what it rests on.
// `symbols` is the cap where it is enforced, and what it was where it is lost. Throws Error(bad_input) when the
// protocol is not Memoised.
Guarantee lifetime_guarantee(const Protocol& protocol, SymbolCap cap, std::uint64_t symbols = 0);

}  // namespace sourdine
