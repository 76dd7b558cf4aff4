#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sourdine/base/csv.h"
#include "sourdine/base/error.h"
#include "sourdine/simulate/doubs.h"

namespace sourdine {
namespace embedded {

std::string_view doubs_towns();
std::string_view doubs_regions();

}  // namespace embedded

namespace {

// The tables are ours: what is wrong in them is wrong with the build.
[[noreturn]] void fail_table(std::string_view table, std::string_view text) {
  throw Error(ErrorCode::internal, fmt::format("the table of Doubs {} has '{}' where it should not", table, text));
}

std::uint64_t table_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) fail_table("towns", text);
  return number;
}

// "47.2378" is 472378: degrees with four decimals, never a floating-point number.
std::int64_t ten_thousandths(std::string_view text) {
  std::string digits(text);
  const std::size_t point = digits.find('.');
  if (point == std::string::npos || digits.size() - point != 5) fail_table("regions", text);
  return static_cast<std::int64_t>(table_number(digits.erase(point, 1)));
}

std::size_t find_region(const std::vector<DoubsRegion>& regions, std::string_view name) {
  const auto found =
      std::find_if(regions.begin(), regions.end(), [name](const DoubsRegion& region) { return region.name == name; });
  if (found == regions.end()) fail_table("towns", name);
  return static_cast<std::size_t>(found - regions.begin());
}

DoubsTables read_tables() {
  DoubsTables tables;
  InputBytes region_text("the table of Doubs regions", doubs_regions_csv());
  for (CsvReader reader(region_text); reader.next();) {
    const auto row = reader.row();
    tables.regions.push_back({.name = std::string(row[0]),
                              .seat = std::string(row[1]),
                              .latitude = ten_thousandths(row[2]),
                              .longitude = ten_thousandths(row[3]),
                              .population = 0});
  }
  InputBytes town_text("the table of Doubs towns", doubs_towns_csv());
  for (CsvReader reader(town_text); reader.next();) {
    const auto row = reader.row();
    const std::size_t region = find_region(tables.regions, row[3]);
    tables.towns.push_back({std::string(row[0]), std::string(row[1]), table_number(row[2]), region});
    tables.regions[region].population += tables.towns.back().population;
  }
  return tables;
}

}  // namespace

std::string_view doubs_towns_csv() { return embedded::doubs_towns(); }
std::string_view doubs_regions_csv() { return embedded::doubs_regions(); }

const DoubsTables& doubs_tables() {
  static const DoubsTables tables = read_tables();
  return tables;
}

}  // namespace sourdine
