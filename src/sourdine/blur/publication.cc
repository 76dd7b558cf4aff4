#include "sourdine/blur/publication.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iterator>

#include "sourdine/base/text.h"
#include "sourdine/blur/statement.h"
#include "sourdine/random/memo_key.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

constexpr double blur_confidence = 0.95;  // of the intervals
// More cells are shown by squares of several, without intervals, which do not add up.
constexpr std::size_t max_cells_on_page = 60'000;

constexpr Words event_word{"{count} event would be blurred", "{count} événement serait flouté"};
constexpr Words events_word{"{count} events would be blurred", "{count} événements seraient floutés"};
constexpr Words outside_word{"{count} row outside of the area would be left out",
                             "{count} ligne hors de la zone serait omise"};
constexpr Words outsides_word{"{count} rows outside of the area would be left out",
                              "{count} lignes hors de la zone seraient omises"};

std::vector<std::string> blurred_columns(const BlurConfig& config) {
  std::vector<std::string> columns = config.events.keep;
  const bool is_plane = config.has_plane_columns();
  columns.push_back(is_plane ? config.events.x : config.events.latitude);
  columns.push_back(is_plane ? config.events.y : config.events.longitude);
  if (!config.publish.regions.empty()) columns.push_back(config.publish.region_column);
  if (!config.publish.stations.empty()) {
    columns.push_back(config.publish.station_column);
    columns.push_back(config.publish.distance_column);
  }
  return columns;
}

// Everything but the kept columns is a function of the published point.
Table blurred_table(const PreparedBlur& blur, const BlurredEvents& events) {
  const auto visit = [&](const Table::Add& add) {
    const std::size_t kept = blur.config.events.keep.size();
    for (const std::size_t row : events.order) {
      const PublishedPlace place = published_place(blur, events.published[row]);
      TableRow cells;
      for (std::size_t i = 0; i < kept; ++i) cells.text(events.kept[row * kept + i]);
      if (blur.config.has_plane_columns()) {
        cells.number(place.east, 2).number(place.north, 2);
      } else {
        cells.number(place.north, 7).number(place.east, 7);
      }
      if (blur.regions) cells.text(place.region ? (*blur.regions)[*place.region].name : "");
      if (place.station) cells.text(blur.stations[*place.station].name).number(place.distance, 0);
      add(cells);
    }
  };
  return Table::of_rows("blurred.csv", blurred_columns(blur.config), visit);
}

Table density_table(const PreparedBlur& blur, const CellEstimates& density) {
  const auto visit = [&](const Table::Add& add) {
    const double step = blur.promise.question().step;
    for (std::size_t i = 0; i < density.grid.size(); ++i) {
      if (density.cells[i].value < 0.005 && density.counted[i] == 0) continue;
      const PlanePoint middle = {step * density.grid.centre_x(i % density.grid.width),
                                 step * density.grid.centre_y(i / density.grid.width)};
      const MapPoint place = blur.projection.inverse(middle);
      add(TableRow()
              .number(middle.x, 1)
              .number(middle.y, 1)
              .number(place.latitude, 6)
              .number(place.longitude, 6)
              .estimate(density.cells[i], 2)
              .number(density.counted[i], 0));
    }
  };
  return Table::of_rows("density.csv",
                        with_estimate_columns({"x", "y", "latitude", "longitude"}, "estimate", {"counted"}), visit);
}

Table regions_table(const std::vector<RegionEstimate>& regions) {
  return Table::of_rows("regions.csv", with_estimate_columns({"region"}, "estimate", {"counted"}),
                        [&](const Table::Add& add) {
                          for (const RegionEstimate& region : regions) {
                            add(TableRow().text(region.name).estimate(region.count, 2).number(region.counted, 0));
                          }
                        });
}

double rounded_tenth(double value) {
  const double scaled = std::round(value * 10) / 10;
  return scaled == 0 ? 0 : scaled;
}

// Its name under `key`; every number as `number` has it.
template <class Number>
Json region_json(const char* key, const RegionEstimate& region, const Number& number) {
  return {{key, region.name},
          {"estimate", number(region.count.value)},
          {"std_error", number(region.count.std_error)},
          {"lower", number(region.count.lower)},
          {"upper", number(region.count.upper)},
          {"counted", region.counted}};
}

