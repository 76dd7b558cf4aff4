// What the terminal is told of a generalised table, before what it promises: sentences in English. Internal to
// anonymize/.
#pragma once

#include <string>
#include <vector>

#include "sourdine/anonymize/compare.h"

namespace sourdine {

// Rows, what is reached of each sensitive column, losses.
std::vector<std::string> told_table(const Anonymized& made);
// How coarse each quasi-identifier becomes, and what the limit of suppression allowed: for a check.
std::vector<std::string> told_levels(const Anonymized& made);
// Risks and attacks, and what comparing with earlier tables found.
std::vector<std::string> told_risks(const Anonymized& made, const std::vector<Comparison>& earlier);

}  // namespace sourdine
