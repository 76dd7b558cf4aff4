// What releases from events and from collected reports have in common. Internal to release/.
#pragma once

#include "sourdine/release/release.h"

namespace sourdine {

// From release.collected to what is published: estimates by every period of the configuration, the shares of synthetic
// rows, and the facts of the statement.
void estimate_release(Release& release, const RandomSource& random, const BuildOptions& options);

}  // namespace sourdine
