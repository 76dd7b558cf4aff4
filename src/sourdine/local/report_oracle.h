// The oracle of a local release: every event is one report by it.
#pragma once

#include <memory>
#include <optional>

#include "sourdine/counts/config.h"
#include "sourdine/oracle/oracle.h"

namespace sourdine {

// What the configuration's "auto" stands for: the pure oracle with the smallest error at this k and ε for the shares
// that the configuration declares, or equal ones (estimate/typical_error.h). Throws Error(bad_input) for declared
// shares that do not fit the regions.
OracleSpec choose_oracle(const PrivacyConfig& privacy, const Domain& regions);

// The oracle of a release: the configuration's, or the one chosen for it. Throws Error(bad_input) when the estimates
// asked for cannot be made from its tallies.
std::unique_ptr<const Oracle> make_release_oracle(const ReleaseConfig& config, const Domain& regions);
// What a release by this oracle promises about one event's region, filters included.
Guarantee event_guarantee(const Oracle& oracle, const PublishConfig& publish);
// The same about one person, all of whose events are randomised by it, where the configuration has persons.
Guarantee release_guarantee(const Oracle& oracle, const ReleaseConfig& config);
// The ε that each event is randomised at: the configuration's, or what a person's is split into. Nothing where 'f' says
// it.
std::optional<double> report_epsilon(const PrivacyConfig& privacy);
}  // namespace sourdine
