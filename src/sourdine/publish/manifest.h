// The texts of a publication: manifest.json, which programs read; PRIVACY.md, which people do; page.json and the page.
// Internal to publish/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sourdine/publish/kind.h"
#include "sourdine/publish/page_spending.h"

namespace sourdine {

inline constexpr int manifest_schema = 1;

std::string manifest_text(const Ground& ground, const Drawn& drawn, const std::optional<Reservation>& receipt);
// The same as one JSON object, for --json.
nlohmann::ordered_json manifest_json(const Ground& ground, const Drawn& drawn,
                                     const std::optional<Reservation>& receipt);

std::string privacy_document(const Head& head, const Drawn& drawn);

// The data of a page: what all have, and the kind's own `facts`. `files`: the kind's.
nlohmann::ordered_json page_json(const Kind& kind, const Head& head, const Promise& promise, bool is_seeded,
                                 const std::vector<std::string>& files, const nlohmann::ordered_json& facts);

struct PageFiles {
  std::string data, html;
};
PageFiles page_files(const Ground& ground, const Drawn& drawn, const std::optional<PageSpending>& spending);

}  // namespace sourdine
