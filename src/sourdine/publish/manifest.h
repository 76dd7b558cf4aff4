// The texts of a publication: manifest.json, which programs read; PRIVACY.md, which people do; page.json. Not
// installed: it shows a type of a library behind us.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/publish/kind.h"

namespace sourdine {

inline constexpr int manifest_schema = 1;

// Of the file, and for --json.
nlohmann::ordered_json manifest_json(const Ground& ground, const Drawn& drawn,
                                     const std::optional<Reservation>& receipt);

std::string privacy_document(const Head& head, const Drawn& drawn);

// The data of a page: what all have, and the kind's own `facts`. `files`: the kind's.
nlohmann::ordered_json page_json(const Kind& kind, const Head& head, const Promise& promise, bool is_seeded,
                                 const std::vector<std::string>& files, const nlohmann::ordered_json& facts);
// As page.json and the page have them.
std::string page_text(const nlohmann::ordered_json& data);

// A number of a page, in so many parts of 1: with as many decimals as estimates.csv has.
double rounded_for_page(double value, double parts = 1e4);
// [[get(0), …], …], row by row.
nlohmann::ordered_json number_matrix(std::size_t rows, std::size_t columns,
                                     const std::function<double(std::size_t)>& get);

}  // namespace sourdine
