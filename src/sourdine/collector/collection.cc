#include "sourdine/collector/collection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

using nlohmann::json;

constexpr std::size_t max_id_bytes = 64;
constexpr std::size_t max_name_bytes = 200;
constexpr int max_map_depth = 16;  // GeoJSON: nine levels down to a coordinate
constexpr std::uint64_t day_seconds = 86'400;
constexpr std::uint64_t max_seconds = 36'600 * day_seconds;
// Clients take no collection beyond these (client_parameters.cc).
constexpr std::uint64_t max_window_seconds = 366 * day_seconds;
constexpr std::uint64_t max_jitter_seconds = 31 * day_seconds;
constexpr std::uint64_t max_days = 100ULL * 366;

constexpr std::array<std::string_view, 14> setting_names{"accepts_seeded",       "clock_ahead_seconds",
                                                         "clock_window_seconds", "dataset",
                                                         "jitter_seconds",       "keeps_reports",
                                                         "late_window_seconds",  "map",
                                                         "max_reports",          "max_reports_per_minute",
                                                         "min_reports",          "period",
                                                         "retention_days",       "title"};

template <class T>
json number_or_null(const std::optional<T>& number) {
  return number ? json(*number) : json(nullptr);
}

[[noreturn]] void fail_setting(std::string_view key, std::string_view what) {
  fail_input(fmt::format("'{}' of the collection must be {}", key, what));
}

// The settings of one JSON object, each taken by its name; what is not there, or null, stays as it is.
class SettingsReader {
 public:
  explicit SettingsReader(const json& object) : object_(object) {
    for (const auto& item : object.items()) {
      if (std::find(setting_names.begin(), setting_names.end(), item.key()) != setting_names.end()) continue;
      fail_input(fmt::format("a collection has no setting '{}'", shown(item.key())),
                 std::string(trimmed(suggestion(item.key(), setting_names))));
    }
  }

  void read(std::string_view key, std::string& into) const {
    const json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_string()) fail_setting(key, "a text");
    into = value->get<std::string>();
    if (into.size() > max_name_bytes) fail_setting(key, fmt::format("at most {} bytes", max_name_bytes));
  }
  void read(std::string_view key, bool& into) const {
    const json* value = find(key);
    if (value == nullptr) return;
    if (!value->is_boolean()) fail_setting(key, "true or false");
    into = value->get<bool>();
  }
  std::optional<std::uint64_t> number(std::string_view key, std::uint64_t least, std::uint64_t most) const {
    const json* value = find(key);
    if (value == nullptr) return {};
    if (!value->is_number_unsigned() || whole_number(*value) < least || whole_number(*value) > most) {
      fail_setting(key, fmt::format("a whole number from {} to {}", least, most));
    }
    return whole_number(*value);
  }
  void read(std::string_view key, std::chrono::seconds& into, std::uint64_t least,
            std::uint64_t most = max_seconds) const {
    if (const auto count = number(key, least, most)) into = std::chrono::seconds(*count);
  }
  const json* find(std::string_view key) const {
    const auto found = object_.find(std::string(key));
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }

 private:
  const json& object_;
};

std::optional<Period> read_period(const SettingsReader& reader) {
  const json* value = reader.find("period");
  if (value == nullptr) return {};
  if (!value->is_string()) fail_setting("period", "the name of a period, or null");
  if (*value == "none") return {};
  return find_period(value->get<std::string>());
}

std::string read_map(const SettingsReader& reader) {
  const json* value = reader.find("map");
  if (value == nullptr) return {};
  if (!value->is_object()) fail_setting("map", "an object");
  return value->dump();
}

json parse_settings_object(std::string_view text) {
  json object;
  try {
    object = parse_bounded_json(text, max_map_depth);
  } catch (const json::exception&) {
    fail_input("the settings of the collection are not JSON");
  }
  if (!object.is_object()) fail_input("the settings of the collection are not a JSON object");
  return object;
}

bool is_plain(char letter) { return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9'); }

}  // namespace

std::string to_json(const CollectionSettings& settings) {
  json object;
  object["accepts_seeded"] = settings.accepts_seeded;
  object["clock_ahead_seconds"] = settings.clock_ahead.count();
  object["clock_window_seconds"] = settings.clock_window.count();
  object["dataset"] = settings.dataset;
  object["jitter_seconds"] = settings.jitter.count();
  object["keeps_reports"] = settings.keep_reports;
  object["late_window_seconds"] = settings.late_window.count();
  object["map"] = settings.map.empty() ? json(nullptr) : json::parse(settings.map);
  object["max_reports"] = number_or_null(settings.max_reports);
  object["max_reports_per_minute"] = number_or_null(settings.max_reports_per_minute);
  object["min_reports"] = settings.min_reports;
  object["period"] = settings.period ? json(period_name(*settings.period)) : json(nullptr);
  object["retention_days"] = settings.retention ? json(settings.retention->count()) : json(nullptr);
  object["title"] = settings.title;
  return object.dump();
}

CollectionSettings parse_collection_settings(std::string_view text) {
  const json object = parse_settings_object(text);
  const SettingsReader reader(object);
  CollectionSettings settings;
  reader.read("title", settings.title);
  reader.read("dataset", settings.dataset);
  reader.read("accepts_seeded", settings.accepts_seeded);
  reader.read("keeps_reports", settings.keep_reports);
  reader.read("clock_window_seconds", settings.clock_window, 1, max_window_seconds);
  reader.read("clock_ahead_seconds", settings.clock_ahead, 0);
  reader.read("late_window_seconds", settings.late_window, 0);
  reader.read("jitter_seconds", settings.jitter, 0, max_jitter_seconds);
  settings.min_reports = reader.number("min_reports", 0, Tally::max_reports).value_or(settings.min_reports);
  settings.max_reports = reader.number("max_reports", 1, Tally::max_reports);
  settings.max_reports_per_minute = reader.number("max_reports_per_minute", 1, Tally::max_reports);
  if (const auto days = reader.number("retention_days", 1, max_days)) settings.retention = std::chrono::days(*days);
  settings.period = read_period(reader);
  settings.map = read_map(reader);
  if (settings.period && settings.jitter > settings.late_window) {
    fail_input("'jitter_seconds' of the collection must not be more than its 'late_window_seconds'",
               "Reports that wait longer than that would be refused.");
  }
  return settings;
}

std::string dataset_of(const Collection& collection) {
  return collection.settings.dataset.empty() ? collection.id : collection.settings.dataset;
}

void require_collection_id(std::string_view id) {
  const bool is_good =
      !id.empty() && id.size() <= max_id_bytes && is_plain(id.front()) &&
      std::all_of(id.begin(), id.end(), [](char letter) { return is_plain(letter) || letter == '-' || letter == '_'; });
  if (is_good) return;
  fail_input(fmt::format("'{}' cannot be the id of a collection", shown(id)),
             "Ids are 1 to 64 of the letters a to z, digits, - and _, and begin with a letter or digit.");
}

}  // namespace sourdine
