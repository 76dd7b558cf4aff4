// ConfigSection: one table of a TOML file, whose keys are taken one by one; what is left is refused, so that a misspelt
// key cannot become a default. Errors name file, line and key. Internal: it shows a type of the library that reads
// TOML.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include "sourdine/base/calendar.h"
#include "sourdine/base/error.h"
#include "sourdine/publish/config_text.h"

namespace sourdine {

class ConfigSection {
 public:
  // `page`: the page of the documentation that lists the keys. Table and path must outlive the section.
  ConfigSection(const toml::table& table, std::string name, const std::string& path,
                std::string page = "docs/configuration.md")
      : table_(table), name_(std::move(name)), path_(path), page_(std::move(page)) {}

  bool has(const char* key) const { return table_.contains(key); }
  void text(const char* key, std::string& into);
  // A path, made relative to the configuration's folder.
  void file(const char* key, std::string& into);
  void files(const char* key, std::vector<std::string>& into);
  // The same of a source of rows, whose databases and standard input are no paths.
  void source(const char* key, std::string& into);
  void number(const char* key, double& into);
  void number(const char* key, std::optional<double>& into);
  // Whether it is there, as a text.
  bool is_text(const char* key) const;
  // A number, or the name of a file that says more.
  void budget(const char* key, std::optional<double>& amount, std::string& path);
  void year(const char* key, int& into);
  // A whole number from 0.
  void whole(const char* key, std::uint64_t& into);
  // A whole number of either sign.
  void integer(const char* key, std::int64_t& into);
  // A whole number of rows, or a decimal: their share, from 0 to 1. Only one of the two is set.
  void rows_or_share(const char* key, std::uint64_t& rows, std::optional<double>& share);
  // A whole number of at least 1, or the text "auto", which leaves it empty. True when the key is there.
  bool bound(const char* key, std::optional<std::uint64_t>& into);
  void lines(const char* key, std::size_t& into);
  void flag(const char* key, bool& into);
  void date(const char* key, std::optional<std::chrono::local_days>& into);
  // A list of dates, and of texts "2018-12-01 to 2018-12-31".
  void days(const char* key, std::vector<DayRange>& into);
  // A list of texts, or one text.
  void texts(const char* key, std::vector<std::string>& into);
  // A list of numbers, whole ones where that is asked for.
  void number_list(const char* key, std::vector<double>& into);
  void whole_list(const char* key, std::vector<std::int64_t>& into);
  // A list of lists of numbers.
  void number_lists(const char* key, std::vector<std::vector<double>>& into);
  // One of the texts that `parse` understands; it throws with a sentence of its own.
  void choice(const char* key, const std::function<void(const std::string&)>& parse);
  // A table of numbers, like { name = 0.5 }.
  void numbers(const char* key, std::map<std::string, double>& into);
  // nullptr when it is not there.
  const toml::table* section(const char* key);
  // The same: visit(it), where it is there.
  void section(const char* key, const std::function<void(ConfigSection)>& visit);
  // A section whose keys are names, each a section: visit(name, its section), in the order of the file.
  void named_sections(const char* key, const std::function<void(const std::string&, ConfigSection)>& visit);
  // A list of sections, [[key]]: visit(its section), in the order of the file.
  void sections(const char* key, const std::function<void(ConfigSection)>& visit);

  // Throws Error(bad_input) for a key that nobody took.
  void finish() const;
  // "line 3 of 'my.toml'", of a key that is there.
  std::string place(const char* key) const;

 private:
  const toml::node* take(const char* key);
  std::string as_text(const toml::node& node, const char* key) const;
  double as_number(const toml::node& node, const char* key, const char* why) const;
  std::string beside(const std::string& file) const;
  std::string place(const toml::node& node) const;
  [[noreturn]] void fail(const toml::node& node, const char* key, const char* why) const;

  const toml::table& table_;
  std::string name_;
  const std::string& path_;
  std::string page_;
  std::set<std::string> known_;
};

// The value of a word. Throws Error(bad_input) listing the words.
template <class T>
T one_of(const std::string& text, const std::vector<std::pair<std::string_view, T>>& table) {
  std::string known;
  for (const auto& [name, value] : table) {
    if (name == text) return value;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  fail_input("'" + text + "' is not one of: " + known);
}

// Throws Error(bad_input) naming the line where it is no TOML.
toml::table parse_toml(const std::string& text, const std::string& path);
// A configuration's text, which is not long.
std::string read_config_file(const std::string& path);
// The configuration of that name, or in that file: parse(its text, what messages call it, whether it has a file, which
// the data set may be named after).
template <class Parse>
auto read_named_config(const std::string& path, const Parse& parse) {
  if (const auto text = find_config_text(path)) return parse(*text, "configuration", false);
  return parse(read_config_file(path), path, true);
}

}  // namespace sourdine
