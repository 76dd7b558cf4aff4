#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <unordered_map>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/blur/blur.h"
#include "sourdine/blur/place_check.h"
#include "sourdine/blur/prior.h"
#include "sourdine/events/row_source.h"

namespace sourdine {
namespace {

// The number of a field, with a decimal point or comma; nothing where there is none.
std::optional<double> field_number(std::string text) {
  if (const std::size_t comma = text.find(','); comma != std::string::npos) text[comma] = '.';
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// One row's place.
class PlaceReader {
 public:
  PlaceReader(const RowSource& rows, const PreparedBlur& ground)
      : rows_(rows),
        config_(ground.config),
        check_(ground),
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
    if (const auto value = field_number(text)) return *value;
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

RowOptions row_options(const BlurEventsConfig& events) {
  RowOptions options;
  options.skip_lines = events.skip_lines;
  if (events.separator != "auto") {
    if (events.separator.size() != 1)
      fail_input(fmt::format("the separator '{}' is not one letter", shown(events.separator)));
    options.separator = events.separator.front();
  }
  return options;
}

}  // namespace

ReadPlaces read_places(const PreparedBlur& ground, const std::string& given, const StopToken& stop) {
  const BlurConfig& config = ground.config;
  const std::string& source = given.empty() ? config.events.source : given;
  if (source.empty()) {
    fail_input(fmt::format("'{}' names no source of events, and neither does the command line", config.head.path),
               "Give [events] source = \"events.csv\", or the file as an argument.");
  }
  const auto rows = open_rows(source, config.events.query, row_options(config.events));
  const PlaceReader places(*rows, ground);
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
  if (ground.remap) refuse_private_prior(config, source, ground.prior, read.cells);
  return read;
}

}  // namespace sourdine
