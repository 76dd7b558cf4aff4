// Facts about generalised tables as JSON, the same in manifests, on pages and from the command line. Not installed: it
// shows a type of a library behind us.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "sourdine/anonymize/compare.h"
#include "sourdine/publish/kind.h"

namespace sourdine {

nlohmann::ordered_json risk_json(const ReidentificationRisk& risk);

// Of manifest.json: what was asked and reached, levels, rows, losses, risks, attacks, classes. `earlier`: what
// comparing with earlier tables found.
std::vector<Fact> tables_facts(const Anonymized& table, const std::vector<Comparison>& earlier);

// Of the page: models asked and reached, class sizes, risks before and after, losses, levels, and how far attacks come.
// The shape of the JSON is AnonymityData in web/src/anonymity-types.ts. It holds numbers about the original table too
// (how many of its rows are unique, how far its columns tell rows apart), none of its rows.
nlohmann::ordered_json tables_page_facts(const Anonymized& table, const std::vector<Comparison>& earlier = {});

}  // namespace sourdine
