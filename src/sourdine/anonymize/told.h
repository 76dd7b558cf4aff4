// What the terminal is told of a generalised table, beside what it promises: sentences. Internal to anonymize/.
#pragma once

#include <string>
#include <vector>

#include "sourdine/anonymize/compare.h"
#include "sourdine/publish/speaker.h"

namespace sourdine {

// Rows, what is reached of each sensitive column, losses.
std::vector<std::string> told_table(const Anonymized& table, const Speaker& speaker);
// How coarse each quasi-identifier becomes, and what the limit of suppression allowed: for a check.
std::vector<std::string> told_levels(const Anonymized& table, const Speaker& speaker);
// Risks and attacks, and what comparing with earlier tables found.
std::vector<std::string> told_risks(const Anonymized& table, const std::vector<Comparison>& earlier,
                                    const Speaker& speaker);

}  // namespace sourdine
