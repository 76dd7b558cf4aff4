// How a subcommand describes itself: its options, the checks of their values, its help. The parser behind it is CLI11,
// whose headers take longer to compile than any file of ours; only command.cc and app.cc include them.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

namespace sourdine::cli {

// What the text of a value must satisfy; part of the help.
class Check {
 public:
  explicit Check(const CLI::Validator& validator);
  ~Check();
  Check(Check&&) noexcept;
  Check(const Check&) = delete;
  Check& operator=(const Check&) = delete;
  const CLI::Validator& validator() const { return *validator_; }
  // Of one_of_words(); otherwise none.
  const std::vector<std::string>& words() const { return words_; }

 private:
  friend Check one_of_words(std::initializer_list<const char*> words);

  std::unique_ptr<const CLI::Validator> validator_;
  std::vector<std::string> words_;
};

Check one_of_words(std::initializer_list<const char*> words);
Check whole_number_between(int low, int high);
Check number_between(double low, double high);
Check positive_number();
Check non_negative_number();

// The types that text on the command line can become; command.cc has one instance for each.
template <class Value, class... Values>
concept AmongTypes = (std::same_as<Value, Values> || ...);
template <class Value>
concept OptionValue = AmongTypes<Value, std::string, double, std::uint64_t, std::optional<double>,
                                 std::optional<std::uint64_t>, std::vector<std::string>, std::vector<std::uint64_t>>;

// What an option is, for whoever makes other interfaces of the commands (command_tree.h).
struct OptionDescription {
  std::vector<std::string> names = {};  // "--out", "-o"; the one name of a positional argument without dashes
  std::string_view value;               // "flag", "text", "number" or "whole"
  std::string type = {};                // the word in the help: "FILE"; empty: none was set
  std::vector<std::string> words = {};  // all that it may be, where there is such a list
  bool is_required = false;
  bool is_many = false;                          // takes several values
  std::optional<std::string> default_text = {};  // where the help shows it
  std::string description = {};
};

// An option or a positional argument; lives as long as its command. Each function returns the option itself.
class Option {
 public:
  Option(CLI::Option& option, OptionDescription description) : option_(&option), description_(std::move(description)) {}

  Option* required(bool is_required = true);
  Option* type_name(std::string name);
  Option* check(const Check& check);
  // The help shows the value that is there before parsing.
  Option* capture_default_str();
  // Of a vector: one value each time the option is given when false, all that follow it otherwise.
  Option* allow_extra_args(bool are_allowed);
  Option* excludes(const Option* other);
  const OptionDescription& description() const { return description_; }

 private:
  CLI::Option* option_;
  OptionDescription description_;
};

// A command and its verbs; a subcommand lives as long as the command it was added to.
class Command {
 public:
  explicit Command(CLI::App& app);
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  Command* add_subcommand(std::string name, std::string description);
  // `value` is written when the text is parsed, and must live until then.
  template <OptionValue Value>
  Option* add_option(std::string names, Value& value, std::string description);
  Option* add_flag(const std::string& names, bool& value, std::string description);
  // The one that has this name; Error(internal) where none was added.
  Option* get_option(const std::string& name);
  void require_subcommand(int count);
  // The heading that it stands under in the help of the command above.
  void group(std::string heading);
  void footer(std::string text);
  // Runs after parsing, when this command was given.
  void callback(std::function<void()> action);
  // Whether one of its subcommands was given, of a command that does something without one as well.
  bool has_called_verb() const;

  std::string get_name() const;
  const std::vector<std::unique_ptr<Command>>& subcommands() const { return subcommands_; }
  // "--epsilon", "--help": every long name.
  std::vector<std::string> long_option_names() const;
  std::string description() const;
  std::string footer() const;
  // In the order in which they were added.
  const std::vector<std::unique_ptr<Option>>& options() const { return options_; }

 private:
  Option* keep(CLI::Option& option, const std::string& names, std::string_view value, bool is_many,
               std::string description);

  CLI::App& app_;
  std::vector<std::unique_ptr<Option>> options_;
  std::vector<std::unique_ptr<Command>> subcommands_;
};

}  // namespace sourdine::cli
