#include "sourdine/publish/config_section.h"

#include <fmt/format.h>

#include <filesystem>
#include <limits>

#include "sourdine/base/text.h"

namespace sourdine {

// A value, and what messages call it.
struct ConfigValue {
  const toml::node& node;
  std::string_view key;
  const std::string& path;
  const char* of_items = nullptr;  // in a list: what is said of all its items, in place of what one of them must be

  std::string place() const { return fmt::format("line {} of '{}'", node.source().begin.line, path); }
  [[noreturn]] void fail(std::string_view why) const {
    fail_input(fmt::format("{}: '{}' {}", place(), key, of_items != nullptr ? of_items : why));
  }

  // Of this type of TOML, and no other.
  template <class T>
  T as(std::string_view why) const {
    const auto value = node.value_exact<T>();
    if (!value) fail(why);
    return *value;
  }
  std::string text() const { return as<std::string>("must be a text in quotes"); }
  double number(std::string_view why = "must be a number") const {
    const auto value = node.value<double>();
    if (!node.is_number() || !value) fail(why);
    return *value;
  }
  std::int64_t whole(std::int64_t least, std::int64_t most, std::string_view why) const {
    const auto value = as<std::int64_t>(why);
    if (value < least || value > most) fail(why);
    return value;
  }
  const toml::table& table(std::string_view why) const {
    if (!node.is_table()) fail(why);
    return *node.as_table();
  }
  const toml::array& array(std::string_view why) const {
    if (!node.is_array()) fail(why);
    return *node.as_array();
  }
};

namespace {

std::optional<std::chrono::local_days> parse_day(std::string_view text) {
  const auto label = parse_label(text);
  if (!label || label->first != Period::day) return std::nullopt;
  return std::chrono::floor<std::chrono::days>(label->second);
}

// A date, or its text.
std::optional<std::chrono::local_days> as_day(const toml::node& node) {
  if (const auto written = node.value_exact<std::string>()) return parse_day(*written);
  const std::optional<toml::date> value = node.value_exact<toml::date>();
  if (!value) return std::nullopt;
  return std::chrono::local_days(std::chrono::year_month_day{
      std::chrono::year(value->year), std::chrono::month(value->month), std::chrono::day(value->day)});
}

void read_value(const ConfigValue& value, std::string& into) { into = value.text(); }

void read_value(const ConfigValue& value, bool& into) { into = value.as<bool>("must be true or false"); }

void read_value(const ConfigValue& value, double& into) { into = value.number(); }

void read_value(const ConfigValue& value, std::uint64_t& into) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  into = static_cast<std::uint64_t>(value.whole(0, most, "must be a whole number, like 5"));
}

void read_value(const ConfigValue& value, std::int64_t& into) {
  into = value.as<std::int64_t>("must be a whole number, like -5");
}

void read_value(const ConfigValue& value, std::chrono::local_days& into) {
  const auto day = as_day(value.node);
  if (!day) value.fail("must be a date like 2018-12-31");
  into = *day;
}

void read_value(const ConfigValue& value, DayRange& into) {
  auto first = as_day(value.node);
  auto last = first;
  if (const auto text = value.node.value_exact<std::string>(); text && !first) {
    constexpr std::string_view between = " to ";
    const std::size_t at = text->find(between);
    first = parse_day(text->substr(0, at));
    last = at == std::string::npos ? std::nullopt : parse_day(text->substr(at + between.size()));
  }
  if (!first || !last || *last < *first) {
    value.fail("must be a list of days like 2018-12-31, and of texts like \"2018-12-01 to 2018-12-31\"");
  }
  into = {*first, *last};
}

template <class T>
void read_value(const ConfigValue& value, std::optional<T>& into) {
  read_value(value, into.emplace());
}

void read_value(const ConfigValue& value, std::vector<double>& into);

template <class T>
void read_list(const ConfigValue& value, std::vector<T>& into, const char* why, const char* why_of_items = nullptr) {
  into.clear();
  for (const toml::node& item : value.array(why)) {
    const char* inner = value.of_items != nullptr ? value.of_items : why_of_items;
    read_value(ConfigValue{item, value.key, value.path, inner}, into.emplace_back());
  }
}

void read_value(const ConfigValue& value, std::vector<DayRange>& into) {
  read_list(value, into, "must be a list of days, like [2018-12-31]");
}

void read_value(const ConfigValue& value, std::vector<std::string>& into) {
  into.clear();
  if (value.node.is_string()) return into.push_back(value.text());
  read_list(value, into, "must be a text or a list of texts", "must be a list of texts");
}

void read_value(const ConfigValue& value, std::vector<double>& into) {
  constexpr const char* why = "must be a list of numbers, like [18, 25.5, 40]";
  read_list(value, into, why, why);
}

void read_value(const ConfigValue& value, std::vector<std::int64_t>& into) {
  constexpr const char* why = "must be a list of whole numbers, like [5, 10, 20]";
  read_list(value, into, why, why);
}

void read_value(const ConfigValue& value, std::vector<std::vector<double>>& into) {
  constexpr const char* why = "must be a list of lists of numbers, like [[18, 25, 40, 65], [40]]";
  read_list(value, into, why, why);
}

void read_value(const ConfigValue& value, std::map<std::string, double>& into) {
  for (const auto& [name, item] : value.table("must be a table of numbers, like { name = 0.5 }")) {
    into[std::string(name.str())] = ConfigValue{item, name.str(), value.path}.number();
  }
}

// What `parse` makes of a text; its error is told with the place of the value.
template <class Parse>
void parse_value(const ConfigValue& value, const std::string& text, const Parse& parse) {
  try {
    parse(text);
  } catch (const Error& error) {
    fail_input(fmt::format("{}: {}: {}", value.place(), value.key, error.what()), error.hint());
  }
}

}  // namespace

