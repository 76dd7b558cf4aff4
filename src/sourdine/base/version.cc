#include "sourdine/base/version.h"

namespace sourdine {

std::string_view version() { return SOURDINE_VERSION; }

}  // namespace sourdine
