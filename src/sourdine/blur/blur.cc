#include "sourdine/blur/blur.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/blur/prior.h"
#include "sourdine/blur/published_place.h"
#include "sourdine/blur/spending.h"
#include "sourdine/blur/statement.h"
#include "sourdine/geo/cell_memo.h"
#include "sourdine/geo/geojson.h"
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

Shapes projected_shapes(const std::vector<MapRegion>& regions, const Projection& projection) {
  std::vector<PlaneShape> shapes;
  for (const MapRegion& region : regions) shapes.push_back(projected(region, projection));
  return Shapes(std::move(shapes));
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

}  // namespace

PlaneShape projected(const MapRegion& region, const Projection& projection) {
  PlaneShape shape{.name = region.name, .rings = {}};
  for (const MapRing& ring : region.rings) {
    PlaneRing& flat = shape.rings.emplace_back();
    for (const MapPoint& point : ring) flat.push_back(projection.forward(point));
  }
  return shape;
}

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
  std::optional<Shapes> regions;
  if (!config.publish.regions.empty()) {
    const auto features = read_map_features(config.publish.regions);
    const auto named = map_regions(features, region_property(features, config.publish), config.publish.regions);
    regions = projected_shapes(named, projection);
  }
  std::vector<Station> stations;
  if (!config.publish.stations.empty()) stations = read_stations(config.publish.stations, projection);
  Shapes shapes = projected_shapes(area, projection);
  std::vector<PriorPlace> prior;
  std::optional<Remap> remap;
  if (!config.publish.prior.empty()) {
    prior = read_prior(config, projection, shapes, promise);
    remap.emplace(promise.epsilon(), prior);
  }
  const BlurGuarantees guarantees = blur_guarantees(config, promise);
  return {.config = config,
          .projection = std::move(projection),
          .promise = promise,
          .area = std::move(shapes),
          .regions = std::move(regions),
          .stations = std::move(stations),
          .prior = std::move(prior),
          .remap = std::move(remap),
          .guarantee = guarantees.stated,
          .charged = guarantees.charged};
}

std::string noise_label(const PreparedBlur& blur) {
  return fmt::format("{}|{}|{}", blur.config.head.dataset, blur.config.privacy.step, blur.projection.definition());
}

BlurredEvents blur_places(const PreparedBlur& blur, ReadPlaces places, const RandomSource& random,
                          const std::optional<RowSecret>& secret, const StopToken& stop) {
  BlurredEvents events{.moved = std::move(places.cells), .published = {}, .kept = std::move(places.kept), .order = {}};
  events.rows_read = places.rows;
  events.rows_outside = places.outside;
  move_all(blur, random, secret, stop, events);
  events.published = published_points(blur, events.moved, 0, stop);
  shuffle_order(blur, random, events);
  return events;
}

}  // namespace sourdine
