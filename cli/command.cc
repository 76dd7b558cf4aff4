#include "command.h"

#include <CLI/CLI.hpp>

namespace sourdine::cli {

Check::Check(const CLI::Validator& validator) : validator_(std::make_unique<const CLI::Validator>(validator)) {}
Check::~Check() = default;

Check one_of_words(std::initializer_list<const char*> words) {
  return Check(CLI::IsMember(std::vector<std::string>(words.begin(), words.end())));
}
Check whole_number_between(int low, int high) { return Check(CLI::Range(low, high)); }
Check number_between(double low, double high) { return Check(CLI::Range(low, high)); }
Check positive_number() { return Check(CLI::PositiveNumber); }
Check non_negative_number() { return Check(CLI::NonNegativeNumber); }

Option* Option::required(bool is_required) {
  option_->required(is_required);
  return this;
}

Option* Option::type_name(std::string name) {
  option_->type_name(std::move(name));
  return this;
}

Option* Option::check(const Check& check) {
  option_->check(check.validator());
  return this;
}

Option* Option::capture_default_str() {
  option_->capture_default_str();
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

Option* Command::keep(CLI::Option& option) { return options_.emplace_back(std::make_unique<Option>(option)).get(); }

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
  CLI::Option* option = app_.add_option(std::move(names), value, std::move(description));
  constexpr bool is_unsigned = std::is_same_v<Value, std::uint64_t> ||
                               std::is_same_v<Value, std::optional<std::uint64_t>> ||
                               std::is_same_v<Value, std::vector<std::uint64_t>>;
  if constexpr (is_unsigned) option->check(not_negative());
  return keep(*option);
}
template Option* Command::add_option(std::string, std::string&, std::string);
template Option* Command::add_option(std::string, double&, std::string);
template Option* Command::add_option(std::string, std::uint64_t&, std::string);
template Option* Command::add_option(std::string, std::optional<double>&, std::string);
template Option* Command::add_option(std::string, std::optional<std::uint64_t>&, std::string);
template Option* Command::add_option(std::string, std::vector<std::string>&, std::string);
template Option* Command::add_option(std::string, std::vector<std::uint64_t>&, std::string);

Option* Command::add_flag(std::string names, bool& value, std::string description) {
  return keep(*app_.add_flag(std::move(names), value, std::move(description)));
}

Option* Command::get_option(const std::string& name) { return keep(*app_.get_option(name)); }

void Command::require_subcommand(int count) { app_.require_subcommand(count); }
void Command::footer(std::string text) { app_.footer(std::move(text)); }
void Command::callback(std::function<void()> action) { app_.callback(std::move(action)); }

std::string Command::get_name() const { return app_.get_name(); }

std::vector<std::string> Command::long_option_names() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : static_cast<const CLI::App&>(app_).get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

}  // namespace sourdine::cli
