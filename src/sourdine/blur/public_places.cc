#include "sourdine/blur/public_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/blur/place_check.h"
#include "sourdine/events/cell_number.h"
#include "sourdine/events/coordinates.h"
#include "sourdine/events/row_source.h"
#include "sourdine/geo/geojson.h"

namespace sourdine {
namespace {

MapPoint map_point(std::string_view latitude, std::string_view longitude, const std::string& where) {
  const Coordinates place = parse_coordinates(latitude, longitude, where);
  return {.longitude = place.longitude, .latitude = place.latitude};
}

std::optional<double> weight_from(std::string_view text) {
  const auto weight = cell_number(text);
  return weight && *weight >= 0 ? weight : std::nullopt;
}

[[noreturn]] void refuse_many(const std::string& name) {
  fail_input(fmt::format("{} has more than {} places", name, max_prior_places),
             "Every point is compared with all of them: put them together in cells, some tenths of the radius wide.");
}

std::vector<PriorPlace> table_prior(const BlurPublishConfig& publish, const Projection& projection, double step) {
  const auto rows = open_table(publish.prior);
  const std::size_t latitude = find_column(*rows, "latitude"), longitude = find_column(*rows, "longitude");
  const std::size_t weight = find_column(*rows, publish.prior_weight);
  std::vector<PriorPlace> prior;
  while (rows->next()) {
    if (prior.size() == max_prior_places) refuse_many(rows->name());
    const auto row = rows->row();
    const MapPoint place = map_point(row[latitude], row[longitude], rows->where());
    const auto number = weight_from(trimmed(row[weight]));
    if (!number) {
      fail_input(fmt::format("{}, column '{}': '{}' is no weight: a number from 0", rows->where(),
                             shown(publish.prior_weight), shown(row[weight])));
    }
    prior.push_back({.point = snapped(projection.forward(place), step), .weight = *number});
  }
  return prior;
}

// Weights of shapes, spread over the points of a lattice; a shape that none of them lies in has one point of its own.
std::vector<PriorPlace> spread_prior(const Shapes& shapes, std::span<const double> weights,
                                     const MetricPromise& promise) {
  const PlaneBox& box = shapes.box();
  const double step = promise.question().step;
  // A twentieth is left for rows and columns that are begun.
  const double most = 0.95 * static_cast<double>(max_prior_places - shapes.size());
  const double spacing =
      std::max({promise.mean_displacement() / 8, std::sqrt(box.width() * box.height() / most), step});
  std::vector<std::vector<PlanePoint>> held(shapes.size());
  for (double y = box.low.y + spacing / 2; y < box.high.y; y += spacing) {
    for (double x = box.low.x + spacing / 2; x < box.high.x; x += spacing) {
      if (const auto shape = shapes.find({x, y})) held[*shape].push_back({x, y});
    }
  }
  std::vector<PriorPlace> prior;
  for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
    const PlaneBox& around = shapes.box(shape);
    if (held[shape].empty()) {
      held[shape].push_back({(around.low.x + around.high.x) / 2, (around.low.y + around.high.y) / 2});
    }
    const double weight = weights[shape] / static_cast<double>(held[shape].size());
    for (const PlanePoint& point : held[shape]) prior.push_back({.point = snapped(point, step), .weight = weight});
  }
  return prior;
}

std::vector<PriorPlace> map_prior(const BlurPublishConfig& publish, const Projection& projection,
                                  const MetricPromise& promise) {
  std::vector<MapRegion> regions;
  std::vector<double> weights;
  for (const MapFeature& feature : read_map_features(publish.prior)) {
    if (feature.rings.empty()) continue;
    const auto found = feature.properties.find(publish.prior_weight);
    const auto weight = found == feature.properties.end() ? std::nullopt : weight_from(found->second);
    if (!weight) {
      fail_map(publish.prior,
               fmt::format("has a polygon whose '{}' is no weight: a number from 0", shown(publish.prior_weight)),
               "[publish] prior_weight names the property.");
    }
    regions.push_back(map_regions({feature}, "", publish.prior).front());
    weights.push_back(*weight);
  }
  if (regions.size() > max_prior_places / 2) refuse_many(fmt::format("the map '{}'", publish.prior));
  return spread_prior(projected(regions, projection), weights, promise);
}

}  // namespace

Shapes projected(const std::vector<MapRegion>& regions, const Projection& projection) {
  std::vector<PlaneShape> shapes;
  for (const MapRegion& region : regions) {
    PlaneShape& shape = shapes.emplace_back(PlaneShape{.name = region.name, .rings = {}});
    for (const MapRing& ring : region.rings) {
      PlaneRing& flat = shape.rings.emplace_back();
      for (const MapPoint& point : ring) flat.push_back(projection.forward(point));
    }
  }
  return Shapes(std::move(shapes));
}

std::vector<Station> read_stations(const std::string& path, const Projection& projection) {
  const auto rows = open_table(path);
  const std::size_t name = find_column(*rows, "name");
  const std::size_t latitude = find_column(*rows, "latitude"), longitude = find_column(*rows, "longitude");
  std::vector<Station> stations;
  while (rows->next()) {
    if (stations.size() == max_stations) {
      fail_input(fmt::format("{} has more than {} stations", rows->name(), max_stations));
    }
    const auto row = rows->row();
    const MapPoint place = map_point(row[latitude], row[longitude], rows->where());
    stations.push_back({.name = std::string(row[name]), .place = place, .point = projection.forward(place)});
  }
  if (stations.empty()) fail_input(fmt::format("{} has no stations", rows->name()));
  return stations;
}

const Station& nearest_station(std::span<const Station> stations, PlanePoint point) {
  return *std::ranges::min_element(stations, {}, [point](const Station& station) {
    const double x = station.point.x - point.x, y = station.point.y - point.y;
    return x * x + y * y;
  });
}

std::vector<PriorPlace> read_prior(const BlurConfig& config, const Projection& projection, const Shapes& area,
                                   const MetricPromise& promise) {
  const BlurPublishConfig& publish = config.publish;
  if (publish.has_uniform_prior()) return spread_prior(area, std::vector<double>(area.size(), 1), promise);
  const std::string ending = std::filesystem::path(publish.prior).extension().string();
  if (ending == ".geojson" || ending == ".json") return map_prior(publish, projection, promise);
  return table_prior(publish, projection, promise.question().step);
}

void refuse_private_prior(const BlurConfig& config, const std::string& source, std::span<const PriorPlace> prior,
                          std::span<const GridPoint> cells) {
  const auto refuse = [&] {
    fail_input(
        fmt::format("the prior '{}' is the table of events itself", shown(config.publish.prior)),
        "A prior must be public: where people live, say. What is computed from the events tells where they were.");
  };
  std::error_code ignored;
  if (std::filesystem::equivalent(config.publish.prior, source, ignored)) refuse();
  std::map<std::pair<std::int64_t, std::int64_t>, double> weights, events;
  for (const PriorPlace& place : prior) {
    if (place.weight > 0) weights[{place.point.x, place.point.y}] += place.weight;
  }
  for (const GridPoint& cell : cells) events[{cell.x, cell.y}] += 1;
  if (weights.size() != events.size() || events.size() < 2) return;
  const double ratio = weights.begin()->second / events.begin()->second;
  for (const auto& [cell, count] : events) {
    const auto found = weights.find(cell);
    if (found == weights.end() || std::abs(found->second - ratio * count) > 1e-9 * ratio * count) return;
  }
  refuse();
}

}  // namespace sourdine
