#include "command.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "sourdine/base/error.h"

namespace sourdine::cli {

Check::Check(const CLI::Validator& validator) : validator_(std::make_unique<const CLI::Validator>(validator)) {}
Check::Check(Check&&) noexcept = default;
Check::~Check() = default;

Check one_of_words(std::initializer_list<const char*> words) {
  const std::vector<std::string> all(words.begin(), words.end());
  Check check{CLI::IsMember(all)};
  check.words_ = all;
  return check;
}
Check whole_number_between(int low, int high) { return Check(CLI::Range(low, high)); }
Check number_between(double low, double high) { return Check(CLI::Range(low, high)); }
// CLI11's own would name the largest of all numbers.
Check positive_number() {
  return Check(CLI::Validator(
      [](const std::string& text) {
        double number = 0;
        const bool is_one = CLI::detail::lexical_cast(text, number) && number > 0;
        return is_one ? std::string() : "'" + text + "' is no number above 0";
      },
      CLI::PositiveNumber.get_description()));
}
Check non_negative_number() { return Check(CLI::NonNegativeNumber); }

Option* Option::required(bool is_required) {
  option_->required(is_required);
  description_.is_required = is_required;
  return this;
}

Option* Option::type_name(std::string name) {
  option_->type_name(name);
  description_.type = std::move(name);
  return this;
}

Option* Option::check(const Check& check) {
  option_->check(check.validator());
  if (!check.words().empty()) description_.words = check.words();
  return this;
}

Option* Option::capture_default_str() {
  option_->capture_default_str();
  description_.default_text = option_->get_default_str();
  return this;
}

Option* Option::allow_extra_args(bool are_allowed) {
  option_->allow_extra_args(are_allowed);
  return this;
}

Option* Option::excludes(const Option* other) {
  option_->excludes(other->option_);
  return this;
}

Command::Command(CLI::App& app) : app_(app) {}
Command::~Command() = default;

Option* Command::keep(CLI::Option& option, const std::string& names, std::string_view value, bool is_many,
                      std::string description) {
  OptionDescription about{.value = value, .is_many = is_many, .description = std::move(description)};
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    about.names.push_back(names.substr(begin, end - begin));
    begin = end + 1;
  }
  return options_.emplace_back(std::make_unique<Option>(option, std::move(about))).get();
}

Command* Command::add_subcommand(std::string name, std::string description) {
  CLI::App* added = app_.add_subcommand(std::move(name), std::move(description));
  return subcommands_.emplace_back(std::make_unique<Command>(*added)).get();
}

namespace {

// The parser would take -1 for 2^64 − 1.
const CLI::Validator& not_negative() {
  static const CLI::Validator validator(
      [](const std::string& text) {
        return text.starts_with('-') ? "must be a whole number, not " + text : std::string();
      },
      "");
  return validator;
}

}  // namespace

template <OptionValue Value>
Option* Command::add_option(std::string names, Value& value, std::string description) {
  CLI::Option* option = app_.add_option(names, value, description);
  constexpr bool is_unsigned = std::is_same_v<Value, std::uint64_t> ||
                               std::is_same_v<Value, std::optional<std::uint64_t>> ||
                               std::is_same_v<Value, std::vector<std::uint64_t>>;
  constexpr bool is_number = std::is_same_v<Value, double> || std::is_same_v<Value, std::optional<double>>;
  constexpr bool is_many =
      std::is_same_v<Value, std::vector<std::string>> || std::is_same_v<Value, std::vector<std::uint64_t>>;
  if constexpr (is_unsigned) option->check(not_negative());
  return keep(*option, names, is_unsigned ? "whole" : is_number ? "number" : "text", is_many, std::move(description));
}
template Option* Command::add_option(std::string, std::string&, std::string);
template Option* Command::add_option(std::string, double&, std::string);
template Option* Command::add_option(std::string, std::uint64_t&, std::string);
template Option* Command::add_option(std::string, std::optional<double>&, std::string);
template Option* Command::add_option(std::string, std::optional<std::uint64_t>&, std::string);
template Option* Command::add_option(std::string, std::vector<std::string>&, std::string);
template Option* Command::add_option(std::string, std::vector<std::uint64_t>&, std::string);

Option* Command::add_flag(const std::string& names, bool& value, std::string description) {
  CLI::Option* option = app_.add_flag(names, value, description);  // before the description is moved away
  return keep(*option, names, "flag", false, std::move(description));
}

Option* Command::get_option(const std::string& name) {
  for (const auto& option : options_) {
    const auto& names = option->description().names;
    if (std::find(names.begin(), names.end(), name) != names.end()) return option.get();
  }
  fail_internal("no option '" + name + "' was added");
}

void Command::require_subcommand(int count) { app_.require_subcommand(count); }
void Command::group(std::string heading) { app_.group(std::move(heading)); }
void Command::footer(std::string text) { app_.footer(std::move(text)); }
void Command::callback(std::function<void()> action) { app_.callback(std::move(action)); }

bool Command::has_called_verb() const { return !app_.get_subcommands().empty(); }

std::string Command::get_name() const { return app_.get_name(); }

std::string Command::description() const { return app_.get_description(); }
std::string Command::footer() const { return app_.get_footer(); }

std::vector<std::string> Command::long_option_names() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : static_cast<const CLI::App&>(app_).get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

}  // namespace sourdine::cli
