// ConfigSection: one table of a TOML file, whose keys are taken one by one; what is left is refused, so that a misspelt
// key cannot become a default. Errors name file, line and key. Internal: it shows a type of the library that reads
// TOML.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>
#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include "sourdine/base/calendar.h"
#include "sourdine/base/error.h"
#include "sourdine/publish/config_text.h"

namespace sourdine {

struct ConfigValue;

// The words of a key, and what each stands for.
template <class T>
using WordTable = std::vector<std::pair<std::string_view, T>>;

// The value of a word. Throws Error(bad_input) listing the words.
template <class T>
T one_of(const std::string& text, const WordTable<T>& words) {
  std::string known;
  for (const auto& [name, value] : words) {
    if (name == text) return value;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  fail_input("'" + text + "' is not one of: " + known);
}

// The first word of a value.
template <class T>
std::string_view word_in(const WordTable<T>& words, const T& value) {
  return std::find_if(words.begin(), words.end(), [&](const auto& row) { return row.second == value; })->first;
}

// A key and what it is read into, whose type says what the value must be: text, true or false, a number, a whole number
// (from 0, or of either sign), a date, a list of dates and of texts "2018-12-01 to 2018-12-31", one text or a list of
// them, a list of numbers, or of such lists, a table of numbers like { name = 0.5 }.
struct ConfigKey {
  template <class T>
  ConfigKey(const char* key, T& value) : name(key), into(&value) {}

  const char* name;
  std::variant<std::string*, bool*, double*, std::uint64_t*, std::int64_t*, std::optional<bool>*,
               std::optional<double>*, std::optional<std::uint64_t>*, std::optional<std::chrono::local_days>*,
               std::vector<DayRange>*, std::vector<std::string>*, std::vector<double>*, std::vector<std::int64_t>*,
               std::vector<std::vector<double>>*, std::map<std::string, double>*>
      into;
};

class ConfigSection {
 public:
  using Visit = std::function<void(ConfigSection&)>;

  // `page`: the page of the documentation that lists the keys. Table and configuration must outlive the section.
  ConfigSection(const toml::table& table, std::string name, const ConfigText& config, std::string page)
      : table_(table), name_(std::move(name)), config_(config), page_(std::move(page)) {}

  const ConfigText& config() const { return config_; }
  bool has(const char* key) const { return table_.contains(key); }
  bool is_text(const char* key) const { return has(key) && table_.get(key)->is_string(); }
  // Whether it is this word; then it is read.
  bool is_word(const char* key, std::string_view word);

  // Those that are there.
  void read(std::initializer_list<ConfigKey> keys);
  // A path, made relative to the configuration's folder.
  void file(const char* key, std::string& into);
  void files(const char* key, std::vector<std::string>& into);
  // The same of a source of rows, whose databases and standard input are no paths.
  void source(const char* key, std::string& into);
  // A number, or the name of a file that says more.
  void budget(const char* key, std::optional<double>& amount, std::string& path);
  // A whole number in these bounds, or else `why`.
  template <class Number>
  void whole(const char* key, Number& into, std::int64_t least, std::int64_t most, const char* why) {
    if (const auto value = whole(key, least, most, why)) into = static_cast<Number>(*value);
  }
  // A whole number of rows, or a decimal: their share, from 0 to 1. Only one of the two is set.
  void rows_or_share(const char* key, std::uint64_t& rows, std::optional<double>& share);
  // One of the texts that `parse` understands; it throws with a sentence of its own.
  void choice(const char* key, const std::function<void(const std::string&)>& parse);
  // The same, or a number, which is parsed as it is written.
  void quantity(const char* key, double& into, const std::function<double(const std::string&)>& parse);
  // One of these words.
  template <class T>
  void word(const char* key, T& into, const WordTable<T>& words) {
    choice(key, [&](const std::string& text) { into = one_of(text, words); });
  }

  // Sections are visited where they are there, and then finished.
  void section(const char* key, const Visit& visit);
  // A section whose keys are names, each a section: visit(name, its section), in the order of the file.
  void named_sections(const char* key, const std::function<void(const std::string&, ConfigSection&)>& visit);
  // A list of sections, [[key]]: visit(its section), in the order of the file.
  void sections(const char* key, const Visit& visit);

  // Throws Error(bad_input) for a key that nobody took. Before what the keys have in common is looked at: a misspelt
  // one is not missing.
  void finish() const;
  // Throws Error(bad_input), "line 3 of 'my.toml': 'key' why", unless it holds. The key is there when it does not.
  void require(const char* key, bool holds, const std::string& why, const std::string& hint = {}) const;
  // "line 3 of 'my.toml'", of a key that is there.
  std::string place(const char* key) const;

 private:
  std::optional<ConfigValue> take(const char* key);
  std::optional<std::int64_t> whole(const char* key, std::int64_t least, std::int64_t most, const char* why);
  std::string beside(const std::string& file) const;
  void visit_table(const toml::table& table, std::string_view key, const Visit& visit) const;

  const toml::table& table_;
  std::string name_;
  const ConfigText& config_;
  std::string page_;
  std::set<std::string> known_;
};

// Visits the keys at the top, which `page` of the documentation lists. Throws Error(bad_input) naming the line where it
// is no TOML, and for a key that was not taken.
void read_toml(const ConfigText& config, const std::string& page, const ConfigSection::Visit& visit);

}  // namespace sourdine