std::vector<Fact> manifest_facts(const PreparedBlur& blur, const BlurredEvents& events,
                                 const PlaceEstimates& estimates) {
  const BlurConfig& config = blur.config;
  const Projection& projection = blur.projection;
  const MapBox& area = projection.area();
  std::vector<Fact> facts = {
      {"mechanism", "planar-laplace"},
      {"memo", config.privacy.has_memo},
      {"grid",
       {{"step", config.privacy.step},
        {"published_step", config.publish.grid > 0 ? config.publish.grid : config.privacy.step},
        {"epsilon_per_step", blur.promise.epsilon().value()}}},
      {"projection",
       {{"definition", projection.definition()},
        {"stretch", projection.stretch()},
        {"smallest_scale", projection.smallest_scale()}}},
      {"area", {{"west", area.west}, {"south", area.south}, {"east", area.east}, {"north", area.north}}},
      {"columns", blurred_columns(config)},
      {"kept", config.events.keep},
      {"rows", {{"read", events.rows_read}, {"published", events.moved.size()}, {"outside", events.rows_outside}}},
      {"estimates",
       {{"method", "expectation maximisation on the known kernel"},
        {"steps", estimates.steps},
        {"confidence", blur_confidence},
        {"cell", config.privacy.step * static_cast<double>(estimates.density.grid.cell)},
        {"regions", estimates.regions.size()}}}};
  if (blur.remap) {
    const bool is_uniform = config.publish.has_uniform_prior();
    const std::string prior = std::filesystem::path(config.publish.prior).filename().string();
    facts.push_back({"prior", {{"name", is_uniform ? config.publish.prior : prior}, {"places", blur.prior.size()}}});
  }
  if (config.privacy.repeats) facts.push_back({"repeats", *config.privacy.repeats});
  return facts;
}

// As --json has had them from the first version on.
std::vector<Fact> more_facts(const PreparedBlur& blur, const BlurredEvents& events, const PlaceEstimates& estimates) {
  Json regions = Json::array();
  for (const RegionEstimate& region : estimates.regions)
    regions.push_back(region_json("region", region, std::identity()));
  return {{"events", events.moved.size()},
          {"charged", Json::parse(to_json(blur.charged))},
          {"mean_displacement", blur.promise.mean_displacement()},
          {"projection", blur.projection.definition()},
          {"stretch", blur.projection.stretch()},
          {"estimates",
           {{"confidence", blur_confidence},
            {"steps", estimates.steps},
            {"cell", blur.config.privacy.step * static_cast<double>(estimates.density.grid.cell)},
            {"cells", estimates.density.grid.size()},
            {"regions", std::move(regions)}}}};
}

Json page_density(const CellEstimates& density, double step) {
  const CellGrid& grid = density.grid;
  std::size_t block = 1;  // a square has so many cells each way
  const auto squares = [&](std::size_t cells) { return (cells + block - 1) / block; };
  while (squares(grid.width) * squares(grid.height) > max_cells_on_page) ++block;
  const std::size_t width = squares(grid.width), height = squares(grid.height);
  std::vector<double> estimate(width * height, 0), counted(width * height, 0), lower, upper;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const std::size_t square = i / grid.width / block * width + i % grid.width / block;
    estimate[square] += density.cells[i].value;
    counted[square] += density.counted[i];
    if (block > 1) continue;
    lower.push_back(rounded_tenth(density.cells[i].lower));
    upper.push_back(rounded_tenth(density.cells[i].upper));
  }
  for (double& number : estimate) number = rounded_tenth(number);
  Json data = {
      {"cell", step * static_cast<double>(grid.cell) * static_cast<double>(block)},
      {"width", width},
      {"height", height},
      {"low", {step * (static_cast<double>(grid.low.x) - 0.5), step * (static_cast<double>(grid.low.y) - 0.5)}},
      {"estimate", estimate},
      {"counted", counted}};
  if (block == 1) {
    data["lower"] = lower;
    data["upper"] = upper;
  }
  return data;
}

// Points nearer than this to the last one are not seen.
Json rings_json(const PlaneShape& shape, double apart) {
  Json rings = Json::array();
  for (const PlaneRing& ring : shape.rings) {
    Json points = Json::array();
    const PlanePoint* last = nullptr;
    for (const PlanePoint& point : ring) {
      if (last != nullptr && std::hypot(point.x - last->x, point.y - last->y) < apart) continue;
      points.push_back({std::round(point.x), std::round(point.y)});
      last = &point;
    }
    if (points.size() >= 3) rings.push_back(std::move(points));
  }
  return rings;
}

