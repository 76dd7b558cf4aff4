#include "sourdine/counts/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/oracle/table.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/publish/manifest.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

Json guarantee_json(const Release& release) {
  const StatementFacts& facts = release.facts;
  Json json = {{"epsilon", facts.guarantee.epsilon}, {"epsilon_asked", facts.guarantee.epsilon_asked}};
  if (facts.central) {
    json["model"] = "central";
    if (facts.guarantee.delta > 0) json["delta"] = facts.guarantee.delta;
    json["oracle"] = fmt::format("discrete-{}", noise_name(facts.central->noise));
    json["oracle_title"] = facts.oracle;
    if (facts.central->bound) json["max_events"] = facts.central->bound->max_events;
  } else {
    json["oracle"] = release.oracle->name();
    json["oracle_title"] = find_oracle(release.oracle->name()).title;
    if (release.config.privacy.person) {
      json["model"] = "local person";
      json["max_events"] = release.config.privacy.person->max_events.value_or(1);
    }
  }
  return json;
}

// The last periods only, when there are very many (hours of years): a page of 40 MB helps nobody, and estimates.csv has
// them all.
Json periods_json(const PeriodEstimates& estimates, bool with_truth) {
  constexpr std::size_t most_numbers = 200'000;
  const std::size_t k = estimates.regions;
  const std::size_t periods = std::min(estimates.timeline.size(), std::max<std::size_t>(1, most_numbers / k));
  const std::size_t first = estimates.timeline.size() - periods;
  const auto list = [&](const auto& get) {
    Json values = Json::array();
    for (std::size_t t = first; t < first + periods; ++t) values.push_back(get(t));
    return values;
  };
  const auto table = [&](const auto& get) {
    return number_matrix(periods, k, [&](std::size_t i) { return get(first * k + i); });
  };
  Json json = {{"unit", period_name(estimates.timeline.period())},
               {"labels", list([&](std::size_t t) { return estimates.timeline.label(t); })},
               {"totals", list([&](std::size_t t) { return rounded_for_page(estimates.totals[t]); })},
               {"estimate", table([&](std::size_t i) { return estimates.published[i].value; })},
               {"lower", table([&](std::size_t i) { return estimates.published[i].lower; })},
               {"upper", table([&](std::size_t i) { return estimates.published[i].upper; })}};
  // Of periods that the days of the data cover in part the numbers are lower for that reason, and the page says so;
  // those that they do not cover have no numbers.
  for (const CoveredPart part : {CoveredPart::part, CoveredPart::none}) {
    for (std::size_t t = 0; t < periods; ++t) {
      if (estimates.coverage(first + t) == part) json[part == CoveredPart::part ? "partial" : "missing"].push_back(t);
    }
  }
  if (const std::vector<Estimate>& totals = estimates.total_estimates; !totals.empty()) {
    json["totals_lower"] = list([&](std::size_t t) { return rounded_for_page(totals[t].lower); });
    json["totals_upper"] = list([&](std::size_t t) { return rounded_for_page(totals[t].upper); });
  }
  if (with_truth) json["truth"] = table([&](std::size_t i) { return estimates.truth[i]; });
  return json;
}

// GeoJSON: rings end where they begin.
Json map_json(const std::vector<RegionOutline>& map) {
  Json features = Json::array();
  for (const RegionOutline& outline : map) {
    std::vector<std::vector<std::vector<std::array<double, 2>>>> polygons;
    for (const MapPolygon& polygon : outline.polygons) {
      auto& rings = polygons.emplace_back();
      for (const MapRing& ring : polygon) {
        auto& points = rings.emplace_back();
        for (const MapPoint& point : ring) points.push_back({point.longitude, point.latitude});
        points.push_back(points.front());
      }
    }
    features.push_back({{"type", "Feature"},
                        {"properties", {{"region", outline.region}}},
                        {"geometry", {{"type", "MultiPolygon"}, {"coordinates", polygons}}}});
  }
  return {{"type", "FeatureCollection"}, {"features", std::move(features)}};
}

}  // namespace

const Kind& counts_kind() {
  static constexpr Kind kind{.name = "counts",
                             .verb = "release",
                             .title = Words("release", "publication"),
                             .form = Form::directory,
                             .page_bundle = "release",
                             .earlier_name = ""};
  return kind;
}

nlohmann::ordered_json counts_page(const Release& release, bool with_truth) {
  Json regions = Json::array();
  for (Value v = 0; v < release.regions.size(); ++v) {
    Json region = {{"name", release.regions.label(v)}};
    const Seat& seat = release.seats[v];
    if (!seat.town.empty()) region["seat"] = seat.town;
    if (seat.place) {
      region["lat"] = seat.place->latitude;
      region["lon"] = seat.place->longitude;
    }
    regions.push_back(std::move(region));
  }
  Json periods = Json::array();
  for (const PeriodEstimates& estimates : release.estimates) {
    periods.push_back(periods_json(estimates, with_truth));
  }
  Json page = {{"guarantee", guarantee_json(release)},
               {"regions", std::move(regions)},
               {"confidence", release.config.publish.confidence},
               {"periods", std::move(periods)}};
  if (with_truth) page["demonstration"] = true;
  // What `missing` of a period means: it had reports, but fewer than are published by themselves.
  if (release.facts.reported) page["withheld_below"] = release.facts.reported->min_reports;
  if (!release.config.events_word.empty()) page["events_word"] = release.config.events_word;
  if (!release.map.empty()) page["geojson"] = map_json(release.map);
  return page;
}

std::string page_data(const Release& release, bool with_truth) {
  std::vector<std::string> files = {"estimates.csv", "totals.csv"};
  if (release.config.publish.synthetic) files.emplace_back("synthetic.csv");
  return page_text(page_json(counts_kind(), release.config.head, counts_promise(release.facts), release.facts.is_seeded,
                             files, counts_page(release, with_truth)));
}

Json parse_page_data(const std::string& text) {
  constexpr int max_depth = 12;  // a map's points are at 8
  Json json;
  try {
    json = parse_bounded_json<Json>(text, max_depth);
  } catch (const Json::exception&) {
    fail_input("the data of the page are no JSON");
  } catch (const Error& error) {
    fail_input(fmt::format("the data of the page: {}", error.what()));
  }
  if (!json.is_object() || !json.contains("schema") || json["schema"] != page_schema) {
    fail_input("the data are those of no page, or of another version's",
               "They must be those that 'sourdine release' of this version wrote.");
  }
  return json;
}

}  // namespace sourdine
