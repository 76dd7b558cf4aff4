#include "sourdine/blur/publish.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/csv.h"
#include "sourdine/base/error.h"
#include "sourdine/base/version.h"
#include "sourdine/blur/memo_key.h"
#include "sourdine/blur/published_place.h"
#include "sourdine/blur/spending.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/publish/sums.h"
#include "sourdine/release/release.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

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
void write_blurred(const BlurGround& ground, const BlurredEvents& events, const std::string& path,
                   const StopToken& stop) {
  const BlurConfig& config = ground.config;
  AtomicFile file(path, stop);
  const std::vector<std::string> header = blurred_columns(config);
  std::vector<std::string_view> fields(header.begin(), header.end());
  append_csv_row(file, fields);
  const std::size_t kept = config.events.keep.size();
  for (const std::size_t row : events.order) {
    const PublishedPlace place = published_place(ground, events.published[row]);
    std::vector<std::string> own;
    if (config.has_plane_columns()) {
      own = {fmt::format("{:.2f}", place.east), fmt::format("{:.2f}", place.north)};
    } else {
      own = {fmt::format("{:.7f}", place.north), fmt::format("{:.7f}", place.east)};
    }
    if (ground.regions) own.push_back(place.region ? (*ground.regions)[*place.region].name : "");
    if (place.station) {
      own.push_back(ground.stations[*place.station].name);
      own.push_back(fmt::format("{:.0f}", place.distance));
    }
    fields.clear();
    for (std::size_t i = 0; i < kept; ++i) fields.push_back(events.kept.at(row * kept + i));
    for (const std::string& text : own) fields.push_back(text);
    append_csv_row(file, fields);
  }
  file.commit();
}

std::string software_name() { return fmt::format("sourdine {}", version()); }

nlohmann::ordered_json blur_manifest(const PublishedBlur& published, const std::optional<LedgerHead>& head) {
  const BlurConfig& config = published.ground.config;
  const Projection& projection = published.ground.projection;
  const MapBox& area = projection.area();
  nlohmann::ordered_json guarantee = nlohmann::ordered_json::parse(to_json(published.ground.guarantee));
  guarantee["promise"] = published.statement.promise;
  guarantee["not_protected"] = published.statement.not_protected;
  nlohmann::ordered_json json = {
      {"schema", 1},
      {"kind", "blur"},
      {"software", software_name()},
      {"title", config.title},
      {"language", config.language == Language::fr ? "fr" : "en"},
      {"made", utc_now().substr(0, 10)},
      {"is_private", published.statement.not_private_because.empty()},
      {"not_private_because", published.statement.not_private_because},
      {"guarantee", guarantee},
      {"randomness", randomness_name(published.events.is_private)},
      {"mechanism", "planar-laplace"},
      {"memo", config.privacy.has_memo},
      {"grid",
       {{"step", config.privacy.step},
        {"published_step", config.publish.grid > 0 ? config.publish.grid : config.privacy.step},
        {"epsilon_per_step", published.ground.promise.epsilon().value()}}},
      {"projection",
       {{"definition", projection.definition()},
        {"stretch", projection.stretch()},
        {"smallest_scale", projection.smallest_scale()}}},
      {"area", {{"west", area.west}, {"south", area.south}, {"east", area.east}, {"north", area.north}}},
      {"columns", blurred_columns(config)},
      {"kept", config.events.keep},
      {"rows",
       {{"read", published.events.rows_read},
        {"published", published.events.moved.size()},
        {"outside", published.events.rows_outside}}},
  };
  const PlaceEstimates& estimates = published.estimates;
  json["estimates"] = {{"method", "expectation maximisation on the known kernel"},
                       {"steps", estimates.steps},
                       {"confidence", blur_confidence},
                       {"cell", config.privacy.step * static_cast<double>(estimates.density.grid.cell)},
                       {"regions", estimates.regions.size()}};
  if (published.ground.remap) {
    const bool is_uniform = config.publish.has_uniform_prior();
    json["prior"] = {{"name", is_uniform ? config.publish.prior : fs::path(config.publish.prior).filename().string()},
                     {"places", published.ground.prior.size()}};
  }
  if (config.privacy.repeats) json["repeats"] = *config.privacy.repeats;
  if (head) json["ledger_head"] = {{"count", head->count}, {"hash", head->hash}};
  return json;
}

// Before anything is drawn: the name of the draw that is about to be published again, if its key is there.
std::string known_draw(const BlurGround& ground, const BlurOptions& options) {
  const BlurPrivacyConfig& privacy = ground.config.privacy;
  if (!privacy.has_memo || privacy.memo_key.empty() || options.secret) return "";
  const auto secret = find_memo_key(privacy.memo_key);
  return secret ? draw_name(ground, *secret) : "";
}

// --force replaces what this command made, and nothing else.
void refuse_other_directory(const std::string& directory) {
  std::error_code ignored;
  const fs::file_status status = fs::symlink_status(directory, ignored);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status) || !fs::exists(fs::path(directory) / "manifest.json", ignored) ||
      !fs::exists(fs::path(directory) / "blurred.csv", ignored)) {
    fail_input(fmt::format("'{}' is there and holds no blurred places", directory),
               "--force replaces what 'sourdine blur' made, and nothing else: choose another directory.");
  }
}

}  // namespace

PublishedBlur publish_blur(const BlurConfig& config, const RandomSource& random, const std::string& directory,
                           bool replaces, const BlurOptions& options) {
  replaces ? refuse_other_directory(directory) : refuse_existing_release(directory);
  PublishedBlur published{
      .ground = prepare_blur(config), .events = {}, .statement = {}, .spent = {}, .fingerprint = {}};
  const BlurGround& ground = published.ground;
  const bool is_seeded = !random.is_private();
  BlurOptions blurring = options;
  blurring.before_noise = [&] {
    options.before_noise();
    ask_for(spending_of(ground, {.purpose = directory, .draw = known_draw(ground, options), .is_seeded = is_seeded}),
            options.stop);
  };
  published.events = blur_events(ground, random, blurring);
  const BlurFacts facts{.rows = published.events.moved.size(),
                        .outside = published.events.rows_outside,
                        .is_seeded = !published.events.is_private};
  published.statement = blur_statement(config, ground.promise, facts, Language::en);
  options.progress("estimating");
  published.estimates = estimate_blur(ground, published.events, options.stop);
  options.progress("writing");
  NewDirectory into(directory, replaces);
  options.stop.check();
  Spending spending =
      spending_of(ground, {.purpose = directory, .draw = published.events.draw, .is_seeded = facts.is_seeded});
  spending.is_private = published.statement.not_private_because.empty();
  Reservation reservation = reserve_for(spending, options.stop);
  published.spent = reservation.total();
  const StopToken stop = StopToken::never();
  try {
    write_blurred(ground, published.events, into.file("blurred.csv"), stop);
    write_text_file(into.file("PRIVACY.md"),
                    blur_document(config, ground.promise, facts, software_name(), utc_now().substr(0, 10)), stop);
    write_text_file(into.file("manifest.json"), blur_manifest(published, reservation.head()).dump(2) + "\n", stop);
    write_blur_estimates(ground, facts, published.estimates, into.path(), stop);
    published.fingerprint = write_sums(into.path());
    if (!replaces) refuse_existing_release(directory);
    into.appear();
  } catch (const Error& error) {
    throw Error(error.code(), error.what(),
                fmt::format("Nothing was published, but {} is charged to '{}': what was drawn is lost.",
                            loss_text(reservation.entry().loss), shown_ledger(config.ledger())));
  }
  reservation.commit();
  return published;
}

}  // namespace sourdine
