// What is true of a published table, computed from its text alone. Internal to anonymize/.
#pragma once

#include "sourdine/anonymize/anonymize.h"

namespace sourdine {

// The rows that are published alike.
Classes classes_of_text(const Anonymized& made);
Reached reached_of(const Anonymized& made);
Risks risks_of(const Anonymized& made);

// Whether that is what was asked for.
bool fulfils(const Reached& reached, const AnonymizeConfig& config);

}  // namespace sourdine
