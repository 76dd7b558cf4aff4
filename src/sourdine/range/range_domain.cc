#include "sourdine/range/range_domain.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"

namespace sourdine {

std::string RangeDomain::describe() const {
  if (!places) return values.describe();
  return fmt::format("{} place{} x {}", places->size(), places->size() == 1 ? "" : "s", values.describe());
}

std::string RangeDomain::to_json() const {
  if (!places) return values.to_json();
  const nlohmann::json rows = {
      {"kind", "places"}, {"bounds", places->is_from_data() ? "data" : "given"}, {"names", places->names()}};
  return nlohmann::json{{"rows", rows}, {"columns", nlohmann::json::parse(values.to_json())}}.dump();
}

RangeDomain RangeDomain::of_values(std::string_view json, std::uint64_t size) {
  return {OrderedDomain::from_json(json, size)};
}

RangeDomain RangeDomain::of_grid(std::string_view text, const GridSpec& spec) {
  if (text.empty()) return {OrderedDomain::from_json({}, spec.columns), PlaceList::numbered(spec.rows)};
  try {
    const auto json = parse_bounded_json(text);
    const auto& rows = json.at("rows");
    PlaceList places(rows.at("names").get<std::vector<std::string>>(), rows.at("bounds").get<std::string>() == "data");
    if (places.size() != spec.rows) {
      fail_input(fmt::format("it names {} places, and there are {}", places.size(), spec.rows));
    }
    return {OrderedDomain::from_json(json.at("columns").dump(), spec.columns), std::move(places)};
  } catch (const std::exception& error) {  // ours, or that of the JSON
    fail_input(fmt::format("what its cells stand for cannot be read: {}", error.what()));
  }
}

}  // namespace sourdine
