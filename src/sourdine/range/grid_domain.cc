#include "sourdine/range/grid_domain.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"

namespace sourdine {

std::string GridDomain::describe() const {
  return fmt::format("{} place{} x {}", places.size(), places.size() == 1 ? "" : "s", values.describe());
}

std::string GridDomain::to_json() const {
  const nlohmann::json rows = {
      {"kind", "places"}, {"bounds", places.is_from_data() ? "data" : "given"}, {"names", places.names()}};
  return nlohmann::json{{"rows", rows}, {"columns", nlohmann::json::parse(values.to_json())}}.dump();
}

GridDomain GridDomain::from_json(std::string_view text, const GridSpec& spec) {
  if (text.empty()) return {PlaceList::numbered(spec.rows), OrderedDomain::from_json({}, spec.columns)};
  try {
    const auto json = parse_bounded_json(text);
    const auto& rows = json.at("rows");
    PlaceList places(rows.at("names").get<std::vector<std::string>>(), rows.at("bounds").get<std::string>() == "data");
    if (places.size() != spec.rows) {
      fail_input(fmt::format("it names {} places, and there are {}", places.size(), spec.rows));
    }
    return {std::move(places), OrderedDomain::from_json(json.at("columns").dump(), spec.columns)};
  } catch (const std::exception& error) {  // ours, or that of the JSON
    fail_input(fmt::format("what its cells stand for cannot be read: {}", error.what()));
  }
}

Guarantee grid_guarantee(const Grid& grid, const GridDomain& domain) {
  Guarantee guarantee = grid.guarantee();
  if (domain.places.is_from_data()) {
    guarantee.not_private_because.emplace_back(
        "the list of places is that of the data, which one record can change with certainty: give it by --places");
  }
  if (domain.values.is_from_data()) guarantee.not_private_because.push_back(domain.values.bounds_caveat());
  return guarantee;
}

}  // namespace sourdine
