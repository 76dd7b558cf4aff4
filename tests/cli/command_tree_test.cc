#include "command_tree.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "app.h"

namespace sourdine {
namespace {

using nlohmann::json;

const json& named(const json& list, const std::string& name) {
  for (const json& one : list) {
    if (one.contains("name") ? one.at("name") == name : one.at("names").at(0) == name) return one;
  }
  throw std::out_of_range(name);
}

// Every command, by its words: "range build".
std::map<std::string, json> all_commands(const json& tree, const std::string& before = "") {
  std::map<std::string, json> all;
  for (const json& command : tree.at("subcommands")) {
    const std::string name = before + command.at("name").get<std::string>();
    all[name] = command;
    all.merge(all_commands(command, name + " "));
  }
  return all;
}

std::string help_of(const std::string& words) {
  std::istringstream split("help " + words);
  std::vector<std::string> arguments;
  for (std::string word; split >> word;) arguments.push_back(word);
  std::ostringstream out, err;
  cli::Context context{.out = out, .err = err};
  EXPECT_EQ(cli::run_command(arguments, context), 0);
  return out.str();
}

TEST(CommandTree, SaysOfOptionsWhatTheirCodeSays) {
  const json tree = json::parse(cli::command_tree());
  EXPECT_EQ(tree.at("name"), "sourdine");
  const json& randomize = named(tree.at("subcommands"), "randomize").at("options");
  const json& values = named(randomize, "VALUES");
  EXPECT_EQ(values.at("positional"), true);
  EXPECT_EQ(values.at("type"), "TEXT");
  const json& out = named(randomize, "--out");
  EXPECT_EQ(out.at("names"), json({"--out", "-o"}));
  EXPECT_EQ(out.at("required"), true);
  EXPECT_EQ(out.at("type"), "FILE");
  EXPECT_EQ(out.at("value"), "text");
  EXPECT_EQ(named(randomize, "--append").at("flag"), true);
  EXPECT_EQ(named(randomize, "--seed").at("value"), "whole");
  EXPECT_EQ(named(randomize, "--epsilon").at("value"), "number");
  EXPECT_EQ(named(randomize, "--on-bad-row").at("words"), json({"stop", "skip"}));
  EXPECT_EQ(named(named(tree.at("subcommands"), "estimate").at("options"), "FILES").at("many"), true);
  // What a command takes back is taken back here, too.
  EXPECT_EQ(named(randomize, "--oracle").at("required"), true);
  EXPECT_EQ(named(named(tree.at("subcommands"), "audit").at("options"), "--oracle").at("required"), false);
}

// The tree and the parser's own help name the same options, of all commands.
TEST(CommandTree, HasEveryOptionOfTheHelpAndNoOther) {
  const auto commands = all_commands(json::parse(cli::command_tree()));
  EXPECT_GE(commands.size(), 20U);
  EXPECT_TRUE(commands.contains("range build"));
  for (const auto& [words, command] : commands) {
    std::set<std::string> described{"--help"}, shown;
    for (const json& option : command.at("options")) {
      const std::string name = option.at("names").at(0);
      if (name.starts_with("--")) described.insert(name);
      EXPECT_FALSE(option.at("description").get<std::string>().empty()) << words << " " << name;
    }
    std::istringstream lines(help_of(words));
    for (std::string line; std::getline(lines, line);) {
      const std::size_t dashes = line.find("--");
      const bool is_entry = line.starts_with("  -") && dashes != std::string::npos && dashes < 7;
      if (is_entry) shown.insert(line.substr(dashes, line.find_first_of(" ,\n", dashes) - dashes));
    }
    EXPECT_EQ(described, shown) << words;
  }
}

}  // namespace
}  // namespace sourdine
