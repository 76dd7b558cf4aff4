// A guarantee as manifests have it, read back: to_json(Guarantee) the other way. Internal to kinds/ (third-party type).
#pragma once

#include <nlohmann/json.hpp>

#include "sourdine/privacy/guarantee.h"

namespace sourdine {

// Throws nlohmann::json::exception, or Error(bad_input) for a unit that is not known.
Guarantee guarantee_from(const nlohmann::ordered_json& json);

}  // namespace sourdine
