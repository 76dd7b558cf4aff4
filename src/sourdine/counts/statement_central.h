// The statement of a central release, and of persons in the local model. Internal to counts/.
#pragma once

#include <string>
#include <vector>

#include "sourdine/counts/statement.h"
#include "sourdine/publish/speaker.h"

namespace sourdine {

// facts.central must be there. Without the reasons why a release is not private that all releases share.
Statement central_statement(const StatementFacts& facts, const Speaker& speaker);
// "year, month, day".
std::string period_words(const std::vector<std::string>& names, const Speaker& speaker);
std::string central_coverage(const StatementFacts& facts, const Speaker& speaker);
// The rows of the table of numbers: label and value.
std::vector<std::pair<std::string, std::string>> central_numbers(const StatementFacts& facts, const Speaker& speaker);
std::string central_reading(const StatementFacts& facts, const Speaker& speaker);

}  // namespace sourdine
