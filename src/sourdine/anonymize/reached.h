// What is true of a published table, computed from its text alone, and what attacks find in it (anonymity/attacks.h,
// anonymity/minimality.h), before it is published. Internal to anonymize/.
#pragma once

#include "sourdine/anonymize/anonymize.h"

namespace sourdine {

// The rows that are published alike.
Classes classes_of_text(const Anonymized& table);
Reached reached_of(const Anonymized& table);
Risks risks_of(const Anonymized& table);
std::vector<SensitiveAttacks> attacks_on(const Anonymized& table);

// Whether that is what was asked for.
bool fulfils(const Reached& reached, const AnonymizeConfig& config);

}  // namespace sourdine