bool ConfigSection::is_word(const char* key, std::string_view word) {
  const auto value = take(key);
  return value && value->node.value_exact<std::string>() == word;
}

void ConfigSection::read(std::initializer_list<ConfigKey> keys) {
  for (const ConfigKey& key : keys) {
    if (const auto value = take(key.name)) std::visit([&](auto* into) { read_value(*value, *into); }, key.into);
  }
}

void ConfigSection::file(const char* key, std::string& into) {
  if (const auto value = take(key)) into = beside(value->text());
}

void ConfigSection::files(const char* key, std::vector<std::string>& into) {
  read({{key, into}});
  for (std::string& name : into) name = beside(name);
}

void ConfigSection::source(const char* key, std::string& into) {
  read({{key, into}});
  if (into.starts_with("sqlite:")) {
    into = "sqlite:" + beside(into.substr(7));
  } else if (!into.empty() && into != "-" && into.find("://") == std::string::npos) {
    into = beside(into);
  }
}

void ConfigSection::budget(const char* key, std::optional<double>& amount, std::string& path) {
  if (is_text(key)) return file(key, path);
  if (const auto value = take(key)) amount = value->number("must be a number, or the name of a budget file");
}

std::optional<std::int64_t> ConfigSection::whole(const char* key, std::int64_t least, std::int64_t most,
                                                 const char* why) {
  const auto value = take(key);
  return value ? std::optional(value->whole(least, most, why)) : std::nullopt;
}

void ConfigSection::rows_or_share(const char* key, std::uint64_t& rows, std::optional<double>& share) {
  const auto value = take(key);
  if (!value) return;
  const auto number = value->node.value_exact<std::int64_t>();
  const auto part = value->node.value_exact<double>();
  if (number && *number >= 0) {
    rows = static_cast<std::uint64_t>(*number);
  } else if (part && *part >= 0 && *part <= 1) {
    share = *part;
  } else {
    value->fail("must be a number of rows, like 20, or a share of them, like 0.05");
  }
}

