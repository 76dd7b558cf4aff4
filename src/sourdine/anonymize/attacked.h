// The attacks on a published table, run before it is published. Internal to anonymize/; what they are is in
// anonymity/attacks.h and anonymity/minimality.h, what they found is in Anonymized.
#pragma once

#include "sourdine/anonymize/anonymize.h"

namespace sourdine {

std::vector<SensitiveAttacks> attacks_on(const Anonymized& table);

}  // namespace sourdine
