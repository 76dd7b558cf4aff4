// Facts about generalised tables as JSON, the same in manifests, on pages and from the command line. Not installed: it
// shows a type of a library behind us.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "sourdine/anonymize/compare.h"
#include "sourdine/publish/kind.h"

namespace sourdine {

nlohmann::ordered_json risk_json(const ReidentificationRisk& risk);
nlohmann::ordered_json losses_json(const Losses& losses);

// Of manifest.json: what was asked and reached, levels, rows, losses, risks, attacks, classes. `earlier`: what
// comparing with earlier tables found.
std::vector<Fact> tables_facts(const Anonymized& table, const std::vector<Comparison>& earlier);

}  // namespace sourdine
