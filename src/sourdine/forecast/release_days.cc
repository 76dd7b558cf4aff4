#include "sourdine/forecast/release_days.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/calendar.h"
#include "sourdine/base/csv.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"

namespace sourdine {
namespace {

using std::chrono::local_days;

std::string read_text(const std::string& path) {
  constexpr std::size_t block = std::size_t{1} << 16;
  InputFile file(path);
  std::string text;
  for (std::size_t got = block; got == block;) {
    const std::size_t size = text.size();
    text.resize(size + block);
    got = file.read(std::span(reinterpret_cast<std::uint8_t*>(text.data()) + size, block));
    text.resize(size + got);
  }
  return text;
}

// Regions, noise and holidays, into `data`.
void read_manifest(const std::string& path, DailyCounts& data) {
  try {
    const nlohmann::json manifest = parse_bounded_json(read_text(path));
    if (manifest.at("schema") != 1)
      fail_input(fmt::format("'{}' is of a schema that this version does not know", path));
    data.regions = manifest.at("regions").get<std::vector<std::string>>();
    data.noise.per_report = manifest.at("measurement_noise").at("per_report").get<double>();
    data.noise.per_holder = manifest.at("measurement_noise").at("per_holder").get<double>();
    data.noise_per_count = manifest.at("measurement_noise").value("per_count", 0.0);
    data.holidays = find_holidays(manifest.value("holidays", "none"));
  } catch (const nlohmann::json::exception& error) {
    fail_input(fmt::format("'{}' is not the manifest of a release: {}", path, error.what()));
  }
}

// The day of a label; nothing for labels of other periods.
std::optional<local_days> day_of(CsvReader& csv, std::size_t column) {
  const auto label = parse_label(csv.row()[column]);
  if (!label) csv.reject(column, "is not the label of a period");
  if (!label || label->first != Period::day) return std::nullopt;
  return std::chrono::floor<std::chrono::days>(label->second);
}

double number_in(CsvReader& csv, std::size_t column) {
  const std::string_view text = csv.row()[column];
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) csv.reject(column, "is not a number");
  return value;
}

void read_totals(const std::string& path, DailyCounts& data) {
  InputFile file(path);
  CsvReader csv(file);
  const std::size_t period = csv.column("period"), total = csv.column("total");
  while (csv.next()) {
    const auto day = day_of(csv, period);
    if (!day) continue;
    if (csv.row()[total].empty()) {  // a gap: what is behind it begins anew
      data.days_before_gap += data.days();
      data.totals.clear();
      continue;
    }
    if (data.totals.empty()) data.first = *day;
    if (*day != data.date(data.days())) csv.reject(period, "is not the day after the one before");
    const double number = number_in(csv, total);
    data.totals.push_back(data.noise_per_count > 0 ? std::max(0.0, number) : number);  // below 0 is noise
  }
}

void read_estimates(const std::string& path, DailyCounts& data) {
  InputFile file(path);
  CsvReader csv(file);
  const std::size_t period = csv.column("period"), region = csv.column("region"), plain = csv.column("plain_estimate");
  const std::size_t k = data.regions.size();
  while (csv.next()) {
    const auto day = day_of(csv, period);
    if (!day) continue;
    if (*day < data.first) continue;  // before the last gap
    const std::size_t next = data.counts.size();
    if (next == data.days() * k || *day != data.date(next / k)) csv.reject(period, "is not the next day of totals.csv");
    if (csv.row()[region] != data.regions[next % k]) csv.reject(region, "is not the next region of the manifest");
    data.counts.push_back(number_in(csv, plain));
  }
}

}  // namespace

DailyCounts read_release_days(const std::string& directory) {
  const std::filesystem::path path(directory);
  if (!std::filesystem::exists(path / "manifest.json")) {
    fail_input(fmt::format("'{}' is not a release: it has no manifest.json", directory),
               "'sourdine release' makes one.");
  }
  DailyCounts data;
  read_manifest((path / "manifest.json").string(), data);
  read_totals((path / "totals.csv").string(), data);
  if (data.totals.empty() && data.days_before_gap != 0) {
    fail_input(fmt::format("the last day of the release '{}' is missing, and a forecast learns from the days before it",
                           directory),
               "Release the days up to the gap: set 'to' in [events] of its configuration.");
  }
  if (data.totals.empty()) {
    fail_input(fmt::format("the release '{}' has no daily estimates, and forecasts are made from days", directory),
               "Put \"day\" among the periods of its configuration.");
  }
  read_estimates((path / "estimates.csv").string(), data);
  require_whole(data);
  return data;
}

DailyCounts daily_counts(const TrueCounts& truth) {
  if (truth.timeline.period() != Period::day) throw Error(ErrorCode::internal, "a forecast needs counts of days");
  DailyCounts data;
  data.first = std::chrono::floor<std::chrono::days>(truth.timeline.start(0));
  data.regions = truth.regions;
  data.counts = truth.counts;
  for (std::size_t t = 0; t < truth.timeline.size(); ++t) {
    double total = 0;
    for (std::size_t i = 0; i < truth.regions.size(); ++i) total += data.count(t, i);
    data.totals.push_back(total);
  }
  require_whole(data);
  return data;
}

}  // namespace sourdine
