#include <fmt/format.h>

#include <unordered_map>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/blur/blur.h"
#include "sourdine/blur/place_check.h"
#include "sourdine/blur/prior.h"
#include "sourdine/events/cell_number.h"
#include "sourdine/events/row_source.h"

namespace sourdine {
namespace {

// One row's place.
class PlaceReader {
 public:
  PlaceReader(const RowSource& rows, const PreparedBlur& blur)
      : rows_(rows),
        config_(blur.config),
        check_(blur),
        north_(find_column(rows, config_.north_column())),
        east_(find_column(rows, config_.east_column())) {
    if (north_ == east_) fail_input(fmt::format("'{}' is named for both coordinates", shown(config_.north_column())));
  }

  std::optional<GridPoint> read() const {
    const double north = number(north_, config_.north_column()), east = number(east_, config_.east_column());
    return check_.cell(north, east, where_);
  }

 private:
  double number(std::size_t index, const std::string& column) const {
    const std::string text(trimmed(rows_.row()[index]));
    if (const auto value = cell_number_or_comma(text)) return *value;
    check_.refuse_text(text, column, where_);
  }

  const RowSource& rows_;
  const BlurConfig& config_;
  PlaceCheck check_;
  PlaceCheck::Where where_ = [this](const std::string& column) {
    return fmt::format("{}, column '{}'", rows_.where(), shown(column));
  };
  std::size_t north_, east_;
};

struct HashCell {
  std::size_t operator()(const GridPoint& cell) const {
    return static_cast<std::size_t>(static_cast<std::uint64_t>(cell.x) * 0x9E3779B97F4A7C15U ^
                                    static_cast<std::uint64_t>(cell.y) * 0xC2B2AE3D27D4EB4FU);
  }
};

}  // namespace

ReadPlaces read_places(const PreparedBlur& blur, const std::string& given, const StopToken& stop) {
  const BlurConfig& config = blur.config;
  const std::string& source = chosen_source(given, config.events, config.head, "events");
  const auto rows = open_rows(source, config.events.query, config.events.rows);
  const PlaceReader places(*rows, blur);
  std::vector<std::size_t> kept;
  for (const std::string& column : config.events.keep) kept.push_back(find_column(*rows, column));
  for (const std::string& column : config.events.locating)
    find_column(*rows, column);  // a name misspelt protects nothing

  ReadPlaces read;
  std::unordered_map<GridPoint, std::uint64_t, HashCell> reports;
  while (rows->next()) {
    if (read.rows++ % 4096 == 0) stop.check();
    const auto cell = places.read();
    if (!cell) {
      ++read.outside;
      continue;
    }
    read.cells.push_back(*cell);
    if (config.privacy.repeats && ++reports[read.cells.back()] > *config.privacy.repeats) {
      fail_input(fmt::format("{}: a place is reported more often than 'repeats' allows, {} times", rows->where(),
                             *config.privacy.repeats),
                 "Every further report of a place tells more about it: raise 'repeats', which costs as much, or use "
                 "the memo.");
    }
    for (const std::size_t column : kept) read.kept.add(rows->row()[column]);
  }
  if (read.cells.empty()) {
    fail_input(read.rows == 0
                   ? fmt::format("{} has no rows", rows->name())
                   : fmt::format("none of the {} rows of {} is in the declared area", read.rows, rows->name()));
  }
  if (blur.remap) refuse_private_prior(config, source, blur.prior, read.cells);
  return read;
}

}  // namespace sourdine
