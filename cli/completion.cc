// Completion scripts made from the commands themselves, so that they cannot fall behind them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "app.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/oracle/table.h"

namespace sourdine::cli {
namespace {

std::vector<std::string> command_names(const Command& app) {
  std::vector<std::string> names;
  for (const auto& command : app.subcommands()) names.push_back(command->get_name());
  return names;
}

// What may follow a command: its verbs, what may follow them, and its options.
std::vector<std::string> words_after(const Command& command) {
  std::vector<std::string> words = command_names(command);
  for (const auto& verb : command.subcommands()) {
    for (std::string& word : words_after(*verb)) words.push_back(std::move(word));
  }
  for (std::string& name : command.long_option_names()) words.push_back(std::move(name));
  std::set<std::string> seen;
  std::erase_if(words, [&](const std::string& word) { return !seen.insert(word).second; });
  return words;
}

std::vector<std::string_view> oracle_names() {
  std::vector<std::string_view> names;
  for (const OracleRow& row : oracle_table()) names.push_back(row.name);
  return names;
}

void print_bash(const Command& app, std::ostream& out) {
  fmt::print(out,
             "_sourdine() {{\n  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=\n");
  fmt::print(out, "  case $before in\n    --oracle|oracles) words='{}' ;;\n  esac\n", fmt::join(oracle_names(), " "));
  fmt::print(out, "  if [ -z \"$words\" ]; then\n    case ${{COMP_WORDS[1]}} in\n");
  for (const auto& command : app.subcommands()) {
    fmt::print(out, "      {}) words='{}' ;;\n", command->get_name(), fmt::join(words_after(*command), " "));
  }
  fmt::print(out, "    esac\n  fi\n  [ \"$COMP_CWORD\" -eq 1 ] && words='{}'\n", fmt::join(command_names(app), " "));
  fmt::print(out,
             "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}}\ncomplete -o default -F _sourdine sourdine\n");
}

// Options and verbs of each command; files where nothing else fits, as fish does by itself.
void print_fish(const Command& app, std::ostream& out) {
  fmt::print(out, "complete -c sourdine -n __fish_use_subcommand -f -a '{}'\n", fmt::join(command_names(app), " "));
  for (const auto& command : app.subcommands()) {
    fmt::print(out, "complete -c sourdine -n '__fish_seen_subcommand_from {}' -a '{}'\n", command->get_name(),
               fmt::join(words_after(*command), " "));
  }
}

}  // namespace

void add_completion(Command& app, Context& context) {
  auto shell = std::make_shared<std::string>();
  Command* command = app.add_subcommand("completion", "Print the completion script of a shell");
  command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(one_of_words({"bash", "zsh", "fish"}));
  command->footer("Example:\n  source <(sourdine completion bash)");
  command->callback([shell, &app, &context] {
    if (*shell == "fish") return print_fish(app, context.out);
    // zsh runs the same function through its own bash emulation.
    if (*shell == "zsh")
      fmt::print(context.out, "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n");
    print_bash(app, context.out);
  });
}

}  // namespace sourdine::cli
