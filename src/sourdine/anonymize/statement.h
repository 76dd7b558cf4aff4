// What a generalised table promises, and what it does not, in plain words. Internal to anonymize/.
#pragma once

#include <string>
#include <vector>

#include "sourdine/anonymize/compare.h"
#include "sourdine/publish/promise.h"

namespace sourdine {

// The models in words: "5-anonymity, distinct 3-diversity of 'disease'".
std::string models_text(const AnonymizeConfig& config, Language language = Language::en);

// Nothing by differential privacy.
Promise tables_promise(const Anonymized& table);
// What PRIVACY.md says beside it. `earlier`: what comparing with earlier tables found.
StatementDetails tables_details(const Anonymized& table, const std::vector<Comparison>& earlier);

}  // namespace sourdine