// The shape of the JSON is BlurData in web/src/blur-types.ts.
Json blur_page_facts(const PreparedBlur& blur, const BlurredEvents& events, const PlaceEstimates& estimates) {
  const MetricPromise& promise = blur.promise;
  const MetricQuestion& question = promise.question();
  const BlurPrivacyConfig& privacy = blur.config.privacy;
  const std::uint64_t reports = privacy.has_memo ? 1 : privacy.repeats.value_or(1);
  Json quantiles = Json::array(), regions = Json::array();
  for (const double share : {0.5, 0.95}) {
    quantiles.push_back({share, rounded_tenth(promise.radius_quantile(share))});
  }
  for (std::size_t i = 0; i < estimates.regions.size(); ++i) {
    const PlaneBox& box = blur.regions->box();
    regions.push_back(region_json("name", estimates.regions[i], rounded_tenth));
    regions.back()["rings"] = rings_json((*blur.regions)[i], std::max(box.width(), box.height()) / 1500);
  }
  return {{"points", events.moved.size()},
          {"confidence", blur_confidence},
          {"guarantee",
           {{"level", static_cast<double>(reports) * promise.level_at(question.radius)},
            {"radius", question.radius},
            {"step", question.step},
            {"stretch", question.stretch},
            {"per_step", promise.epsilon().value()},
            {"max_reports", reports}}},
          {"displacement", {{"mean", rounded_tenth(promise.mean_displacement())}, {"quantiles", std::move(quantiles)}}},
          {"density", page_density(estimates.density, question.step)},
          {"regions", std::move(regions)}};
}

}  // namespace

void BlurPublication::read(const Reading& reading) {
  reading.progress("reading");
  places_ = read_places(blur_, reading.source, reading.stop);
}

std::vector<Spending> BlurPublication::spendings(const Drawing& drawing) const {
  // The draw that is about to be published again, if its key is there.
  const BlurPrivacyConfig& privacy = blur_.config.privacy;
  const bool is_kept = privacy.has_memo && !privacy.memo_key.empty() && !drawing.secret;
  const auto secret = is_kept ? find_memo_key(privacy.memo_key) : std::nullopt;
  return {spending_of(blur_, drawing.purpose, secret ? draw_name(blur_, *secret) : "", drawing.is_seeded())};
}

Outlook BlurPublication::outlook(const Drawing& drawing) {
  const Speaker speaker(head().language);
  const MetricPromise& promise = blur_.promise;
  const Statement statement = blur_promise(blur_, drawing.is_seeded()).in(speaker.language());
  std::vector<std::string> told = {speaker.counted(places_.cells.size(), event_word, events_word)};
  if (places_.outside > 0) told.push_back(speaker.counted(places_.outside, outside_word, outsides_word));
  std::ranges::copy(statement.not_private_because, std::back_inserter(told));
  told.push_back(statement.promise);
  if (!blur_.config.privacy.has_memo) told.push_back(statement.holds.front());
  std::ranges::copy(displacement_sentences(blur_.config, promise, speaker), std::back_inserter(told));
  return {
      .facts = {{"rows", {{"read", places_.rows}, {"published", places_.cells.size()}, {"outside", places_.outside}}},
                {"guarantee", Json::parse(to_json(blur_.guarantee))},
                {"charged", Json::parse(to_json(blur_.charged))},
                {"mean_displacement", promise.mean_displacement()},
                {"displacement_95", promise.radius_quantile(0.95)}},
      .told = std::move(told),
      .language = speaker.language()};
}

Drawn BlurPublication::draw(const Drawing& drawing) {
  drawing.progress("blurring");
  events_ = blur_places(blur_, std::move(places_), drawing.random, drawing.secret, drawing.stop);
  drawing.progress("estimating");
  estimates_ = estimate_places({.epsilon = blur_.promise.epsilon(),
                                .step = blur_.promise.question().step,
                                .area = blur_.area.box(),
                                .has_memo = blur_.config.privacy.has_memo,
                                .confidence = blur_confidence},
                               events_.moved, blur_.regions ? &*blur_.regions : nullptr, drawing.stop);
  const bool is_seeded = !events_.is_private;
  std::string told = fmt::format("{} blurred", counted(events_.moved.size(), "event"));
  if (events_.rows_outside > 0) {
    told += fmt::format(", {} outside of the area left out", counted(events_.rows_outside, "row"));
  }
  std::vector<Table> tables = {blurred_table(blur_, events_), density_table(blur_, estimates_.density)};
  if (blur_.regions) tables.push_back(regions_table(estimates_.regions));
  return {.promise = blur_promise(blur_, is_seeded),
          .spendings = {spending_of(blur_, drawing.purpose, events_.draw, is_seeded)},
          .is_seeded = is_seeded,
          .facts = manifest_facts(blur_, events_, estimates_),
          .more_facts = more_facts(blur_, events_, estimates_),
          .told = {std::move(told)},
          .tables = std::move(tables),
          .details = blur_details(blur_, events_),
          .page = [this] { return blur_page_facts(blur_, events_, estimates_); },
          .opened = {{"blurred places", "blurred.csv"}, {"the page", "index.html"}}};
}

}  // namespace sourdine
