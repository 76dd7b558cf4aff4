// The spending panel of a page as JSON. Not installed: it shows a type of a library behind us.
#pragma once

#include <nlohmann/json.hpp>

#include "sourdine/publish/page_spending.h"

namespace sourdine {

nlohmann::ordered_json spending_json(const PageSpending& spending);

}  // namespace sourdine
