#include "sourdine/blur/blur.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"
#include "sourdine/base/sha256.h"
#include "sourdine/base/stream.h"
#include "sourdine/base/text.h"
#include "sourdine/blur/statement.h"
#include "sourdine/geo/cell_memo.h"
#include "sourdine/geo/geojson.h"
#include "sourdine/geo/shape_cells.h"
#include "sourdine/random/aes_stream.h"
#include "sourdine/random/memo_key.h"
#include "sourdine/random/streams.h"

namespace sourdine {
namespace {

// The box as a polygon: parallels are curves on the plane.
MapRing box_ring(const MapBox& box) {
  constexpr int parts = 32;
  MapRing ring;
  const auto add = [&](double east, double north) {
    double longitude = box.west + box.width() * east;
    if (longitude > 180) longitude -= 360;
    ring.push_back({.longitude = longitude, .latitude = box.south + box.height() * north});
  };
  for (int i = 0; i < parts; ++i) add(1.0 * i / parts, 0);
  for (int i = 0; i < parts; ++i) add(1, 1.0 * i / parts);
  for (int i = parts; i > 0; --i) add(1.0 * i / parts, 1);
  for (int i = parts; i > 0; --i) add(0, 1.0 * i / parts);
  return ring;
}

std::vector<MapRegion> area_regions(const BlurAreaConfig& area) {
  if (area.box) return {{.name = "", .rings = {box_ring(*area.box)}}};
  return map_regions(read_map_features(area.polygons), "", area.polygons);
}

// The property that every feature has another text of, if nobody named one.
std::string region_property(const std::vector<MapFeature>& features, const BlurPublishConfig& publish) {
  if (!publish.region_property.empty()) return publish.region_property;
  std::string known;
  for (const auto& [name, value] : features.empty() ? std::map<std::string, std::string>() : features[0].properties) {
    known += (known.empty() ? "" : ", ") + shown(name);
  }
  fail_input(fmt::format("which property of '{}' names a region is not said", publish.regions),
             fmt::format("Give [publish] region_property: its first feature has {}.", known.empty() ? "none" : known));
}

void move_all(const PreparedBlur& blur, const RandomSource& random, const std::optional<RowSecret>& given,
              const StopToken& stop, BlurredEvents& events) {
  const PlanarLaplace noise(blur.promise.epsilon());
  constexpr std::size_t chunk = 1 << 16;
  const auto in_chunks = [&](const auto& move) {
    for (std::size_t begin = 0; begin < events.moved.size(); begin += chunk) {
      stop.check();
      move(std::span(events.moved).subspan(begin, std::min(chunk, events.moved.size() - begin)));
    }
  };
  events.is_private = random.is_private();
  if (!blur.config.privacy.has_memo) {
    return with_stream(random, Stream::blur_noise, [&](Random& bits) {
      in_chunks([&](std::span<GridPoint> points) { noise.move(bits, points); });
    });
  }
  const std::string& key = blur.config.privacy.memo_key;
  const RowSecret secret = given ? *given : key.empty() ? RowSecret::draw() : open_memo_key(key);
  const CellMemo memo(noise, secret, noise_label(blur));
  events.is_private = events.is_private && memo.is_private();
  if (!key.empty() && memo.is_private()) events.draw = draw_name(blur, secret);
  in_chunks([&](std::span<GridPoint> points) { memo.move(points); });
}

void shuffle_order(const PreparedBlur& blur, const RandomSource& random, BlurredEvents& events) {
  events.order.resize(events.moved.size());
  std::iota(events.order.begin(), events.order.end(), std::size_t{0});
  if (blur.config.publish.keeps_order) return;
  with_stream(random, Stream::blur_order, [&](Random& bits) {
    for (std::size_t left = events.order.size(); left > 1; --left) {
      std::swap(events.order[left - 1], events.order[bits.below(left)]);
    }
  });
}

double to_decimals(double number, double power) { return std::round(number * power) / power; }

PlanePoint published_point(const PreparedBlur& blur, GridPoint moved) {
  const BlurConfig& config = blur.config;
  const double step = config.publish.grid > 0 ? config.publish.grid : config.privacy.step;
  // However far noise leads: beyond, no projection has a place.
  constexpr double farthest = 1e6;
  const PlaneBox& box = blur.area.box();
  const GridPoint at = blur.remap ? (*blur.remap)(moved) : moved;
  PlanePoint point{static_cast<double>(at.x) * config.privacy.step, static_cast<double>(at.y) * config.privacy.step};
  point = {std::clamp(point.x, box.low.x - farthest, box.high.x + farthest),
           std::clamp(point.y, box.low.y - farthest, box.high.y + farthest)};
  point = {std::round(point.x / step) * step, std::round(point.y / step) * step};
  const bool truncates = config.publish.truncates.value_or(!config.area.polygons.empty());
  return truncates ? nearest_grid_point(blur.area, point, step) : point;
}

}  // namespace

PreparedBlur prepare_blur(const BlurConfig& config) {
  require_level(config);
  const std::vector<MapRegion> area = area_regions(config.area);
  const MapBox box = config.area.box ? *config.area.box : box_of(area);
  Projection projection =
      config.area.projection.empty() ? Projection::local(box) : Projection::named(config.area.projection, box);
  const MetricPromise promise({.level = config.privacy.level,
                               .radius = config.privacy.within,
                               .step = config.privacy.step,
                               .stretch = projection.stretch()});
  const BlurGuarantees guarantees = blur_guarantees(config, promise);
  Shapes shapes = projected(area, projection);
  PreparedBlur blur{.config = config,
                    .projection = std::move(projection),
                    .promise = promise,
                    .area = std::move(shapes),
                    .guarantee = guarantees.stated,
                    .charged = guarantees.charged};
  const BlurPublishConfig& publish = config.publish;
  if (!publish.regions.empty()) {
    const auto features = read_map_features(publish.regions);
    blur.regions =
        projected(map_regions(features, region_property(features, publish), publish.regions), blur.projection);
  }
  if (!publish.stations.empty()) blur.stations = read_stations(publish.stations, blur.projection);
  if (!publish.prior.empty()) {
    blur.prior = read_prior(config, blur.projection, blur.area, promise);
    blur.remap.emplace(promise.epsilon(), blur.prior);
  }
  return blur;
}

std::string noise_label(const PreparedBlur& blur) {
  return fmt::format("{}|{}|{}", blur.config.head.dataset, blur.config.privacy.step, blur.projection.definition());
}

std::string draw_name(const PreparedBlur& blur, const RowSecret& secret) {
  const MetricEpsilon loss = blur.promise.loss();
  const MapBox& area = blur.projection.area();  // which events there are is told by it
  // All doubles as they are, in hexadecimal.
  const std::string about =
      fmt::format("sourdine draw of places|{}|{:a}|{:a}|{:a}|{:a}|{:a}|{:a}|{}", blur.promise.epsilon().numerator,
                  loss.per_metre, loss.offset, area.west, area.south, area.east, area.north, noise_label(blur));
  // A pseudo-random function of the secret, and no other use of it has this label.
  return hexadecimal(detail::derive_key(secret.bytes(), as_bytes(about))).substr(0, 32);
}

Spending spending_of(const PreparedBlur& blur, const std::string& purpose, const std::string& draw, bool is_seeded) {
  Spending spending = blur.config.head.spending();
  spending.purpose = purpose;
  spending.mechanism = "planar-laplace";
  spending.guarantee = blur.charged;
  spending.is_seeded = is_seeded;
  spending.is_private = not_private_reasons(blur.guarantee, is_seeded).empty();
  spending.draw = draw;
  return spending;
}

BlurredEvents blur_places(const PreparedBlur& blur, ReadPlaces places, const RandomSource& random,
                          const std::optional<RowSecret>& secret, const StopToken& stop) {
  BlurredEvents events{.moved = std::move(places.cells),
                       .kept = std::move(places.kept),
                       .rows_read = places.rows,
                       .rows_outside = places.outside};
  move_all(blur, random, secret, stop, events);
  events.published = published_points(blur, events.moved, 0, stop);
  shuffle_order(blur, random, events);
  return events;
}

std::vector<PlanePoint> published_points(const PreparedBlur& blur, std::span<const GridPoint> moved,
                                         std::size_t threads, const StopToken& stop) {
  constexpr std::size_t chunk = 1024;
  const auto publish = [&](std::span<const GridPoint> some) {
    std::vector<PlanePoint> points(some.size());
    const auto work = [&](std::size_t number, std::size_t) {
      const std::size_t end = std::min(some.size(), (number + 1) * chunk);
      for (std::size_t i = number * chunk; i < end; ++i) points[i] = published_point(blur, some[i]);
    };
    for_each_chunk((some.size() + chunk - 1) / chunk, threads, work, stop);
    return points;
  };
  if (!blur.remap) return publish(moved);
  // Remapping takes long: what occurs several times is computed once.
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> places;
  std::vector<GridPoint> distinct;
  for (const GridPoint& point : moved) {
    if (places.try_emplace({point.x, point.y}, distinct.size()).second) distinct.push_back(point);
  }
  const std::vector<PlanePoint> points = publish(distinct);
  std::vector<PlanePoint> all;
  all.reserve(moved.size());
  for (const GridPoint& point : moved) all.push_back(points[places.at({point.x, point.y})]);
  return all;
}

PublishedPlace published_place(const PreparedBlur& blur, PlanePoint point) {
  const MapPoint place = blur.projection.inverse(point);
  PublishedPlace published;
  if (blur.config.has_plane_columns()) {
    published.north = to_decimals(point.y, 1e2);
    published.east = to_decimals(point.x, 1e2);
  } else {
    published.north = to_decimals(place.latitude, 1e7);
    published.east = to_decimals(place.longitude, 1e7);
  }
  if (blur.regions) published.region = blur.regions->find(point);
  if (!blur.stations.empty()) {
    const Station& station = nearest_station(blur.stations, point);
    published.station = static_cast<std::size_t>(&station - blur.stations.data());
    published.distance = std::round(ground_metres(place, station.place));
  }
  return published;
}

}  // namespace sourdine
