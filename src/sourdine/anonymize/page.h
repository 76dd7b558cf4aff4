// The page of a generalised table: models asked and reached, class sizes, risks before and after, losses, levels, and
// how far attacks come. The shape of the JSON is AnonymityData in web/src/anonymity-types.ts. It holds numbers about
// the original table too (how many of its rows are unique, how far its columns tell rows apart), none of its rows. Not
// installed: it shows a type of a library behind us.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "sourdine/anonymize/compare.h"

namespace sourdine {

// `earlier`: what comparing with earlier tables found.
nlohmann::ordered_json tables_page_facts(const Anonymized& table, const std::vector<Comparison>& earlier = {});

}  // namespace sourdine
