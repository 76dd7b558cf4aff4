#include "sourdine/publish/config_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

constexpr std::int64_t most_whole = 10'000;

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

}  // namespace

void ConfigSection::text(const char* key, std::string& into) {
  if (const toml::node* node = take(key)) into = as_text(*node, key);
}

void ConfigSection::file(const char* key, std::string& into) {
  if (const toml::node* node = take(key)) into = beside(as_text(*node, key));
}

void ConfigSection::files(const char* key, std::vector<std::string>& into) {
  texts(key, into);
  for (std::string& one : into) one = beside(one);
}

void ConfigSection::source(const char* key, std::string& into) {
  text(key, into);
  if (into.starts_with("sqlite:")) {
    into = "sqlite:" + beside(into.substr(7));
  } else if (!into.empty() && into != "-" && into.find("://") == std::string::npos) {
    into = beside(into);
  }
}

void ConfigSection::number(const char* key, double& into) {
  std::optional<double> value;
  number(key, value);
  if (value) into = *value;
}

void ConfigSection::number(const char* key, std::optional<double>& into) {
  const toml::node* node = take(key);
  if (node == nullptr) return;
  const auto value = node->value<double>();
  if (!node->is_number() || !value) fail(*node, key, "must be a number");
  into = *value;
}

void ConfigSection::budget(const char* key, std::optional<double>& amount, std::string& path) {
  const toml::node* node = table_.get(key);
  if (node != nullptr && node->is_string()) return file(key, path);
  if (node != nullptr && !node->is_number()) fail(*node, key, "must be a number, or the name of a budget file");
  number(key, amount);
}

void ConfigSection::year(const char* key, int& into) {
  const toml::node* node = take(key);
  if (node == nullptr) return;
  const auto value = node->value_exact<std::int64_t>();
  if (!value || *value < 1 || *value > 9999) fail(*node, key, "must be a year, like 2017");
  into = static_cast<int>(*value);
}

bool ConfigSection::bound(const char* key, std::optional<std::uint64_t>& into) {
  const toml::node* node = take(key);
  if (node == nullptr) return false;
  if (node->value_exact<std::string>() == "auto") return true;
  const auto value = node->value_exact<std::int64_t>();
  if (!value || *value < 1 || *value > most_whole) {
    fail(*node, key, "must be a whole number of at least 1 (and at most 10000), or \"auto\"");
  }
  into = static_cast<std::uint64_t>(*value);
  return true;
}

void ConfigSection::lines(const char* key, std::size_t& into) {
  const toml::node* node = take(key);
  if (node == nullptr) return;
  const auto value = node->value_exact<std::int64_t>();
  if (!value || *value < 0 || *value > 1'000'000) fail(*node, key, "must be a number of lines, like 3");
  into = static_cast<std::size_t>(*value);
}

void ConfigSection::flag(const char* key, bool& into) {
  const toml::node* node = take(key);
  if (node == nullptr) return;
  const auto value = node->value_exact<bool>();
  if (!value) fail(*node, key, "must be true or false");
  into = *value;
}

void ConfigSection::date(const char* key, std::optional<std::chrono::local_days>& into) {
  const toml::node* node = take(key);
  if (node == nullptr) return;
  into = as_day(*node);
  if (!into) fail(*node, key, "must be a date like 2018-12-31");
}

