#include "sourdine/release/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <set>
#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"
#include "sourdine/events/time_zone.h"
#include "sourdine/privacy/ledger/entry.h"
#include "sourdine/release/config_check.h"
#include "sourdine/release/config_text.h"

namespace sourdine {
namespace {

constexpr std::int64_t most_events = 10'000;

// One table of the file: takes its keys one by one and refuses what is left.
class Section {
 public:
  Section(const toml::table& table, std::string name, const std::string& path)
      : table_(table), name_(std::move(name)), path_(path) {}

  void text(const char* key, std::string& into) {
    if (const toml::node* node = take(key)) into = as_text(*node, key);
  }
  // A path, made relative to the configuration's folder.
  void file(const char* key, std::string& into) {
    if (const toml::node* node = take(key)) into = beside(as_text(*node, key));
  }
  void files(const char* key, std::vector<std::string>& into) {
    texts(key, into);
    for (std::string& one : into) one = beside(one);
  }
  void source(const char* key, std::string& into) {
    text(key, into);
    if (into.starts_with("sqlite:")) {
      into = "sqlite:" + beside(into.substr(7));
    } else if (!into.empty() && into != "-" && into.find("://") == std::string::npos) {
      into = beside(into);
    }
  }
  void number(const char* key, double& into) {
    std::optional<double> value;
    number(key, value);
    if (value) into = *value;
  }
  void number(const char* key, std::optional<double>& into) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const auto value = node->value<double>();
    if (!node->is_number() || !value) fail(*node, key, "must be a number");
    into = *value;
  }
  // A number, or the name of a file that says more.
  void budget(const char* key, std::optional<double>& amount, std::string& path) {
    const toml::node* node = table_.get(key);
    if (node != nullptr && node->is_string()) return file(key, path);
    if (node != nullptr && !node->is_number()) fail(*node, key, "must be a number, or the name of a budget file");
    number(key, amount);
  }
  void whole(const char* key, int& into) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < 1 || *value > 9999) fail(*node, key, "must be a year, like 2017");
    into = static_cast<int>(*value);
  }
  // A whole number of at least 1, or the text "auto", which leaves it empty. True when the key is there.
  bool bound(const char* key, std::optional<std::uint64_t>& into) {
    const toml::node* node = take(key);
    if (node == nullptr) return false;
    if (node->value_exact<std::string>() == "auto") return true;
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < 1 || *value > most_events) {
      fail(*node, key, "must be a whole number of at least 1 (and at most 10000), or \"auto\"");
    }
    into = static_cast<std::uint64_t>(*value);
    return true;
  }
  void lines(const char* key, std::size_t& into) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < 0 || *value > 1'000'000) fail(*node, key, "must be a number of lines, like 3");
    into = static_cast<std::size_t>(*value);
  }
  void flag(const char* key, bool& into) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const auto value = node->value_exact<bool>();
    if (!value) fail(*node, key, "must be true or false");
    into = *value;
  }
  void date(const char* key, std::optional<std::chrono::local_days>& into) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    into = as_day(*node);
    if (!into) fail(*node, key, "must be a date like 2018-12-31");
  }
  // A list of dates, and of texts "2018-12-01 to 2018-12-31".
  void days(const char* key, std::vector<DayRange>& into) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const toml::array* list = node->as_array();
    if (list == nullptr) fail(*node, key, "must be a list of days, like [2018-12-31]");
    for (const toml::node& item : *list) {
      auto first = as_day(item);
      auto last = first;
      if (const auto text = item.value_exact<std::string>(); text && !first) {
        constexpr std::string_view between = " to ";
        const std::size_t at = text->find(between);
        first = parse_day(text->substr(0, at));
        last = at == std::string::npos ? std::nullopt : parse_day(text->substr(at + between.size()));
      }
      if (!first || !last || *last < *first) {
        fail(item, key, "must be a list of days like 2018-12-31, and of texts like \"2018-12-01 to 2018-12-31\"");
      }
      into.push_back({*first, *last});
    }
  }
  void texts(const char* key, std::vector<std::string>& into) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    into.clear();
    if (const auto one = node->value_exact<std::string>()) {
      into.push_back(*one);
      return;
    }
    const toml::array* list = node->as_array();
    if (list == nullptr) fail(*node, key, "must be a text or a list of texts");
    for (const toml::node& item : *list) {
      const auto value = item.value_exact<std::string>();
      if (!value) fail(item, key, "must be a list of texts");
      into.push_back(*value);
    }
  }
  // One of the texts that `parse` understands; it throws with a sentence of its own.
  void choice(const char* key, const std::function<void(const std::string&)>& parse) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    try {
      parse(as_text(*node, key));
    } catch (const Error& error) {
      fail_input(fmt::format("{}: {}: {}", place(*node), key, error.what()), error.hint());
    }
  }
  void numbers(const char* key, std::map<std::string, double>& into) {
    const toml::node* node = take(key);
    if (node == nullptr) return;
    const toml::table* list = node->as_table();
    if (list == nullptr) fail(*node, key, "must be a table of numbers, like { name = 0.5 }");
    for (const auto& [name, item] : *list) {
      const auto value = item.value<double>();
      if (!item.is_number() || !value) fail(item, std::string(name.str()).c_str(), "must be a number");
      into[std::string(name.str())] = *value;
    }
  }

  const toml::table* section(const char* key) {
    const toml::node* node = take(key);
    if (node == nullptr) return nullptr;
    if (!node->is_table()) fail(*node, key, "must be a section");
    return node->as_table();
  }

  void finish() const {
    const std::vector<std::string_view> known(known_.begin(), known_.end());
    for (const auto& [key, node] : table_) {
      if (known_.contains(std::string(key.str()))) continue;
      const auto near = nearest(key.str(), known);
      fail_input(fmt::format("{}: there is no key '{}'{}", place(node), key.str(),
                             name_.empty() ? "" : fmt::format(" in [{}]", name_)),
                 near ? fmt::format("Did you mean '{}'? docs/configuration.md lists all keys.", *near)
                      : "docs/configuration.md lists all keys.");
    }
  }

 private:
  const toml::node* take(const char* key) {
    known_.insert(key);
    return table_.get(key);
  }
  std::string as_text(const toml::node& node, const char* key) const {
    const auto value = node.value_exact<std::string>();
    if (!value) fail(node, key, "must be a text in quotes");
    return *value;
  }
  static std::optional<std::chrono::local_days> parse_day(std::string_view text) {
    const auto label = parse_label(text);
    if (!label || label->first != Period::day) return std::nullopt;
    return std::chrono::floor<std::chrono::days>(label->second);
  }
  // A date, or its text.
  static std::optional<std::chrono::local_days> as_day(const toml::node& node) {
    if (const auto written = node.value_exact<std::string>()) return parse_day(*written);
    const std::optional<toml::date> value = node.value_exact<toml::date>();
    if (!value) return std::nullopt;
    return std::chrono::local_days(std::chrono::year_month_day{
        std::chrono::year(value->year), std::chrono::month(value->month), std::chrono::day(value->day)});
  }
  std::string beside(const std::string& file) const {
    return file.empty() ? file : (std::filesystem::path(path_).parent_path() / file).string();
  }
  std::string place(const toml::node& node) const {
    return fmt::format("line {} of '{}'", node.source().begin.line, path_);
  }
  [[noreturn]] void fail(const toml::node& node, const char* key, const char* why) const {
    fail_input(fmt::format("{}: '{}' {}", place(node), key, why));
  }

  const toml::table& table_;
  std::string name_;
  const std::string& path_;
  std::set<std::string> known_;
};

