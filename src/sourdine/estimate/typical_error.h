// Which oracle errs least for the shares one expects? Decided before anything is collected, from public numbers alone.
//
// Error: the mean over the values of the standard error of their shares, for fixed shares. Oracles differ in how their
// error grows with the share: at ε = 5.89 that of oue for a value held by a tenth is ten times that for one nobody
// holds, that of grr hardly changes. Ranking by values nobody holds is therefore wrong where ε is large.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

// √n times the mean standard error of the k shares, when these are `shares` (k numbers ≥ 0 that sum to 1).
double typical_error(const Oracle& oracle, std::span<const double> shares);

// Shares that someone declares, by label. The values that are not named share what is left of 1 evenly; nothing named,
// all are equal. Throws Error(bad_input): a label that the domain does not have (naming one that is near), a number
// below 0, numbers that sum to more than 1, or to less when all values are named.
std::vector<double> declared_shares(const Domain& domain, const std::map<std::string, double>& declared);

// The pure oracle of the table with the smallest typical error; shorter reports where two are equal. `ue` and `adp` are
// left out: one has no ε of its own, the other is one of the others.
std::string best_pure_oracle(const Domain& domain, double epsilon, std::span<const double> shares);

}  // namespace sourdine