void ConfigSection::days(const char* key, std::vector<DayRange>& into) {
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

void ConfigSection::texts(const char* key, std::vector<std::string>& into) {
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

void ConfigSection::choice(const char* key, const std::function<void(const std::string&)>& parse) {
  const toml::node* node = take(key);
  if (node == nullptr) return;
  try {
    parse(as_text(*node, key));
  } catch (const Error& error) {
    fail_input(fmt::format("{}: {}: {}", place(*node), key, error.what()), error.hint());
  }
}

void ConfigSection::numbers(const char* key, std::map<std::string, double>& into) {
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

const toml::table* ConfigSection::section(const char* key) {
  const toml::node* node = take(key);
  if (node == nullptr) return nullptr;
  if (!node->is_table()) fail(*node, key, "must be a section");
  return node->as_table();
}

void ConfigSection::finish() const {
  const std::vector<std::string_view> known(known_.begin(), known_.end());
  for (const auto& [key, node] : table_) {
    if (known_.contains(std::string(key.str()))) continue;
    const auto near = nearest(key.str(), known);
    const std::string page = fmt::format("{} lists all keys.", page_);
    fail_input(fmt::format("{}: there is no key '{}'{}", place(node), key.str(),
                           name_.empty() ? "" : fmt::format(" in [{}]", name_)),
               near ? fmt::format("Did you mean '{}'? {}", *near, page) : page);
  }
}

const toml::node* ConfigSection::take(const char* key) {
  known_.insert(key);
  return table_.get(key);
}

std::string ConfigSection::as_text(const toml::node& node, const char* key) const {
  const auto value = node.value_exact<std::string>();
  if (!value) fail(node, key, "must be a text in quotes");
  return *value;
}

std::string ConfigSection::beside(const std::string& file) const {
  return file.empty() ? file : (std::filesystem::path(path_).parent_path() / file).string();
}

std::string ConfigSection::place(const toml::node& node) const {
  return fmt::format("line {} of '{}'", node.source().begin.line, path_);
}

void ConfigSection::fail(const toml::node& node, const char* key, const char* why) const {
  fail_input(fmt::format("{}: '{}' {}", place(node), key, why));
}

double ConfigSection::as_number(const toml::node& node, const char* key, const char* why) const {
  const auto value = node.value<double>();
  if (!node.is_number() || !value) fail(node, key, why);
  return *value;
}

void ConfigSection::whole(const char* key, std::uint64_t& into) {
  const toml::node* node = take(key);
  if (node == nullptr) return;
  const auto value = node->value_exact<std::int64_t>();
  if (!value || *value < 0) fail(*node, key, "must be a whole number, like 5");
  into = static_cast<std::uint64_t>(*value);
}

void ConfigSection::integer(const char* key, std::int64_t& into) {
  const toml::node* node = take(key);
  if (node == nullptr) return;
  const auto value = node->value_exact<std::int64_t>();
  if (!value) fail(*node, key, "must be a whole number, like -5");
  into = *value;
}

void ConfigSection::rows_or_share(const char* key, std::uint64_t& rows, std::optional<double>& share) {
  const toml::node* node = take(key);
  if (node == nullptr) return;
  const auto whole_value = node->value_exact<std::int64_t>();
  const auto share_value = node->value_exact<double>();
  if (whole_value && *whole_value >= 0) {
    rows = static_cast<std::uint64_t>(*whole_value);
  } else if (share_value && *share_value >= 0 && *share_value <= 1) {
    share = *share_value;
  } else {
    fail(*node, key, "must be a number of rows, like 20, or a share of them, like 0.05");
  }
}

void ConfigSection::number_list(const char* key, std::vector<double>& into) {
  constexpr const char* why = "must be a list of numbers, like [18, 25.5, 40]";
  const toml::node* node = take(key);
  if (node == nullptr) return;
  const toml::array* list = node->as_array();
  if (list == nullptr) fail(*node, key, why);
  into.clear();
  for (const toml::node& item : *list) into.push_back(as_number(item, key, why));
}

void ConfigSection::whole_list(const char* key, std::vector<std::int64_t>& into) {
  constexpr const char* why = "must be a list of whole numbers, like [5, 10, 20]";
  const toml::node* node = take(key);
  if (node == nullptr) return;
  const toml::array* list = node->as_array();
  if (list == nullptr) fail(*node, key, why);
  into.clear();
  for (const toml::node& item : *list) {
    const auto value = item.value_exact<std::int64_t>();
    if (!value) fail(item, key, why);
    into.push_back(*value);
  }
}

void ConfigSection::number_lists(const char* key, std::vector<std::vector<double>>& into) {
  constexpr const char* why = "must be a list of lists of numbers, like [[18, 25, 40, 65], [40]]";
  const toml::node* node = take(key);
  if (node == nullptr) return;
  const toml::array* lists = node->as_array();
  if (lists == nullptr) fail(*node, key, why);
  into.clear();
  for (const toml::node& list : *lists) {
    const toml::array* items = list.as_array();
    if (items == nullptr) fail(list, key, why);
    std::vector<double>& numbers = into.emplace_back();
    for (const toml::node& item : *items) numbers.push_back(as_number(item, key, why));
  }
}

void ConfigSection::section(const char* key, const std::function<void(ConfigSection)>& visit) {
  if (const toml::table* table = section(key)) {
    visit(ConfigSection(*table, name_.empty() ? key : name_ + "." + key, path_, page_));
  }
}

bool ConfigSection::is_text(const char* key) const {
  const toml::node* const node = table_.get(key);
  return node != nullptr && node->is_string();
}

void ConfigSection::named_sections(const char* key,
                                   const std::function<void(const std::string&, ConfigSection)>& visit) {
  const toml::table* names = section(key);
  if (names == nullptr) return;
  std::vector<std::pair<toml::source_position, std::string>> in_order;  // the library sorts them by name
  for (const auto& [name, node] : *names) in_order.emplace_back(node.source().begin, name.str());
  std::sort(in_order.begin(), in_order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [position, name] : in_order) {
    const toml::node& node = *names->get(name);
    if (!node.is_table()) fail(node, name.c_str(), "must be a section, or a table in braces");
    const std::string within = name_.empty() ? key : name_ + "." + key;
    visit(name, ConfigSection(*node.as_table(), fmt::format("{}.{}", within, name), path_, page_));
  }
}

void ConfigSection::sections(const char* key, const std::function<void(ConfigSection)>& visit) {
  const toml::node* node = take(key);
  if (node == nullptr) return;
  const std::string why = fmt::format("must be sections, each beginning with [[{}]]", key);
  const toml::array* list = node->as_array();
  if (list == nullptr) fail(*node, key, why.c_str());
  const std::string within = name_.empty() ? key : name_ + "." + key;
  for (const toml::node& item : *list) {
    if (!item.is_table()) fail(item, key, why.c_str());
    visit(ConfigSection(*item.as_table(), within, path_, page_));
  }
}

std::string ConfigSection::place(const char* key) const {
  const toml::node* node = table_.get(key);
  if (node == nullptr) fail_internal("the place of a key that is not there");
  return place(*node);
}

toml::table parse_toml(const std::string& text, const std::string& path) {
  try {
    return toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    fail_input(fmt::format("line {} of '{}' is not TOML: {}", error.source().begin.line, path, error.description()),
               "examples/ has configurations to start from.");
  }
}

std::string read_config_file(const std::string& path) {
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  InputFile file(path);
  std::string text(most_bytes, '\0');
  text.resize(file.read({reinterpret_cast<std::uint8_t*>(text.data()), text.size()}));
  if (text.size() == most_bytes) fail_input(fmt::format("'{}' is too long for a configuration", path));
  return text;
}

}  // namespace sourdine