template <class T>
T one_of(const std::string& text, const std::vector<std::pair<std::string_view, T>>& table) {
  std::string known;
  for (const auto& [name, value] : table) {
    if (name == text) return value;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  fail_input(fmt::format("'{}' is not one of: {}", text, known));
}

const std::vector<std::pair<std::string_view, BiasFilter>> filters = {{"none", BiasFilter::none},
                                                                      {"bias", BiasFilter::bias},
                                                                      {"ratio", BiasFilter::ratio},
                                                                      {"private-ratio", BiasFilter::private_ratio}};

void read_events(Section section, EventsConfig& events) {
  section.source("source", events.source);
  section.text("query", events.query);
  section.text("time", events.time);
  section.text("time_format", events.time_format);
  section.choice("time_zone", [&](const std::string& text) { events.time_zone = TimeZone::load(text).name(); });
  section.text("clock", events.clock);
  section.text("place", events.place);
  section.text("id", events.id);
  section.texts("keep", events.keep);
  section.text("separator", events.separator);
  section.lines("skip_lines", events.skip_lines);
  section.choice("on_bad_row", [&](const std::string& text) {
    events.skip_bad_rows = one_of<bool>(text, {{"stop", false}, {"skip", true}});
  });
  section.date("from", events.from);
  section.date("to", events.to);
  section.days("missing", events.missing);
  section.choice("no_rows", [&](const std::string& text) {
    events.no_rows_unknown = one_of<bool>(text, {{"zero", false}, {"unknown", true}});
  });
  section.finish();
}

void read_places(Section section, PlacesConfig& places) {
  section.files("table", places.tables);
  section.text("place", places.place);
  section.text("region", places.region);
  section.text("latitude", places.latitude);
  section.text("longitude", places.longitude);
  section.texts("regions", places.regions);
  section.texts("drop", places.drop);
  section.choice("other", [&](const std::string& text) {
    places.other = one_of<std::string>(text, {{"stop", "stop"}, {"drop", "drop"}, {"own region", "own region"}});
  });
  section.text("other_name", places.other_name);
  section.choice("list", [&](const std::string& text) {
    places.is_public = one_of<bool>(text, {{"public", true}, {"from the events", false}});
  });
  section.file("seats", places.seats);
  section.file("map", places.map);
  section.text("map_region", places.map_region);
  section.finish();
}

const std::vector<std::pair<std::string_view, CentralNoise>> noise_names = {{"laplace", CentralNoise::laplace},
                                                                            {"gaussian", CentralNoise::gaussian}};

void read_privacy(Section section, PrivacyConfig& privacy, GivenKeys& given) {
  section.choice("model", [&](const std::string& text) {
    privacy.model = one_of<PrivacyModel>(text, {{"local", PrivacyModel::local}, {"central", PrivacyModel::central}});
  });
  section.choice("noise", [&](const std::string& text) {
    given.noise = true;
    privacy.noise = one_of<CentralNoise>(text, noise_names);
  });
  section.number("delta", privacy.delta);
  section.number("rho", privacy.rho);
  PersonConfig person;
  section.text("person", person.column);
  given.max_events = section.bound("max_events", person.max_events);
  if (!person.column.empty()) privacy.person = person;
  section.number("epsilon", privacy.epsilon);
  section.number("f", privacy.f);
  section.text("oracle", privacy.oracle);
  section.numbers("parameters", privacy.parameters);
  section.budget("budget", privacy.budget, privacy.budget_file);
  section.source("ledger", privacy.ledger);
  section.numbers("shares", privacy.shares);
  section.finish();
}

void read_publish(Section section, PublishConfig& publish, GivenKeys& given) {
  std::vector<std::string> names;
  for (const Period period : publish.periods) names.emplace_back(period_name(period));
  section.texts("periods", names);
  publish.periods.clear();
  for (const std::string& name : names) {
    const Period period = find_period(name);
    if (std::find(publish.periods.begin(), publish.periods.end(), period) == publish.periods.end()) {
      publish.periods.push_back(period);
    }
  }
  section.choice("consistency", [&](const std::string& text) {
    if (text == "auto") {
      publish.consistency.reset();
    } else {
      publish.consistency = text == "paper" ? Consistency::base_pos : find_consistency(text);
    }
  });
  section.choice("smooth", [&](const std::string& text) {
    given.smooth = true;
    publish.smooth = one_of<bool>(text, {{"auto", true}, {"none", false}});
  });
  section.choice("filter", [&](const std::string& text) { publish.filter = one_of<BiasFilter>(text, filters); });
  section.whole("ratio_year", publish.ratio_year);
  section.number("ratio_epsilon", publish.ratio_epsilon);
  section.number("confidence", publish.confidence);
  section.flag("synthetic", publish.synthetic);
  section.finish();
}

}  // namespace

