#include "sourdine/blur/keyed_blur.h"

#include <fmt/format.h>

#include <optional>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/blur/place_check.h"
#include "sourdine/geo/cell_memo.h"
#include "sourdine/geo/row_noise.h"

namespace sourdine {
namespace {

PreparedBlur prepare_private(const BlurConfig& config) {
  require_level(config);
  require_private_epsilon(config.privacy.level, false);
  return prepare_blur(config);
}

// Nothing for a row that is left out.
std::vector<std::optional<GridPoint>> checked_cells(const PreparedBlur& blur, const PlacesView& places) {
  if (places.north.size() != places.east.size()) {
    fail_input(fmt::format("there are {} numbers north and {} east", places.north.size(), places.east.size()));
  }
  const PlaceCheck check(blur);
  const PlaceCheck::Where where = [](const std::string& column) { return fmt::format("column '{}'", shown(column)); };
  std::vector<std::optional<GridPoint>> cells;
  cells.reserve(places.north.size());
  for (std::size_t i = 0; i < places.north.size(); ++i) {
    cells.push_back(check.cell(places.north[i], places.east[i], where));
  }
  return cells;
}

std::int32_t index_or_none(std::optional<std::size_t> index) { return index ? static_cast<std::int32_t>(*index) : -1; }

}  // namespace

KeyedBlur::KeyedBlur(const BlurConfig& config) : blur_(prepare_private(config)), noise_(blur_.promise.epsilon()) {}

std::string KeyedBlur::identity() const {
  return fmt::format("{}|{}", blur_.promise.epsilon().numerator, noise_label(blur_));
}

std::vector<GridPoint> KeyedBlur::cells(const PlacesView& places) const {
  std::vector<GridPoint> inside;
  for (const auto& cell : checked_cells(blur_, places)) {
    if (cell) inside.push_back(*cell);
  }
  return inside;
}

KeyedPlaces KeyedBlur::blur(const PlacesView& places, const RowIdsView& ids, const RowSecret& secret) const {
  const bool has_ids = !std::holds_alternative<std::monostate>(ids);
  if (has_ids == blur_.config.privacy.has_memo) {
    fail_input(has_ids ? "with the memo places are moved by their cells, not by ids of rows"
                       : "without the memo noise is drawn by rows, and they have no ids");
  }
  const auto cells = checked_cells(blur_, places);
  // A row that is left out is moved from anywhere, so that ids stay beside their rows, and dropped.
  std::vector<GridPoint> moved;
  moved.reserve(cells.size());
  for (const auto& cell : cells) moved.push_back(cell.value_or(GridPoint()));
  const std::string label = noise_label(blur_);
  if (const auto* numbers = std::get_if<std::span<const std::uint64_t>>(&ids)) {
    RowNoise(noise_, secret, label).move(moved, *numbers);
  } else if (const auto* bytes = std::get_if<ByteIds<std::int64_t>>(&ids)) {
    RowNoise(noise_, secret, label).move(moved, *bytes);
  } else {
    CellMemo(noise_, secret, label).move(moved);
  }
  const std::vector<PlanePoint> points = published_points(blur_, moved, 1);
  KeyedPlaces published;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!cells[i]) continue;
    const PublishedPlace place = published_place(blur_, points[i]);
    published.rows.push_back(i);
    published.north.push_back(place.north);
    published.east.push_back(place.east);
    published.regions.push_back(index_or_none(place.region));
    published.stations.push_back(index_or_none(place.station));
    published.distances.push_back(place.distance);
  }
  return published;
}

}  // namespace sourdine
