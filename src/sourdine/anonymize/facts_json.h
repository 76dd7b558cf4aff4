// Facts about generalised tables as JSON, the same in manifests, on pages and from the command line. Not installed: it
// shows a type of a library behind us.
#pragma once

#include <nlohmann/json.hpp>

#include "sourdine/anonymity/recoding.h"
#include "sourdine/anonymity/risk.h"

namespace sourdine {

nlohmann::ordered_json risk_json(const ReidentificationRisk& risk);
nlohmann::ordered_json losses_json(const Losses& losses);

}  // namespace sourdine