std::string ReleaseConfig::ledger() const {
  if (!privacy.ledger.empty()) return privacy.ledger;
  return (std::filesystem::path(path).parent_path() / (dataset + std::string(ledger_ending))).string();
}

namespace {

// `dataset` when the text names none; nothing: it must.
ReleaseConfig parse_named(const std::string& text, const std::string& path, const std::optional<std::string>& dataset) {
  toml::table file;
  try {
    file = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    fail_input(fmt::format("line {} of '{}' is not TOML: {}", error.source().begin.line, path, error.description()),
               "examples/ has configurations to start from.");
  }
  ReleaseConfig config;
  config.path = path;
  config.dataset = dataset.value_or("");
  Section top(file, "", path);
  top.text("title", config.title);
  top.text("dataset", config.dataset);
  if (!dataset && config.dataset.empty()) {
    fail_input(fmt::format("'{}' has no 'dataset'", path),
               "Name the data set: what is published of it adds up under that name, in its ledger.");
  }
  top.text("events_word", config.events_word);
  top.text("places_word", config.places_word);
  top.choice("language", [&](const std::string& name) {
    config.language = one_of<Language>(name, {{"en", Language::en}, {"fr", Language::fr}});
  });
  top.choice("holidays", [&](const std::string& country) { config.holidays = find_holidays(country); });
  if (const auto* table = top.section("events")) read_events(Section(*table, "events", path), config.events);
  if (const auto* table = top.section("places")) read_places(Section(*table, "places", path), config.places);
  GivenKeys given;
  if (const auto* table = top.section("privacy")) read_privacy(Section(*table, "privacy", path), config.privacy, given);
  if (const auto* table = top.section("publish")) read_publish(Section(*table, "publish", path), config.publish, given);
  top.finish();
  // Central numbers add up, and stay so unless smoothing is asked for.
  if (config.privacy.model == PrivacyModel::central && !given.smooth) config.publish.smooth = false;
  check_config(config, given);
  fix_central_time_format(config);
  return config;
}

}  // namespace

ReleaseConfig parse_config(const std::string& text, const std::string& path) {
  return parse_named(text, path, std::filesystem::path(path).stem().string());
}

ReleaseConfig read_config(const std::string& path) {
  if (const auto text = find_config_text(path)) return parse_named(*text, "configuration", std::nullopt);
  InputFile file(path);
  std::string text(std::size_t{1} << 20, '\0');
  text.resize(file.read({reinterpret_cast<std::uint8_t*>(text.data()), text.size()}));
  if (text.size() == std::size_t{1} << 20) fail_input(fmt::format("'{}' is too long for a configuration", path));
  return parse_config(text, path);
}

std::string_view filter_name(BiasFilter filter) {
  return std::find_if(filters.begin(), filters.end(), [&](const auto& row) { return row.second == filter; })->first;
}

std::string_view noise_name(CentralNoise noise) {
  return std::find_if(noise_names.begin(), noise_names.end(), [&](const auto& row) { return row.second == noise; })
      ->first;
}

}  // namespace sourdine
