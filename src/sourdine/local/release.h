// Local releases: every event is randomised by itself as it is read, and everything that is published is computed from
// the reports.
#pragma once

#include "sourdine/counts/release.h"

namespace sourdine {

Release draw_local_release(PreparedRelease prepared, const RandomSource& random, const BuildOptions& options);

// From release.collected to what is published, for collected reports, too: estimates by every period of the
// configuration, the shares of synthetic rows, and the facts of the statement.
void estimate_release(Release& release, const RandomSource& random, const BuildOptions& options);

}  // namespace sourdine
