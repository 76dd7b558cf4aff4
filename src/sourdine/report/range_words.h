// What the guarantee of a range structure says, in French: units, neighbours, caveats and reasons against privacy.
#pragma once

#include <string>

namespace sourdine {

// A sentence that is not known stays as it is: a promise is better said in English than not at all.
std::string french_range_sentence(const std::string& english);

}  // namespace sourdine
