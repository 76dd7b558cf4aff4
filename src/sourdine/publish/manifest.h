// The texts of a publication: manifest.json, which programs read; PRIVACY.md, which people do; page.json. Not
// installed: it shows a type of a library behind us.
#pragma once

#include <cstdint>
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
// What a page says of the ledger, as `Spending` in web/src/types.ts: what all publications about the data set come to,
// and what a budget leaves. For a spending that was reserved, now or earlier, by these lines of the ledger. The unit is
// that of the budget file's total, or a person where it limits only that, or else the publication's own; a budget that
// is a number is shown where the sum that it bounds is the total. Nothing when no theorem leads from the entries to one
// total.
std::optional<nlohmann::ordered_json> page_spending(const Spending& spending, const std::vector<std::uint64_t>& lines,
                                                    const StopToken& stop = {});
// As page.json and the page have them.
std::string page_text(const nlohmann::ordered_json& data);

// A number of a page, in so many parts of 1: with as many decimals as estimates.csv has.
double rounded_for_page(double value, double parts = 1e4);
// [[get(0), …], …], row by row.
nlohmann::ordered_json number_matrix(std::size_t rows, std::size_t columns,
                                     const std::function<double(std::size_t)>& get);

}  // namespace sourdine