void ConfigSection::choice(const char* key, const std::function<void(const std::string&)>& parse) {
  if (const auto value = take(key)) parse_value(*value, value->text(), parse);
}

void ConfigSection::quantity(const char* key, double& into, const std::function<double(const std::string&)>& parse) {
  const auto value = take(key);
  if (!value) return;
  const std::string written = is_text(key) ? value->text() : fmt::format("{}", value->number());
  parse_value(*value, written, [&](const std::string& text) { into = parse(text); });
}

void ConfigSection::section(const char* key, const Visit& visit) {
  if (const auto value = take(key)) visit_table(value->table("must be a section"), key, visit);
}

void ConfigSection::named_sections(const char* key,
                                   const std::function<void(const std::string&, ConfigSection&)>& visit) {
  const auto value = take(key);
  if (!value) return;
  const toml::table& names = value->table("must be a section");
  std::vector<std::pair<toml::source_position, std::string>> in_order;  // the library sorts them by name
  for (const auto& [name, node] : names) in_order.emplace_back(node.source().begin, name.str());
  std::sort(in_order.begin(), in_order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& entry : in_order) {
    const std::string& name = entry.second;
    const ConfigValue named{*names.get(name), name, config_.path};
    visit_table(named.table("must be a section, or a table in braces"), fmt::format("{}.{}", key, name),
                [&](ConfigSection& section) { visit(name, section); });
  }
}

void ConfigSection::sections(const char* key, const Visit& visit) {
  const auto value = take(key);
  if (!value) return;
  const std::string why = fmt::format("must be sections, each beginning with [[{}]]", key);
  for (const toml::node& item : value->array(why)) {
    visit_table(ConfigValue{item, key, config_.path}.table(why), key, visit);
  }
}

void ConfigSection::finish() const {
  const std::vector<std::string_view> known(known_.begin(), known_.end());
  for (const auto& [key, node] : table_) {
    if (known_.contains(std::string(key.str()))) continue;
    const auto near = nearest(key.str(), known);
    const std::string page = fmt::format("{} lists all keys.", page_);
    fail_input(fmt::format("{}: there is no key '{}'{}", ConfigValue{node, key.str(), config_.path}.place(), key.str(),
                           name_.empty() ? "" : fmt::format(" in [{}]", name_)),
               near ? fmt::format("Did you mean '{}'? {}", *near, page) : page);
  }
}

void ConfigSection::require(const char* key, bool holds, const std::string& why, const std::string& hint) const {
  if (!holds) fail_input(fmt::format("{}: '{}' {}", place(key), key, why), hint);
}

std::string ConfigSection::place(const char* key) const {
  const toml::node* node = table_.get(key);
  if (node == nullptr) fail_internal("the place of a key that is not there");
  return ConfigValue{*node, key, config_.path}.place();
}

std::optional<ConfigValue> ConfigSection::take(const char* key) {
  known_.insert(key);
  const toml::node* node = table_.get(key);
  if (node == nullptr) return std::nullopt;
  return ConfigValue{*node, key, config_.path};
}

std::string ConfigSection::beside(const std::string& file) const {
  return file.empty() ? file : (std::filesystem::path(config_.path).parent_path() / file).string();
}

void ConfigSection::visit_table(const toml::table& table, std::string_view key, const Visit& visit) const {
  ConfigSection section(table, name_.empty() ? std::string(key) : fmt::format("{}.{}", name_, key), config_, page_);
  visit(section);
  section.finish();
}

void read_toml(const ConfigText& config, const std::string& page, const ConfigSection::Visit& visit) {
  toml::table table;
  try {
    table = toml::parse(config.text, config.path);
  } catch (const toml::parse_error& error) {
    fail_input(
        fmt::format("line {} of '{}' is not TOML: {}", error.source().begin.line, config.path, error.description()),
        "examples/ has configurations to start from.");
  }
  ConfigSection top(table, "", config, page);
  visit(top);
  top.finish();
}

}  // namespace sourdine
